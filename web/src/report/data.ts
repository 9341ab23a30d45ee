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
}

export interface Report extends Results, Pick<Run, "state" | "done" | "planned" | "seconds"> {
  cells: ReportCell[];
  boards: GameInfo[];
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
