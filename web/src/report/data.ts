// The run that a report shows: results.json, with boards and games to replay. Pure.
import type { Results } from "../logic/run";
import type { Colour, GameInfo, Hop, Message, Run, RunCell } from "../protocol";

export interface ReplayMove {
  text: string;
  /** 0: a pass. */
  from: number;
  hops: Hop[];
  crowned: boolean;
}

export interface Replay {
  cell: number;
  /** From 0. */
  number: number;
  /** Players, by their place in the list. */
  black: number;
  white: number;
  winner: Colour | null;
  /** Moves that the players did not choose. */
  opening: number;
  end: Message;
  moves: ReplayMove[];
}

export interface ReportCell extends RunCell {
  /** How often the games ended for each reason, by its word. */
  ends?: Record<string, number>;
  /** Of the first and the second player. */
  seconds_per_move?: [number, number];
  slowest_move?: [number, number];
  /** Games that the first and the second player lost by a forfeit, and why one of them was. */
  forfeits?: [number, number];
  forfeit_example?: string;
  /** The sequential test, in a run that has one. */
  sprt?: { llr: number; lower: number; upper: number; verdict: "open" | "accepted" | "rejected" };
}

export interface Report extends Results, Pick<Run, "state" | "done" | "planned"> {
  cells: ReportCell[];
  boards: GameInfo[];
  /** Where the games began, if not at the start of the game. */
  start?: string | null;
  replays: Replay[];
}

/** The board after a move, which is known to be legal. */
export function boardAfter(board: string, { from, hops, crowned }: ReplayMove): string {
  if (from === 0 || hops.length === 0) return board;
  const squares = [...board];
  const piece = squares[from - 1] ?? "e";
  squares[from - 1] = "e";
  for (const [, first, second] of hops)
    for (const captured of [first, second]) if (captured) squares[captured - 1] = "e";
  squares[(hops[hops.length - 1]?.[0] ?? from) - 1] = crowned ? piece.toUpperCase() : piece;
  return squares.join("");
}

/** The boards of a game: before the first move, and after each. */
export function boardsOf(start: string, moves: readonly ReplayMove[]): string[] {
  const boards = [start];
  for (const move of moves) boards.push(boardAfter(boards[boards.length - 1] ?? start, move));
  return boards;
}

/** Sums of the reasons for which the games of one kind ended, most frequent first. */
export function endsOf(cells: readonly ReportCell[], game: string): [reason: string, count: number][] {
  const sums = new Map<string, number>();
  for (const cell of cells)
    if (cell.game === game)
      for (const [reason, count] of Object.entries(cell.ends ?? {})) sums.set(reason, (sums.get(reason) ?? 0) + count);
  return [...sums].sort((a, b) => b[1] - a[1]);
}

/** Games with a number of plies from the first to the last. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

export interface Lengths {
  games: number;
  shortest: number;
  longest: number;
  mean: number;
  bins: Bin[];
}

const mostBins = 30;

/** The lengths of the games of one kind; lengths that lie close together share a bin. Null: there are none. */
export function lengthsOf(cells: readonly RunCell[], game: string): Lengths | null {
  const counts: number[] = [];
  for (const cell of cells)
    if (cell.game === game)
      for (const [plies, count] of (cell.lengths ?? []).entries()) counts[plies] = (counts[plies] ?? 0) + count;
  const shortest = counts.findIndex((count) => count > 0);
  if (shortest < 0) return null;
  const longest = counts.length - 1 - [...counts].reverse().findIndex((count) => count > 0);
  const width = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((one) => (longest - shortest) / one < mostBins) ?? 1000;
  const bins: Bin[] = [];
  for (let from = shortest - (shortest % width); from <= longest; from += width) {
    const inside = counts.slice(from, from + width);
    bins.push({ from, to: from + width - 1, count: inside.reduce((sum, count) => sum + count, 0) });
  }
  const games = counts.reduce((sum, count) => sum + count, 0);
  return { games, shortest, longest, mean: counts.reduce((sum, count, plies) => sum + count * plies, 0) / games, bins };
}

const units = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
  [1e-9, "ns"],
] as const;

/** 0.00042 seconds: "420 µs". */
export function secondsText(seconds: number, locale: string): string {
  const [size, unit] = units.find(([one]) => seconds >= one) ?? units[units.length - 1]!;
  const value = seconds / size;
  const format = value < 10 ? { maximumFractionDigits: 1 } : { maximumFractionDigits: 0 };
  return `${new Intl.NumberFormat(locale, format).format(value)}\u00a0${unit}`;
}
