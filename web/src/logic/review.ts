// A game gone through move by move: which of them changed the exact value of the position. Pure.
import type { Known, MoveNode, Review, ReviewedMove, Table } from "../protocol";
import { endOfLine, lineTo, wayDown } from "../state";

/** A move that gave something away, and where in the game. */
export interface Turn {
  node: MoveNode;
  /** Moves made before it. */
  ply: number;
  before: Known;
  after: Known;
  better: string[];
}

/** The reviewed moves with their places in the game; those of another game are left out. */
function placed(table: Table, review: Review): { move: ReviewedMove; node: MoveNode; ply: number }[] {
  const line = new Map(lineTo(table, review.last).map((node, ply) => [node.id, { node, ply }]));
  return review.moves.flatMap((move) => {
    const place = line.get(move.node);
    return place ? [{ move, ...place }] : [];
  });
}

/** In the order of the game. The program names better moves for those alone that gave something away. */
export function turns(table: Table, review: Review): Turn[] {
  return placed(table, review).flatMap(({ move: { before, after, better }, node, ply }) =>
    before && after && better.length > 0 ? [{ node, ply, before, after, better }] : [],
  );
}

/** Moves that took too long to judge. */
export function undecided(table: Table, review: Review): { node: MoveNode; ply: number }[] {
  return placed(table, review).flatMap(({ move, node, ply }) => (move.before && move.after ? [] : [{ node, ply }]));
}

/** Whether the game has been gone through as it is now: the line where it stands, to its end, and nothing was left out. */
export function isWhole(table: Table, review: Review, at: number): boolean {
  return (
    review.state === "done" && review.last === endOfLine(table, review.last) && wayDown(table, at, review.last) !== null
  );
}

/** "3." before a move of the side that began, "3..." before one of the other. */
export function countOf(ply: number): string {
  return `${Math.floor(ply / 2) + 1}.${ply % 2 ? ".." : ""}`;
}
