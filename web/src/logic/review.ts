// A game gone through move by move: what each of them did to the value of the position, exact where it is known. Pure.
import type { Colour, Glyph, Known, Moment, MoveNode, MoveValue, Review, ReviewedMove, Table } from "../protocol";
import { endOfLine, lineTo, nodeOf, wayDown } from "../state";

/** A move that gave something away, and where in the game. */
export interface Turn {
  node: MoveNode;
  /** Moves made before it. */
  ply: number;
  before: MoveValue;
  after: MoveValue;
  glyph: Glyph;
  loss: number;
  better: string[];
}

interface Placed {
  move: ReviewedMove;
  node: MoveNode;
  ply: number;
}

/** The reviewed moves with their places in the game; those of another game are left out. */
function placed(table: Table, review: Review): Placed[] {
  const line = new Map(lineTo(table, review.last).map((node, ply) => [node.id, { node, ply }]));
  return review.moves.flatMap((move) => {
    const place = line.get(move.node);
    return place ? [{ move, ...place }] : [];
  });
}

/** In the order of the game. The program names better moves for those alone that gave something away. */
export function turns(table: Table, review: Review): Turn[] {
  return placed(table, review).flatMap(({ move: { before, after, better, glyph, loss }, node, ply }) =>
    before && after && better.length > 0 ? [{ node, ply, before, after, glyph, loss, better }] : [],
  );
}

/** The signs of the moves that gave something away. */
export function glyphsOf(table: Table): ReadonlyMap<number, Glyph> {
  return new Map(table.review ? turns(table, table.review).map(({ node, glyph }) => [node.id, glyph]) : []);
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
  return `${numberOf(ply)}.${ply % 2 ? ".." : ""}`;
}

export const numberOf = (ply: number): number => Math.floor(ply / 2) + 1;

export const signOf: Record<Glyph, string> = { none: "", slip: "?!", mistake: "?", blunder: "??" };

export const isExact = (turn: { before: MoveValue; after: MoveValue }): boolean =>
  turn.before.known !== null && turn.after.known !== null;

/** One place of the curve: what Black can expect after so many moves, and whether that is known. */
export interface Point {
  ply: number;
  /** The move that leads there. */
  node: number;
  black: number;
  known: Known["value"] | null;
}

export function curve(table: Table, review: Review): Point[] {
  const flipped = { win: "loss", draw: "draw", loss: "win" } as const;
  return placed(table, review).flatMap(({ move: { after }, node, ply }) => {
    if (!after) return [];
    const black = node.side === "black";
    const value = after.known?.value ?? null;
    return [
      {
        ply,
        node: node.id,
        black: black ? after.expected : 1 - after.expected,
        known: value && !black ? flipped[value] : value,
      },
    ];
  });
}

/** The value of a position for Black, as far as it is known. */
export type Share = Pick<Point, "black" | "known">;

/**
 * The line through a position, from its first move to its last: each value from the best source there is. What is exact in the
 * review stays; estimates give way to `found`, the newest by node.
 */
export function graph(table: Table, at: number, found: ReadonlyMap<number, Share>): Point[] {
  const reviewed = new Map((table.review ? curve(table, table.review) : []).map((point) => [point.node, point]));
  return lineTo(table, endOfLine(table, at)).flatMap(({ id }, ply) => {
    const kept = reviewed.get(id);
    const value = kept?.known ? kept : (found.get(id) ?? kept);
    return value ? [{ ply, node: id, black: value.black, known: value.known }] : [];
  });
}

/** What is counted for one side. */
export interface Account {
  moves: number;
  held: number;
  /** Of these, moves whose value is exact. */
  exact: number;
  glyphs: Record<Exclude<Glyph, "none">, number>;
}

export function account(table: Table, review: Review, side: Colour): Account {
  const sum: Account = { moves: 0, held: 0, exact: 0, glyphs: { slip: 0, mistake: 0, blunder: 0 } };
  for (const { move, node } of placed(table, review)) {
    if (node.side !== side || !move.before || !move.after) continue;
    sum.moves++;
    if (move.glyph !== "none") {
      sum.glyphs[move.glyph]++;
      continue;
    }
    sum.held++;
    if (move.after.known) sum.exact++;
  }
  return sum;
}

/** The moments with what was played there. A moment whose moves are not known yet is left out. */
export function moments(table: Table, review: Review): { moment: Moment; turn: Turn }[] {
  const all = turns(table, review);
  return review.moments.flatMap((moment) => {
    const turn = all.find(({ node }) => node.id === moment.node);
    return turn ? [{ moment, turn }] : [];
  });
}

/** How it went, in a word: the page has a sentence for each. `move`: counted as in the list of moves. */
export type Story =
  | { kind: "clean" }
  | { kind: "even"; move: number }
  | { kind: "better"; side: Colour; move: number; exact: boolean }
  | { kind: "level" }
  | { kind: "open" };

const stillIn = 0.4; // an expected score that one can play on with
const clearlyBetter = 0.7;

export function story(table: Table, review: Review, winner: Colour | null, over: boolean): Story | null {
  // What there was before each move.
  const places = placed(table, review).flatMap(({ move: { before }, node, ply }) =>
    before ? [{ ply, side: node.side, expected: before.expected, exact: before.known !== null }] : [],
  );
  // And after the last one, where the rules did not end the game: somebody may have resigned a won one.
  const end = placed(table, review).pop();
  if (end?.move.after && end.move.after.source !== "rules") {
    const { expected, known } = end.move.after;
    places.push({ ply: end.ply, side: end.node.side, expected, exact: known !== null });
  }
  if (places.length === 0) return null;
  if (!over) return { kind: "open" };
  type Place = (typeof places)[number];
  const shareOf = (side: Colour, place: Place) => (side === place.side ? place.expected : 1 - place.expected);
  const better = (side: Colour): Story | null => {
    const top = places.reduce((best, place) => (shareOf(side, place) > shareOf(side, best) ? place : best));
    if (shareOf(side, top) < clearlyBetter) return null;
    return { kind: "better", side, move: numberOf(top.ply), exact: top.exact };
  };
  if (winner === null) return better("black") ?? better("white") ?? { kind: "level" };
  const loser = winner === "black" ? "white" : "black";
  const missed = better(loser);
  if (missed) return missed;
  if (turns(table, review).every(({ node }) => node.side !== loser)) return { kind: "clean" };
  const last = places.filter((place) => shareOf(loser, place) >= stillIn).pop();
  return last ? { kind: "even", move: numberOf(last.ply) } : { kind: "clean" };
}

/** The board before a move. */
export function boardBefore(table: Table, node: MoveNode): string {
  return nodeOf(table, node.parent)?.board ?? table.start.board;
}

/** The least depth of the estimates in a review; null where all is exact. */
export function leastDepth(review: Review): number | null {
  const depths = review.moves
    .flatMap(({ before, after }) => [before, after])
    .flatMap((value) => (value && !value.known ? [value.depth] : []));
  return depths.length > 0 ? Math.min(...depths) : null;
}
