// The addresses of the page, all behind the #.
import type { Position } from "./logic/library";
import { readProofPlace, type ProofPlace } from "./logic/proof";

export interface TablePlace {
  table: string;
  /** Where in the game; null: where it stands. */
  node: number | null;
  /** The secret of a seat that was given away. */
  seat: string;
  /** Take the seats if they are free: it is one's own game, from the list of games. */
  sit: boolean;
  /** With its review open. */
  review?: boolean;
  /** To be analysed, not played. */
  analyse?: boolean;
}

export type Route =
  | { screen: "home" }
  | { screen: "games" }
  | { screen: "learn"; course: string; step: string }
  | { screen: "new"; game: string; fen: string; way: string }
  | ({ screen: "play" } & TablePlace)
  | ({ screen: "analyse" } & TablePlace)
  | { screen: "board"; game: string; fen: string }
  | { screen: "setup" }
  | { screen: "library"; position: Position | null }
  | { screen: "puzzles"; exercise: string }
  | { screen: "mistakes" }
  | { screen: "proof"; place: ProofPlace }
  | { screen: "endings"; place: string }
  | { screen: "lab"; run: string };

/** Games that reached a position: `library&game=GAME&board=BOARD&turn=black`. */
export function libraryPlace({ game, board, turn }: Omit<Position, "swapped">): string {
  return `library&${new URLSearchParams({ game, board, turn })}`;
}

function readPosition(fields: URLSearchParams): Position | null {
  const [game, board, turn] = ["game", "board", "turn"].map((name) => fields.get(name) ?? "");
  if (!game || !board || !/^[bwBWe]+$/.test(board) || (turn !== "black" && turn !== "white")) return null;
  return { game, board, turn, swapped: false };
}

export function readRoute(hash: string): Route {
  const place = hash.replace(/^#/, "").replace(/^analyse\?/, "analyse&");
  const fields = new URLSearchParams(place);
  const table = fields.get("t");
  if (table) {
    const node = Number.parseInt(fields.get("n") ?? "", 10);
    return {
      screen: "play",
      table,
      node: Number.isInteger(node) && node >= 0 ? node : null,
      seat: fields.get("seat") ?? "",
      sit: fields.has("sit"),
      ...(fields.has("review") && { review: true }),
    };
  }
  if (fields.has("analyse")) {
    const node = Number.parseInt(fields.get("n") ?? "", 10);
    const id = fields.get("analyse");
    if (id)
      return {
        screen: "analyse",
        table: id,
        node: Number.isInteger(node) && node >= 0 ? node : null,
        seat: "",
        sit: true,
        analyse: true,
      };
    return { screen: "board", game: fields.get("game") ?? "", fen: fields.get("fen") ?? "" };
  }
  const game = fields.get("new");
  if (game) return { screen: "new", game, fen: fields.get("fen") ?? "", way: fields.get("way") ?? "" };
  if (fields.has("games")) return { screen: "games" };
  if (fields.has("learn"))
    return { screen: "learn", course: fields.get("learn") ?? "", step: fields.get("step") ?? "" };
  if (fields.has("setup")) return { screen: "setup" };
  if (fields.has("library")) return { screen: "library", position: readPosition(fields) };
  if (fields.has("puzzles")) return { screen: "puzzles", exercise: fields.get("puzzles") ?? "" };
  if (fields.has("proof")) return { screen: "proof", place: readProofPlace(fields) };
  if (fields.has("mistakes")) return { screen: "mistakes" };
  if (fields.has("endings")) return { screen: "endings", place: fields.get("endings") ?? "" };
  if (fields.has("lab")) return { screen: "lab", run: fields.get("lab") ?? "" };
  return { screen: "home" };
}
