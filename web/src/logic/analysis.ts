// What the analysis shows: bar, badges, arrows, the numbers of a line, notes on moves. Pure.
import type { AnalysisEvent, AnalysisLine, Colour, Known, MoveNote, Score, Table } from "../protocol";
import { scoreShare } from "../state";
import type { Share } from "./review";

/** The signs that people put behind a move, by their number in PDN. */
export const glyphs: readonly (readonly [nag: number, sign: string])[] = [
  [1, "!"],
  [2, "?"],
  [5, "!?"],
  [6, "?!"],
  [3, "!!"],
  [4, "??"],
];

const signs = new Map(glyphs);

export function glyphText(nags: readonly number[]): string {
  return nags
    .map((nag) => signs.get(nag) ?? "")
    .filter(Boolean)
    .join(" ");
}

/** The glyphs of a move after a click on one of them: at most one of the six, others stay. */
export function toggledGlyph(nags: readonly number[], nag: number): number[] {
  const others = nags.filter((one) => !signs.has(one));
  return nags.includes(nag) ? others : [nag, ...others];
}

/** Without the commands for programs, such as [%clk 0:05:00]. */
export function plainComment(comment: string): string {
  return comment
    .replace(/\[%[^\]]*\]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** A comment that is written anew keeps the commands of the old one. */
export function withCommands(words: string, before: string): string {
  return [words.trim(), ...(before.match(/\[%[^\]]*\]/g) ?? [])].filter(Boolean).join(" ");
}

export function notesOf(table: Table): Map<number, MoveNote> {
  return new Map(table.notes.moves.map((note) => [note.node, note]));
}

/** The table without moves that were taken out, and variations in the order that people gave them. */
export function arranged(table: Table): Table {
  const notes = notesOf(table);
  if (![...notes.values()].some(({ rank, gone }) => rank !== 0 || gone)) return table;
  const gone = new Set<number>();
  for (const node of table.nodes) if (notes.get(node.id)?.gone || gone.has(node.parent)) gone.add(node.id);
  const rank = (id: number) => notes.get(id)?.rank ?? 0;
  const nodes = table.nodes.filter(({ id }) => !gone.has(id)).sort((a, b) => rank(a.id) - rank(b.id) || a.id - b.id);
  return { ...table, nodes };
}

export interface Bar {
  /** Of White, 0 to 1. */
  white: number;
  /** Solid, with a word; otherwise an estimate. */
  exact: Known["value"] | null;
}

const full = { win: 1, draw: 0.5, loss: 0 };

/** The value of the position: exact where it is known, or where the best move has an exact win. */
export function exactValue({ known, lines }: AnalysisEvent): Known | null {
  const [best] = lines;
  return known ?? (best?.exact?.value === "win" ? best.exact : null);
}

export function barOf(event: AnalysisEvent, turn: Colour): Bar | null {
  const exact = exactValue(event);
  const best = event.lines[0];
  const share = exact ? full[exact.value] : best ? scoreShare(best.score) : null;
  if (share === null) return null;
  return { white: turn === "white" ? share : 1 - share, exact: exact?.value ?? null };
}

/** The same for Black, as a place of the graph. */
export function shareOf(event: AnalysisEvent, turn: Colour): Share | null {
  const bar = barOf(event, turn);
  if (!bar) return null;
  const flipped = { win: "loss", draw: "draw", loss: "win" } as const;
  return { black: 1 - bar.white, known: bar.exact && turn === "white" ? flipped[bar.exact] : bar.exact };
}

export type Badge = { kind: "proven" } | { kind: "endgames" } | { kind: "depth"; depth: number };

/** What a line rests on. */
export function badgeOf(line: AnalysisLine): Badge {
  if (line.source === "solution") return { kind: "proven" };
  if (line.source === "endgames") return { kind: "endgames" };
  return { kind: "depth", depth: line.depth };
}

/** "+0.62", "−1.10" */
export function estimateText(value: number): string {
  const men = (Math.abs(value) / 100).toFixed(2);
  return `${value > 0 && men !== "0.00" ? "+" : value < 0 && men !== "0.00" ? "−" : ""}${men}`;
}

export function isDecided(score: Score): boolean {
  return score.kind === "win" || score.kind === "loss";
}

/** The best moves as arrows: the first, and what comes after it. */
export function arrowsOf(event: AnalysisEvent | null): { best?: readonly number[]; others: (readonly number[])[] } {
  const paths = (event?.lines ?? []).map((line) => line.moves[0]?.path ?? []).filter((path) => path.length > 1);
  const [best, ...others] = paths;
  return { best, others: others.slice(0, 2) };
}

/** The number that stands before a move of a line; "" where none does. `ply`: of the first move, from 0. */
export function numberBefore(ply: number, index: number): string {
  const at = ply + index;
  if (at % 2 === 0) return `${at / 2 + 1}.`;
  return index === 0 ? `${(at - 1) / 2 + 1}…` : "";
}

/** Moves before this node, counted as the game counts them. */
export function plyOf(table: Table, node: number, begins: Colour): number {
  let ply = table.start.turn === begins ? 0 : 1;
  const parents = new Map(table.nodes.map(({ id, parent }) => [id, parent]));
  for (let at = node; at > 0; at = parents.get(at) ?? 0) ply++;
  return ply;
}
