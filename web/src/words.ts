// Words for the user, and small changes to those of the program.
import { RequestError } from "./link";
import type { Colour, GameInfo, Outcome } from "./protocol";
import { otherSide } from "./state";
import type { Texts } from "./texts";

/** What is said to the user. The program speaks English, whatever the language of the page. */
export interface Words {
  text: string;
  lang?: "en";
  /** It is about the connection, and no longer true when that is back. */
  connection?: boolean;
}

export function programWords(text: string): Words {
  return { text, lang: "en" };
}

/** Why something failed. */
export function errorWords(texts: Texts, error: unknown): Words {
  if (!(error instanceof RequestError)) return programWords(error instanceof Error ? error.message : String(error));
  if (error.code === "lost" || error.code === "down") return { text: texts.app.errors[error.code], connection: true };
  return programWords(sentence(error.message));
}

/** Of whom the reason speaks. `turn`: who would move next. */
function spokenOf({ reason, winner }: Outcome, turn: Colour): Colour {
  if (winner === null || reason === "no-pieces" || reason === "no-move") return turn;
  return reason === "resigned" || reason === "time" ? otherSide(winner) : winner;
}

/** How the game ended, in the language of the page where it has words for the reason. */
export function outcomeWords(texts: Texts, game: GameInfo, outcome: Outcome, turn: Colour): Words {
  const side = spokenOf(outcome, turn);
  const name = game.sides[side];
  const [count = ""] = /\d+(?= moves)/.exec(outcome.text) ?? [];
  const text = texts.outcome(
    outcome.reason,
    texts.sides[name] ?? name,
    outcome.winner === null ? "draw" : outcome.winner === side ? "wins" : "loses",
    count,
  );
  return text ? { text } : programWords(outcome.text);
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A message of the program as a sentence. */
export function sentence(message: string): string {
  const text = message.trim();
  return capital(text) + (/[.!?…]$/.test(text) || text === "" ? "" : ".");
}
