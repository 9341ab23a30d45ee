// Names and numbers of a run, in the language of the page.
import { Fragment } from "preact";
import { titleOf, useLook, type Look } from "../context";
import * as logic from "../logic/run";
import type { Run } from "../protocol";

export function runTitle(look: Look, run: Pick<Run, "name" | "players" | "games">): string {
  if (run.name) return run.name;
  const text = look.text.laboratory;
  const players = logic.playerNames(run.players);
  const who = players.length <= 3 ? players.join(", ") : text.playerCount(players.length);
  const games = run.games.length === 1 ? titleOf(look, run.games[0]!) : text.gameCount(run.games.length);
  return `${who} · ${games}`;
}

/** A player's name, which may be broken after a colon or comma. */
export function Name({ children }: { children: string | undefined }) {
  const parts = (children ?? "").match(/[^:,]+[:,]?/g) ?? [];
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** The numbers of a page in its language. */
export function useNumbers() {
  const { language } = useLook();
  return {
    number: (value: number, decimals = 0) => logic.numberText(value, language, decimals),
    percent: (share: number, decimals = 1) => logic.percentText(share, language, decimals),
    interval: (low: number, high: number) => logic.intervalText(low, high, language),
  };
}
