// The proof browser: addresses of nodes, and what the rows beside the board say. Pure.
import type { Colour, Known, LegalMove, MoveValue, ProofMove, ProofNode } from "../protocol";
import type { Shape } from "./drawing";

export interface ProofPlace {
  game: string;
  /** Whose strategy; null: the first. */
  side: Colour | null;
  moves: readonly string[];
}

/** "proof=suicide-6&side=black&moves=4-7,15-12": a link to any node. */
export function proofAddress({ game, side, moves }: ProofPlace): string {
  const parts = [`proof=${encodeURIComponent(game)}`];
  if (side) parts.push(`side=${side}`);
  if (moves.length > 0) parts.push(`moves=${moves.map(encodeURIComponent).join(",")}`);
  return parts.join("&");
}

export function readProofPlace(fields: URLSearchParams): ProofPlace {
  const side = fields.get("side");
  return {
    game: fields.get("proof") ?? "",
    side: side === "black" || side === "white" ? side : null,
    moves: (fields.get("moves") ?? "").split(",").filter((move) => move !== ""),
  };
}

export type Worth = Known["value"];

/** Where a value comes from; an estimate is no value. */
export type WorthSource = "certificate" | Exclude<MoveValue["source"], "engine">;

export interface ProofRow {
  index: number;
  move: LegalMove;
  known: ProofMove;
  /** For the side with the strategy; null: not known, or not yet. */
  worth: Worth | null;
  source: WorthSource | null;
}

const turned: Record<Worth, Worth> = { win: "loss", draw: "draw", loss: "win" };

/** What a move is worth for the side with the strategy: by the certificate where it says so, else by what was computed. */
export function worthOf(
  node: ProofNode,
  move: ProofMove,
  value: MoveValue | null,
): { worth: Worth; source: WorthSource } | null {
  const wins = node.certificate.promises.some(({ side, goal }) => side === node.side && goal === "wins");
  if (move.over) {
    const worth = move.winner === null ? "draw" : move.winner === node.side ? "win" : "loss";
    return { worth, source: "rules" };
  }
  if (wins && move.inside) return { worth: "win", source: "certificate" };
  if (move.inside && move.other) return { worth: "draw", source: "certificate" };
  if (!value?.known || value.source === "engine") return null;
  const { value: known } = value.known;
  return { worth: node.position.turn === node.side ? known : turned[known], source: value.source };
}

const worthOrder: Record<Worth, number> = { loss: 0, draw: 1, win: 2 };

/** The strategy's move first, then what the mover would rather play. */
export function rowsOf(node: ProofNode, values: readonly (MoveValue | null)[] | null): ProofRow[] {
  const rows = node.moves.flatMap((known, index): ProofRow[] => {
    const move = node.position.legal[index];
    if (!move) return [];
    const found = worthOf(node, known, values?.[index] ?? null);
    return [{ index, move, known, worth: found?.worth ?? null, source: found?.source ?? null }];
  });
  const own = node.position.turn === node.side;
  const rank = ({ known, worth }: ProofRow) =>
    (known.chosen ? 10 : 0) + (worth === null ? -5 : own ? worthOrder[worth] : -worthOrder[worth]);
  return rows.sort((a, b) => rank(b) - rank(a) || a.index - b.index);
}

/** How many of the replies are worth this much; null while one is not known. */
export function countWorth(rows: readonly ProofRow[], worth: Worth): number | null {
  return rows.some((row) => row.worth === null) ? null : rows.filter((row) => row.worth === worth).length;
}

/** Arrows of the replies: red for those that lose for the side that makes them, green for the others. Beside the strategy's own
 * move, which has another arrow, only what loses. */
export function arrowsOf(node: ProofNode, rows: readonly ProofRow[]): Shape[] {
  const own = node.position.turn === node.side;
  const bad: Worth = own ? "loss" : "win";
  return rows.flatMap(({ move, worth, known }): Shape[] => {
    const [from, to] = [move.path[0], move.path[move.path.length - 1]];
    if (!from || !to || from === to || worth === null || known.chosen) return [];
    if (own && worth !== bad) return [];
    return [{ ink: worth === bad ? "R" : "G", from, to }];
  });
}

/** The moves along which "forward" goes: what the strategy plays, or the first reply. */
export function nextMove(rows: readonly ProofRow[]): string | null {
  return rows[0]?.move.text ?? null;
}
