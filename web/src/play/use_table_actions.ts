// What one can ask of a table besides moving: take back, resign, draw, rematch, names, players.
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import type { Colour, Side, Table } from "../protocol";
import { onlyHuman, otherSide } from "../state";

export function useTableActions(table: Table) {
  const app = useApp();
  const { link, failed } = app;
  const t = app.text.play;
  const [answered, setAnswered] = useState(false); // the offer of a draw, by playing on
  const ask = (what: string, fields: Record<string, unknown> = {}) =>
    link.request(what, { table: table.id, ...fields }).catch(failed);
  const speaker: Colour = onlyHuman(table) ?? table.turn;
  // From one person to the other, who may sit at this page or at another one.
  const offered =
    table.offer && table.outcome === null && table[otherSide(table.offer)].kind === "human" ? table.offer : null;
  useEffect(() => setAnswered(false), [offered]);
  return {
    /** Who offers a draw to a person that has not answered. */
    offer: answered ? null : offered,
    agree: () => offered && ask("offer-draw", { side: otherSide(offered) }),
    playOn: () => setAnswered(true),
    undo: () => ask("undo"),
    redo: () => ask("redo"),
    goOn: () => ask("play"),
    resign: () => ask("resign", { side: speaker }),
    offerDraw: () => {
      setAnswered(false);
      link.request<{ accepted?: boolean }>("offer-draw", { table: table.id, side: speaker }).then(({ accepted }) => {
        if (accepted) app.toast(t.drawAccepted);
        else if (table[otherSide(speaker)].kind === "computer") app.toast(t.drawRefused);
      }, failed);
    },
    rematch: (swap: boolean) => {
      link
        .request<{ table: Table }>("rematch", { table: table.id, swap })
        .then(({ table: next }) => app.navigate(`t=${next.id}`), failed);
    },
    rename: (name: string) => ask("rename", { name }),
    setPlayers: (sides: { black: Side; white: Side }) => ask("players", sides),
  };
}

export type TableActions = ReturnType<typeof useTableActions>;
