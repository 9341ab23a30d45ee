// A new analysis board, of a game or a position; its address becomes that of the table.
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import { Waiting } from "../parts/parts";
import { keepSecrets } from "../seats";

const lastGame = "crownhead.analysed"; // in localStorage

/** The next new board is of this game. */
export function rememberGame(name: string): void {
  try {
    localStorage.setItem(lastGame, name);
  } catch {
    // A browser without storage begins with English draughts every time.
  }
}

export function NewAnalysis({ game, fen }: { game: string; fen: string }) {
  const { link, text, why, games } = useApp();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const wanted = game || localStorage.getItem(lastGame) || "english";
    const known = games.some(({ name }) => name === wanted) ? wanted : "english";
    const make = () =>
      (fen && !game
        ? link.request("import", { text: fen })
        : link.request("new", {
            game: known,
            black: { kind: "human" },
            white: { kind: "human" },
            ...(fen && { fen }),
          })
      )
        .then(({ table, secrets }) => {
          keepSecrets(table.id, secrets);
          location.replace(`#analyse=${table.id}`);
        })
        .catch((error: unknown) => setProblem(why(error).text));
    void make();
  }, [game, fen, link, why, games]);
  if (!problem) return <Waiting>{text.play.loading}</Waiting>;
  return (
    <Waiting failed>
      {problem} <a href="#setup">{text.app.setup}</a>
    </Waiting>
  );
}
