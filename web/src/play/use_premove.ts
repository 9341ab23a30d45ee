// Premoves: between two people, a move that is entered during the other's turn is played when one's own turn comes.
import { useEffect, useState } from "preact/hooks";
import type { Input } from "../board/input";
import { isOwn } from "../board/input";
import { planned, premoveIndex } from "../logic/premove";
import { useStable } from "../parts/hooks";
import type { Colour, Table } from "../protocol";
import { humans, otherSide } from "../state";

interface PremoveOptions {
  /** As the page shows it; `live`: that is where the game stands. */
  table: Table;
  live: boolean;
  /** The side of this page; null: both or none. */
  side: Colour | null;
  mine: boolean;
  play: (index: number) => void;
  onGone: () => void;
}

export function usePremove({ table, live, side, mine, play, onGone }: PremoveOptions) {
  const [plan, setPlan] = useState<Input | null>(null);
  const possible =
    live && side !== null && humans(table) === 2 && table.outcome === null && table.turn === otherSide(side);
  const resolve = useStable(() => {
    if (possible || !plan) return;
    setPlan(null);
    if (!mine || plan.clicks.length === 0) return;
    const index = premoveIndex(table.legal, plan);
    if (index === null) onGone();
    else play(index);
  });
  useEffect(resolve, [resolve, possible, mine, table.node]);
  const own = (square: number) => side !== null && isOwn({ board: table.board, turn: side }, square);
  return {
    possible,
    plan: possible ? plan : null,
    canDrag: (square: number) => possible && own(square),
    onSquare: (square: number) => setPlan(planned(plan, square, own(square))),
    onDrag: (from: number) => setPlan({ from, clicks: [] }),
    onDrop: (from: number, to: number) => setPlan(to > 0 && to !== from ? { from, clicks: [to] } : null),
    cancel: () => setPlan(null),
  };
}
