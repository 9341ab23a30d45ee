// What one can ask of a table besides moving: take back, resign, draw, rematch, names, players.
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import type { Colour, Side, Table } from "../protocol";
import { keepSecrets } from "../seats";
import { humans, otherSide, ownSides } from "../state";
import type { ViewState } from "./use_view";

export function useTableActions(table: Table, you: readonly Colour[], view: ViewState) {
  const app = useApp();
  const { link, failed } = app;
  const t = app.text.play;
  const [answered, setAnswered] = useState(false); // the offer of a draw, by playing on
  const own = ownSides(table, you);
  /** Who speaks for this page: the side to move, where it plays both. */
  const speaker: Colour | undefined = own.includes(table.turn) ? table.turn : own[0];
  const offered = table.outcome === null && table.offer && own.includes(otherSide(table.offer)) ? table.offer : null;
  useEffect(() => setAnswered(false), [offered]);
  /** Two people play each other from different pages: what concerns both needs both. */
  const shared = humans(table) === 2 && own.length === 1;
  const asked = shared && table.takeBack && own.includes(otherSide(table.takeBack)) ? table.takeBack : null;
  const answer = (request: "ask-take-back" | "decline") =>
    speaker && done(link.request(request, { table: table.id, side: speaker }));
  const done = (request: Promise<unknown>) => void request.then(view.goLive, failed);
  return {
    /** Who offers a draw to a person at this page that has not answered. */
    offer: answered ? null : offered,
    agree: () => offered && done(link.request("offer-draw", { table: table.id, side: otherSide(offered) })),
    playOn: () => {
      setAnswered(true);
      if (shared) answer("decline");
    },
    shared,
    /** Who asks a person at this page for a move back. */
    takeBack: asked,
    agreeTakeBack: () => answer("ask-take-back"),
    decline: () => answer("decline"),
    undo: () => {
      if (!shared || (table.outcome && table.outcome.reason === "resigned"))
        return done(link.request("undo", { table: table.id }));
      if (!speaker) return;
      link.request("ask-take-back", { table: table.id, side: speaker }).then(({ accepted }) => {
        view.goLive();
        if (!accepted) app.toast(t.takeBackSent);
      }, failed);
    },
    redo: () => done(link.request("redo", { table: table.id })),
    /** Lets the computer play on from the position that is shown. */
    goOn: () => done(link.request("play", { table: table.id, node: view.shown.node })),
    resign: () => speaker && done(link.request("resign", { table: table.id, side: speaker })),
    offerDraw: () => {
      if (!speaker) return;
      setAnswered(false);
      link.request("offer-draw", { table: table.id, side: speaker }).then(({ accepted }) => {
        if (accepted) app.toast(t.drawAccepted);
        else if (table[otherSide(speaker)].kind === "computer") app.toast(t.drawRefused);
      }, failed);
    },
    rematch: (swap: boolean) => {
      link.request("rematch", { table: table.id, swap }).then(({ table: next, secrets }) => {
        keepSecrets(next.id, secrets);
        app.navigate(`t=${next.id}`);
      }, failed);
    },
    rename: (name: string) => void link.request("rename", { table: table.id, name }).catch(failed),
    setPlayers: (sides: { black: Side; white: Side }) => {
      const changed = { table: table.id, ...Object.fromEntries(you.map((side) => [side, sides[side]])) };
      void link.request("players", changed).catch(failed);
    },
  };
}

export type TableActions = ReturnType<typeof useTableActions>;
