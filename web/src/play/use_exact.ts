// Exact values of the position on the board: asked for while they are shown, which counts like a hint during a game.
import { useEffect, useMemo, useState } from "preact/hooks";
import { useApp } from "../context";
import { countPieces } from "../board/geometry";
import type { ExactEvent, GameInfo, Known, Table } from "../protocol";

const fewPieces = 8; // where a game that is not solved may have endgame tables

export interface Exact {
  state: ExactEvent["state"];
  known: Known | null;
  /** Of each legal move, in their order. */
  moves: readonly (Known | null)[];
}

/** `shown`: the table at the node that the page shows. `reviewing`: the review is open. */
export function useExact(table: Table, shown: Table, game: GameInfo, reviewing: boolean) {
  const { link, settings } = useApp();
  const [wanted, setWanted] = useState<boolean | null>(null); // null: as the state of the game says
  const [event, setEvent] = useState<ExactEvent | null>(null);
  const over = table.outcome !== null;
  const on = wanted ?? (settings.exact && (over || reviewing));
  // The choice for a game that is on does not outlast it.
  useEffect(() => setWanted(null), [over, reviewing]);

  const pieces = countPieces(shown.board);
  const possible = game.solved || pieces.b + pieces.w + pieces.B + pieces.W <= fewPieces;
  const asked = on && possible && shown.outcome === null;
  useEffect(
    () =>
      link.listen((said) => {
        if (typeof said === "object" && said.event === "exact" && said.table === table.id) setEvent(said);
      }),
    [link, table.id],
  );
  useEffect(() => {
    if (!asked) return;
    const ask = () => link.request("exact", { table: table.id, node: shown.node }).catch(() => undefined);
    void ask();
    return link.listen((said) => said === "up" && void ask());
  }, [link, table.id, shown.node, asked]);
  useEffect(() => {
    if (!asked) return;
    return () => void link.request("exact", { table: table.id, node: null }).catch(() => undefined);
  }, [link, table.id, asked]);

  const exact = useMemo<Exact | null>(() => {
    if (!asked) return null;
    if (event?.node !== shown.node) return { state: "working", known: null, moves: [] };
    return event;
  }, [asked, event, shown.node]);
  return { exact, on, possible, show: () => setWanted(true), hide: () => setWanted(false) };
}

export type ExactState = ReturnType<typeof useExact>;
