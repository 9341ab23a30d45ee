// From clicked squares to a move. Any squares that leave exactly one legal move play it, but never the mere
// selecting of a man. Pure: the board and the legal moves come from the program.
import type { Colour, LegalMove } from "../protocol";

export interface Position {
  board: string;
  turn: Colour;
  legal: readonly LegalMove[];
  /** Captures are compulsory and there is one. */
  capture: boolean;
}

export interface Input {
  /** The man in hand; 0: none. */
  from: number;
  /** Squares clicked beside it, in order. */
  clicks: readonly number[];
}

export const emptyInput: Input = { from: 0, clicks: [] };

export type Refusal =
  | { code: "capture"; moves: string[]; men: number[] }
  | { code: "not-yours" }
  | { code: "stuck"; square: number }
  | { code: "cannot-go"; from: number; to: number; where: number[] }
  | { code: "nobody"; to: number };

export type Reply =
  | { kind: "play"; index: number }
  | { kind: "keep"; input: Input }
  /** Several moves fit: several men, or several ways of one man. */
  | { kind: "ask"; input: Input; candidates: number[] }
  | { kind: "refuse"; input: Input; why: Refusal };

export const isOwn = (position: Pick<Position, "board" | "turn">, square: number) => {
  const piece = position.board[square - 1];
  return position.turn === "black" ? piece === "b" || piece === "B" : piece === "w" || piece === "W";
};

const fromOf = (move: LegalMove) => move.path[0] ?? 0;
const endOf = (move: LegalMove) => move.path[move.path.length - 1] ?? 0;

export function isPass(move: LegalMove): boolean {
  return move.hops.length === 0;
}

/** Does one way of this move visit all these squares (or capture what stands there)? */
function visits(move: LegalMove, clicks: readonly number[]): boolean {
  const captured = move.hops.flatMap(([, first, second]) => [first, second]);
  return move.paths.some((path) =>
    clicks.every((square) => path.indexOf(square, 1) > 0 || (square > 0 && captured.includes(square))),
  );
}

/** Indices of the legal moves that fit what was clicked. */
export function candidates(legal: readonly LegalMove[], input: Input): number[] {
  const fits = (move: LegalMove) =>
    !isPass(move) && (input.from === 0 || fromOf(move) === input.from) && visits(move, input.clicks);
  return legal.flatMap((move, index) => (fits(move) ? [index] : []));
}

const unique = <T>(list: T[]) => [...new Set(list)];

/** Men that have a move. */
export function movable(legal: readonly LegalMove[]): number[] {
  return unique(legal.filter((move) => !isPass(move)).map(fromOf));
}

/** Where the man in hand can be sent: the ends of its moves, and the next squares where an end alone does not decide. */
export function targets(legal: readonly LegalMove[], input: Input): number[] {
  if (input.from === 0) return [];
  const moves = candidates(legal, input).map((index) => legal[index] as LegalMove);
  const last = input.clicks[input.clicks.length - 1];
  const shown: number[] = [];
  for (const move of moves) {
    // A click on the man itself puts it down: a capture that ends where it began is entered by the squares between.
    const circle = endOf(move) === input.from && input.clicks.length === 0;
    const shared = moves.some((other) => other !== move && endOf(other) === endOf(move));
    const reached = last !== undefined && last === endOf(move);
    if (!circle && !(shared && reached)) shown.push(endOf(move));
    if (!circle && !shared && input.clicks.length === 0) continue;
    for (const path of move.paths) {
      // Where the end was clicked first, the squares that tell its ways apart.
      const next =
        shared && reached
          ? path
              .slice(1, -1)
              .find((square) => !input.clicks.includes(square) && !moves.every((one) => visits(one, [square])))
          : path[(last === undefined ? 0 : path.indexOf(last, 1)) + 1];
      if (next !== undefined) shown.push(next);
    }
  }
  return unique(shown);
}

function captureRefusal(position: Position, input: Input): Reply {
  const moves = position.legal.map((move) => move.text);
  return { kind: "refuse", input, why: { code: "capture", moves: unique(moves), men: movable(position.legal) } };
}

/** A click, a tap or Enter on a square. */
export function click(position: Position, input: Input, square: number): Reply {
  const { legal } = position;
  const clicks = [...input.clicks, square];
  if (input.from > 0) {
    // The same square twice on the way: the move ends here.
    if (input.clicks[input.clicks.length - 1] === square) {
      const ending = candidates(legal, input).filter((index) => endOf(legal[index] as LegalMove) === square);
      if (ending.length === 1) return { kind: "play", index: ending[0] as number };
      if (ending.length > 1) return { kind: "ask", input, candidates: ending };
    }
    const closesCircle = square === input.from && input.clicks.length > 0;
    if (!isOwn(position, square) || closesCircle) {
      const fitting = candidates(legal, { from: input.from, clicks });
      if (fitting.length === 1) return { kind: "play", index: fitting[0] as number };
      if (fitting.length > 1) return { kind: "ask", input: { from: input.from, clicks }, candidates: fitting };
      if (!closesCircle) {
        if (position.capture) return captureRefusal(position, input);
        const where = targets(legal, { from: input.from, clicks: [] });
        return { kind: "refuse", input, why: { code: "cannot-go", from: input.from, to: square, where } };
      }
    }
    if (square === input.from) return { kind: "keep", input: emptyInput };
  }
  if (isOwn(position, square)) {
    if (!movable(legal).includes(square)) {
      if (position.capture) return captureRefusal(position, emptyInput);
      return { kind: "refuse", input: emptyInput, why: { code: "stuck", square } };
    }
    // Squares clicked before a man was in hand count as well: destination first, then the man.
    const before = input.from === 0 ? input.clicks : [];
    if (before.length > 0) {
      const fitting = candidates(legal, { from: square, clicks: before });
      if (fitting.length === 1) return { kind: "play", index: fitting[0] as number };
      if (fitting.length > 1) return { kind: "ask", input: { from: square, clicks: before }, candidates: fitting };
    }
    return { kind: "keep", input: { from: square, clicks: [] } };
  }
  // Nothing in hand: a square where moves end.
  if (position.board[square - 1] !== "e") return { kind: "refuse", input: emptyInput, why: { code: "not-yours" } };
  const ending = candidates(legal, { from: 0, clicks: [square] }).filter(
    (index) => endOf(legal[index] as LegalMove) === square,
  );
  if (ending.length === 1) return { kind: "play", index: ending[0] as number };
  if (ending.length > 1) {
    const men = unique(ending.map((index) => fromOf(legal[index] as LegalMove)));
    const from = men.length === 1 ? (men[0] as number) : 0;
    return { kind: "ask", input: { from, clicks: [square] }, candidates: ending };
  }
  if (position.capture) return captureRefusal(position, emptyInput);
  return { kind: "refuse", input: emptyInput, why: { code: "nobody", to: square } };
}

/** A man was dragged to a square; 0: beside the board. */
export function drop(position: Position, input: Input, from: number, to: number): Reply {
  const inHand = input.from === from ? input : { from, clicks: [] };
  if (to === 0 || to === from) return { kind: "keep", input: inHand };
  if (!movable(position.legal).includes(from)) return click(position, emptyInput, from);
  if (isOwn(position, to)) {
    if (position.capture) return captureRefusal(position, inHand);
    return {
      kind: "refuse",
      input: inHand,
      why: { code: "cannot-go", from, to, where: targets(position.legal, inHand) },
    };
  }
  return click(position, inHand, to);
}
