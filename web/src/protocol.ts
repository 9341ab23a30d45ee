// The messages between page and program, exactly as docs/protocol.md describes them.

export const protocolVersion = 1;

export type Colour = "black" | "white";
/** One character for each square by number: b, w men, B, W kings, e empty. */
export type Board = string;

export interface GameInfo {
  name: string;
  family: string;
  title: string;
  summary: string;
  size: number;
  reversed: boolean;
  /** The exact value of every position can be worked out. */
  solved: boolean;
  begins: Colour;
  sides: Record<Colour, string>;
  notation: "numeric" | "algebraic";
  rules: string[];
  /** Where square number n stands: cells[n - 1] is [row, column], row 0 on top, White at the bottom. */
  cells: [number, number][];
  names: string[] | null;
  start: Board;
}

export interface StrategyInfo {
  name: string;
  help: string;
  options: string;
}

export interface Limits {
  tables: number;
  /** Bytes: of a message, and of a text that is read. */
  message: number;
  text: number;
  /** Characters of a name. */
  name: number;
  /** Of a move at a table. */
  seconds: { engine: number; others: number };
  /** Games and random moves of a run, seconds of a move in it. */
  lab: { games: number; plies: number; seconds: number };
}

export interface Hello {
  event: "hello";
  protocol: number;
  program: string;
  games: GameInfo[];
  strategies: StrategyInfo[];
  limits: Partial<Limits>;
}

export type Side = { kind: "human"; name?: string } | { kind: "computer"; player: string };

/** Square where it ends, square captured, second square captured; 0 for nothing. */
export type Hop = [number, number, number];

/** What a position is worth to the side to move, or a move to the side that makes it, with best play of both. */
export interface Known {
  value: "win" | "draw" | "loss";
  /** Single moves to the end of the game, the move itself included; null for a draw, and where nobody has counted. */
  plies: number | null;
  /** Pieces more at the end, where they are counted: less than 0 for a loss. */
  difference?: number | null;
}

export interface ReviewedMove {
  /** That the move leads to. */
  node: number;
  /** What the position was worth to the side that moved, and what the move left of it; null where it took too long to tell. */
  before: Known | null;
  after: Known | null;
  /** Moves that keep what this one gave away. */
  better: string[];
}

/** A game gone through from its end to its start. */
export interface Review {
  state: "working" | "done" | "stopped";
  /** The node to which its moves lead. */
  last: number;
  /** How many moves there are to look at. */
  of: number;
  /** Those that were looked at, in the order of the game. */
  moves: ReviewedMove[];
}

export interface LegalMove {
  text: string;
  path: number[];
  hops: Hop[];
  crowned: boolean;
  paths: number[][];
  known: Known | null;
}

export interface MoveNode {
  id: number;
  parent: number;
  text: string;
  side: Colour;
  /** 0: a pass. */
  from: number;
  hops: Hop[];
  crowned: boolean;
  board: Board;
  remark: string;
}

export interface Outcome {
  winner: Colour | null;
  reason: string;
  text: string;
}

export interface LogLine {
  who: "computer" | "judge";
  side: Colour | null;
  text: string;
  ply: number;
}

export interface Clock {
  seconds: number;
  increment: number;
  /** Seconds left when `running` was set, and who is running. */
  left: Record<Colour, number>;
  running: Colour | null;
}

export interface Thinking {
  side: Colour;
  seconds: number;
  depth?: number;
  score?: string;
  nodes?: number;
  line?: string;
  /** Cut-offs in max and in min nodes, where they are counted. */
  prunings?: { max: number; min: number };
}

export interface Table {
  id: string;
  version: number;
  name: string;
  game: string;
  created: string;
  black: Side;
  white: Side;
  start: { board: Board; turn: Colour; fen: string; usual: boolean };
  nodes: MoveNode[];
  node: number;
  board: Board;
  turn: Colour;
  fen: string;
  legal: LegalMove[];
  /** May come later than the position, together with that of the moves. */
  known: Known | null;
  /** The exact value is being worked out, or would take too long; null: neither. */
  exact: "working" | "unknown" | null;
  review: Review | null;
  capture: boolean;
  outcome: Outcome | null;
  clock: Clock | null;
  state: "waiting" | "thinking" | "paused" | "over";
  thinking: Thinking | null;
  hints: number;
  running: boolean;
  delay: number;
  /** Who has offered a draw to another person. */
  offer?: Colour | null;
  log: LogLine[];
}

export interface TableEvent {
  event: "table";
  table: string;
  version: number;
  set: Partial<Table>;
  add?: MoveNode[];
  say?: LogLine[];
}

export interface ThinkingEvent extends Thinking {
  event: "thinking";
  table: string;
}

/** A value with its 95 % interval. */
export type Estimate = [value: number, low: number, high: number];
export type WinDrawLoss = [won: number, drawn: number, lost: number];

export interface RunCell {
  game: string;
  first: number;
  second: number;
  won: number;
  drawn: number;
  lost: number;
  score: Estimate;
  elo: Estimate;
  first_begins: WinDrawLoss;
  second_begins: WinDrawLoss;
  plies: number;
}

export interface Run {
  id: string;
  name: string;
  created?: string;
  /** Why it failed; else empty. */
  message?: string;
  state: "running" | "stopped" | "complete" | "failed";
  done: number;
  planned: number;
  seconds: number;
  players: string[];
  games: string[];
  cells: RunCell[];
  plan: string;
}

export interface RunEvent {
  event: "run";
  run: Run;
}

export interface LibraryEntry {
  id: string;
  name: string;
  game: string;
  black: string;
  white: string;
  result: string;
  plies: number;
  created: string;
  changed: string;
}

export type Event = Hello | TableEvent | ThinkingEvent | RunEvent;

export type ErrorCode = "bad-request" | "unknown" | "illegal" | "refused" | "too-many" | "failed";

export interface ProtocolError {
  code: ErrorCode;
  message: string;
}

export type Answer = { re: number | null; ok: unknown } | { re: number | null; error: ProtocolError };
