// Editing a position. The rules are not here: the program says whether a position can be played, and how it is written.
import type { AnswerTo, Board, Colour, GameInfo, ReadGame } from "../protocol";
import { otherSide } from "../state";

export type Piece = "b" | "B" | "w" | "W";
/** What a click on a square puts there; "e" takes away. */
export type Tool = Piece | "e";

export const tools: readonly Tool[] = ["b", "B", "w", "W", "e"];

export interface Setup {
  game: string;
  board: Board;
  turn: Colour;
}

export interface Editor {
  now: Setup;
  past: Setup[];
  future: Setup[];
}

export type Edit =
  | { do: "put"; square: number; piece: Tool }
  | { do: "use"; square: number; tool: Tool }
  | { do: "move"; from: number; to: number }
  | { do: "turn"; turn: Colour }
  | { do: "clear" }
  | { do: "start"; game: GameInfo }
  | { do: "swap" }
  | { do: "set"; setup: Setup }
  | { do: "undo" }
  | { do: "redo" };

const longestPast = 200;

export function startOf(game: GameInfo): Setup {
  return { game: game.name, board: game.start, turn: game.begins };
}

export function editorOf(setup: Setup): Editor {
  return { now: setup, past: [], future: [] };
}

export function pieceAt(board: Board, square: number): Tool {
  return (board[square - 1] ?? "e") as Tool;
}

export function withPiece(board: Board, square: number, piece: Tool): Board {
  if (square < 1 || square > board.length) return board;
  return board.slice(0, square - 1) + piece + board.slice(square);
}

/** The board half a turn round, with the colours exchanged: the same position for the other side. */
export function swapped(board: Board): Board {
  const other: Record<string, string> = { b: "w", w: "b", B: "W", W: "B" };
  return [...board]
    .reverse()
    .map((piece) => other[piece] ?? "e")
    .join("");
}

function changed(setup: Setup, edit: Edit): Setup {
  switch (edit.do) {
    case "put":
      return { ...setup, board: withPiece(setup.board, edit.square, edit.piece) };
    case "use": {
      // A second click with the same piece takes it away again.
      const same = pieceAt(setup.board, edit.square) === edit.tool;
      return { ...setup, board: withPiece(setup.board, edit.square, same ? "e" : edit.tool) };
    }
    case "move": {
      const piece = pieceAt(setup.board, edit.from);
      if (piece === "e" || edit.from === edit.to) return setup;
      const lifted = withPiece(setup.board, edit.from, "e");
      return { ...setup, board: withPiece(lifted, edit.to, piece) };
    }
    case "turn":
      return { ...setup, turn: edit.turn };
    case "clear":
      return { ...setup, board: "e".repeat(setup.board.length) };
    case "start":
      return startOf(edit.game);
    case "swap":
      return { ...setup, board: swapped(setup.board), turn: otherSide(setup.turn) };
    case "set":
      return edit.setup;
    default:
      return setup;
  }
}

export function sameSetup(a: Setup, b: Setup): boolean {
  return a.game === b.game && a.board === b.board && a.turn === b.turn;
}

export function edited(editor: Editor, edit: Edit): Editor {
  const { now, past, future } = editor;
  if (edit.do === "undo") {
    const before = past[past.length - 1];
    return before ? { now: before, past: past.slice(0, -1), future: [now, ...future] } : editor;
  }
  if (edit.do === "redo") {
    const after = future[0];
    return after ? { now: after, past: [...past, now], future: future.slice(1) } : editor;
  }
  const next = changed(now, edit);
  if (sameSetup(now, next)) return editor;
  return { now: next, past: [...past, now].slice(-longestPast), future: [] };
}

/** The tool that a key stands for: 1 to 5 in the order of the palette. */
export function toolOfKey(key: string): Tool | null {
  return tools[Number.parseInt(key, 10) - 1] ?? null;
}

export type Format = "fen" | "pdn" | "log" | "svg";

export type FoundGame = ReadGame;
export type ReadAnswer = AnswerTo<"read">;

/** What was found in a text, and what it was read as. */
export type Reading = ReadAnswer & { as: { game?: string } };

/**
 * A text read as this game where it does not say what it is. What does not fit may fit another game: then the program finds out
 * which, unless a person said that it is this one.
 */
export async function readBest(
  read: (as: { game?: string }) => Promise<Reading>,
  game: string,
  certain: boolean,
): Promise<Reading> {
  if (certain) return read({ game });
  const wrong = (answer: Reading) => answer.games.filter((one) => one.error !== null).length;
  try {
    const first = await read({ game });
    if (first.kind !== "pdn" || wrong(first) === 0) return first;
    const second = await read({}).catch(() => first);
    return wrong(second) < wrong(first) ? second : first;
  } catch (error) {
    return read({}).catch(() => Promise.reject(error as Error));
  }
}

/** Whether a text has more bytes than the program reads at a time. */
export function tooLong(text: string, most: number): boolean {
  return text.length > most || new TextEncoder().encode(text).length > most;
}

/** The address of the new-game dialog with this position. */
export function playAddress(game: string, fen: string): string {
  return new URLSearchParams({ new: game, fen }).toString();
}
