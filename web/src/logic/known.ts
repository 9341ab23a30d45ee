// Exact values of a position and its moves: order, and what a target on the board leads to. Pure.
import { candidates, isPass, targets, type Input } from "../board/input";
import type { Known, LegalMove } from "../protocol";

export type Values = readonly (Known | null)[];

/** How many moves the side to move still makes until the end. It is the same number for the winner, who ends a lost
 * game with the second ply of the last pair. Null where there is no distance. */
export function movesLeft({ value, plies }: Known): number | null {
  return value === "draw" || plies === null ? null : Math.ceil(plies / 2);
}

/** How many pieces the winner has more at the end; null where they are not counted, and for draws. */
export function piecesAhead({ value, difference }: Known): number | null {
  return value === "draw" || difference === null ? null : Math.abs(difference);
}

/** The higher the better: wins by many pieces, quick wins, slow wins, draws, slow losses, quick losses. A distance that is
 * not known is a long one; a move of which nothing is known comes last. */
function rank(known: Known | null): number {
  if (!known) return -Infinity;
  const nearness = 1 / (1 + (known.plies ?? Infinity));
  const pieces = 2 * (known.difference ?? 0);
  return pieces + { win: 1 + nearness, draw: 0, loss: -1 - nearness }[known.value];
}

/** Indices of the moves, the best first; moves of the same value stay in order. */
export function bestFirst(values: Values): number[] {
  const ranks = values.map(rank);
  return values.map((_, index) => index).sort((a, b) => (ranks[b] as number) - (ranks[a] as number) || a - b);
}

/** The value of the best move over each target of the man in hand; only where it is known of all of them, or one wins. */
export function knownTargets(legal: readonly LegalMove[], values: Values, input: Input): Map<number, Known> {
  const found = new Map<number, Known>();
  for (const square of targets(legal, input)) {
    const moves = candidates(legal, { from: input.from, clicks: [...input.clicks, square] }).map(
      (index) => values[index] ?? null,
    );
    const best = moves[bestFirst(moves)[0] ?? 0];
    if (best && (best.value === "win" || moves.every((known) => known))) found.set(square, best);
  }
  return found;
}

/** Moves as the list names them: by all their squares where several have the same text. */
export function moveNames(legal: readonly LegalMove[], name: (square: number) => string, pass: string): string[] {
  return legal.map((move) => {
    if (isPass(move)) return pass;
    return legal.some((other) => other !== move && other.text === move.text)
      ? move.path.map(name).join("x")
      : move.text;
  });
}
