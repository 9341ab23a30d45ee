// A table as the page keeps it: pure updates from the events of the program, and walks over its tree of moves.
import type { Colour, MoveNode, Score, Side, Table, TableEvent } from "./protocol";

const mostLogLines = 200;

/** The table after the event. An event that is older than what we have changes nothing. */
export function applyEvent(table: Table, event: TableEvent): Table {
  if (event.table !== table.id || event.version <= table.version) return table;
  const next: Table = { ...table, ...event.set, id: table.id, version: event.version };
  if (event.add?.length) {
    const known = new Set(next.nodes.map((node) => node.id));
    next.nodes = [...next.nodes, ...event.add.filter((node) => !known.has(node.id))];
  }
  if (event.say?.length) next.log = [...next.log, ...event.say].slice(-mostLogLines);
  return next;
}

export function nodeOf(table: Table, id: number): MoveNode | undefined {
  return table.nodes.find((node) => node.id === id);
}

export function childrenOf(table: Table, id: number): MoveNode[] {
  return table.nodes.filter((node) => node.parent === id);
}

/** The moves from the start to this node. */
export function lineTo(table: Table, id: number): MoveNode[] {
  const byId = new Map(table.nodes.map((node) => [node.id, node]));
  const line: MoveNode[] = [];
  for (let node = byId.get(id); node; node = byId.get(node.parent)) line.unshift(node);
  return line;
}

/** The moves that lead from one node down to another; null if they do not. */
export function wayDown(table: Table, from: number, to: number): MoveNode[] | null {
  const line = lineTo(table, to);
  if (from === 0) return line;
  const index = line.findIndex((node) => node.id === from);
  return index < 0 ? null : line.slice(index + 1);
}

/** The last node below this one when the first child is always taken. */
export function endOfLine(table: Table, id: number): number {
  const first = new Map<number, number>();
  for (const node of table.nodes) if (!first.has(node.parent)) first.set(node.parent, node.id);
  for (let next = first.get(id); next !== undefined; next = first.get(id)) id = next;
  return id;
}

/** Where "forward" leads: along the line that was visited before, else to the first child. */
export function nextNode(table: Table, id: number, visited: number): number {
  const way = wayDown(table, id, visited);
  return way?.[0]?.id ?? childrenOf(table, id)[0]?.id ?? id;
}

/** Where "to the end" leads: through the line that was visited before, and on. */
export function lastNode(table: Table, id: number, visited: number): number {
  return endOfLine(table, wayDown(table, id, visited) ? visited : id);
}

export function boardAt(table: Table, id: number): string {
  return id === 0 ? table.start.board : (nodeOf(table, id)?.board ?? table.board);
}

/** The squares of a move in order; none for a pass. */
export function squaresOf(node: MoveNode | undefined): number[] {
  return node && node.from > 0 ? [node.from, ...node.hops.map(([to]) => to)] : [];
}

/** Squares of the last two moves that captured more than once, except where they began. */
export function jumpedOver(table: Table): Set<number> {
  const last = nodeOf(table, table.node);
  const both = [last, last && nodeOf(table, last.parent)];
  return new Set(both.flatMap((node) => (node && node.hops.length > 1 ? squaresOf(node).slice(1) : [])));
}

/** One line of the move list: moves that follow each other, and what else was played instead of one of them. */
export interface Line {
  /** Moves made before the first of these. */
  ply: number;
  moves: { node: MoveNode; instead: Line[] }[];
}

/** The whole tree as lines. Variations stand with the move that they replace. */
export function linesOf(nodes: readonly MoveNode[]): Line {
  const children = new Map<number, MoveNode[]>();
  for (const node of nodes) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
  const lineFrom = (first: MoveNode | undefined, ply: number): Line => {
    const line: Line = { ply, moves: [] };
    let siblings = first ? [first] : [];
    for (let at = ply; siblings[0]; at++) {
      const [main, ...others] = siblings;
      line.moves.push({ node: main as MoveNode, instead: others.map((other) => lineFrom(other, at)) });
      siblings = children.get((main as MoveNode).id) ?? [];
    }
    return line;
  };
  const [first, ...others] = children.get(0) ?? [];
  const line = lineFrom(first, 0);
  if (line.moves[0]) line.moves[0].instead = others.map((other) => lineFrom(other, 0));
  return line;
}

export function otherSide(side: Colour): Colour {
  return side === "black" ? "white" : "black";
}

export function isHuman(side: Side): boolean {
  return side.kind === "human";
}

/** How many of the two sides are people. */
export function humans(table: Table): number {
  return Number(isHuman(table.black)) + Number(isHuman(table.white));
}

/** The sides that this page plays: those whose seats it holds, as far as people play them. */
export function ownSides(table: Table, you: readonly Colour[]): Colour[] {
  return you.filter((side) => isHuman(table[side]));
}

/** The side that this page plays; null when it plays both or none. */
export function ownSide(table: Table, you: readonly Colour[]): Colour | null {
  const own = ownSides(table, you);
  return own.length === 1 ? (own[0] ?? null) : null;
}

/** Seconds as a clock shows them: 4:41, 0:09.3 in the last ten seconds, 1:02:03. */
export function clockText(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** 950, 12.4 k, 3.1 M. */
export function shortNumber(value: number): string {
  for (const [limit, sign] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const)
    if (value >= limit) return `${(value / limit).toFixed(value < 100 * limit ? 1 : 0)} ${sign}`;
  return String(Math.round(value));
}

/** A score as a share of the bar for that side, 0 to 1; null where there is no bar: points of a strategy's own making. */
export function scoreShare(score: Score): number | null {
  switch (score.kind) {
    case "estimate":
      return 1 / (1 + Math.exp((-score.value / 100) * 0.9));
    case "win":
      return 0.97;
    case "loss":
      return 0.03;
    case "draw":
      return 0.5;
    case "points":
      return null;
  }
}
