// What the program says, as sentences in the language of the page. data/messages/README.md describes how they are written.
import { packOf, type Language } from "./languages";
import type { GameInfo, Message } from "./protocol";

export type { Language };

/** How a game calls its sides and squares. */
export type Naming = Pick<GameInfo, "sides" | "names">;

/** The sentence of a code that may not exist: one with a name in it, as `strategy.NAME`. */
export function sentenceOf(language: Language, code: string): string | undefined {
  return (packOf(language).sentences as Record<string, string | undefined>)[code];
}

export function sideName(language: Language, side: "black" | "white", naming?: Pick<GameInfo, "sides">): string {
  const { sentences } = packOf(language);
  if (naming?.sides === "players") return sentences[side === "black" ? "side.player-1" : "side.player-2"];
  return sentences[side === "black" ? "side.black" : "side.white"];
}

function valueText(language: Language, name: string, value: string | number, naming?: Naming): string {
  if (name === "side" && (value === "black" || value === "white")) return sideName(language, value, naming);
  if (name === "square") return naming?.names?.[Number(value) - 1] ?? String(value);
  if (typeof value === "number") return new Intl.NumberFormat(language).format(value);
  return sentenceOf(language, `${name}.${value}`) ?? value;
}

/** The words of a message, as they may stand inside other text. */
export function messageText(language: Language, { code, params }: Message, naming?: Naming): string {
  const sentence = sentenceOf(language, code) ?? code;
  return sentence.replace(/\{(\w+)([^{}]*)\}/g, (whole, name: string, rest: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    const shown = valueText(language, name, value, naming);
    if (rest === ":+") return signed(language, Number(value));
    if (rest === "") return shown;
    const branches = rest.slice(1).split("|");
    const chosen =
      rest.startsWith(":") || rest.startsWith("?")
        ? (branches
            .slice(0, -1)
            .map((branch, index) => {
              if (rest.startsWith(":")) return index === 0 && Number(value) === 1 ? branch : null;
              const [key, text] = [branch.slice(0, branch.indexOf("=")), branch.slice(branch.indexOf("=") + 1)];
              return key === String(value) ? text : null;
            })
            .find((branch) => branch !== null) ?? branches[branches.length - 1])
        : rest;
    return (chosen ?? "").replaceAll("#", shown);
  });
}

/** +0.35 */
export function signed(language: Language, value: number): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: "exceptZero",
  }).format(value);
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** With a capital and a full stop. */
export function asSentence(words: string): string {
  const text = words.trim();
  return capital(text) + (/[.!?…]$/.test(text) || text === "" ? "" : ".");
}

export function messageSentence(language: Language, message: Message, naming?: Naming): string {
  return asSentence(messageText(language, message, naming));
}
