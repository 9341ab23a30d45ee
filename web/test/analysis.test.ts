import { describe, expect, it } from "vitest";
import {
  arranged,
  arrowsOf,
  badgeOf,
  barOf,
  estimateText,
  exactValue,
  glyphText,
  numberBefore,
  plainComment,
  plyOf,
  shareOf,
  toggledGlyph,
  withCommands,
} from "../src/logic/analysis";
import type { AnalysisEvent, AnalysisLine, Known, MoveNode, Table } from "../src/protocol";

const win: Known = { value: "win", plies: 9, difference: null };
const draw: Known = { value: "draw", plies: null, difference: null };
const loss: Known = { value: "loss", plies: 4, difference: null };

function line(some: Partial<AnalysisLine> = {}): AnalysisLine {
  return {
    index: 0,
    score: { kind: "estimate", value: 62 },
    depth: 21,
    exact: null,
    source: "search",
    moves: [{ index: 0, text: "11-15", path: [11, 15], board: "" }],
    ...some,
  };
}

function event(some: Partial<AnalysisEvent> = {}): AnalysisEvent {
  return {
    event: "analysis",
    table: "k3",
    node: 0,
    threat: false,
    state: "working",
    depth: 21,
    nodes: 1,
    seconds: 1,
    known: null,
    source: "search",
    lines: [line()],
    ...some,
  };
}

describe("the bar", () => {
  it("is White's share, whoever moves", () => {
    expect(barOf(event(), "white")?.white).toBeGreaterThan(0.5);
    expect(barOf(event(), "black")?.white).toBeLessThan(0.5);
    expect(barOf(event(), "white")?.exact).toBeNull();
    expect(barOf(event({ lines: [] }), "white")).toBeNull();
  });
  it("is full for an exact value", () => {
    expect(barOf(event({ known: win }), "white")).toEqual({ white: 1, exact: "win" });
    expect(barOf(event({ known: win }), "black")).toEqual({ white: 0, exact: "win" });
    expect(barOf(event({ known: loss }), "black")).toEqual({ white: 1, exact: "loss" });
    expect(barOf(event({ known: draw }), "black")).toEqual({ white: 0.5, exact: "draw" });
  });
  it("says what follows from the best move, and no more", () => {
    expect(exactValue(event({ lines: [line({ exact: win })] }))).toEqual(win);
    expect(exactValue(event({ lines: [line({ exact: loss })] }))).toBeNull();
    expect(exactValue(event({ lines: [line({ exact: draw }), line()] }))).toBeNull();
    // A win of the search is an estimate.
    const found = event({ lines: [line({ score: { kind: "win", plies: 7 } })] });
    expect(exactValue(found)).toBeNull();
    expect(barOf(found, "white")?.exact).toBeNull();
    expect(barOf(found, "white")?.white).toBeLessThan(1);
  });
});

describe("a place of the graph", () => {
  it("is Black's share, exact only where the bar is", () => {
    expect(shareOf(event({ known: win }), "black")).toEqual({ black: 1, known: "win" });
    expect(shareOf(event({ known: win }), "white")).toEqual({ black: 0, known: "loss" });
    expect(shareOf(event({ known: draw }), "white")).toEqual({ black: 0.5, known: "draw" });
    expect(shareOf(event(), "white")?.known).toBeNull();
    expect(shareOf(event({ lines: [line({ score: { kind: "win", plies: 7 } })] }), "black")?.known).toBeNull();
    expect(shareOf(event({ lines: [] }), "white")).toBeNull();
  });
});

describe("a line", () => {
  it("has a badge for its source", () => {
    expect(badgeOf(line())).toEqual({ kind: "depth", depth: 21 });
    expect(badgeOf(line({ exact: win, source: "solution" }))).toEqual({ kind: "proven" });
    expect(badgeOf(line({ exact: win, source: "endgames" }))).toEqual({ kind: "endgames" });
  });
  it("has an estimate in men", () => {
    expect(estimateText(62)).toBe("+0.62");
    expect(estimateText(-110)).toBe("−1.10");
    expect(estimateText(0)).toBe("0.00");
  });
  it("has numbers before its moves", () => {
    expect([0, 1, 2, 3].map((at) => numberBefore(0, at))).toEqual(["1.", "", "2.", ""]);
    expect([0, 1, 2].map((at) => numberBefore(3, at))).toEqual(["2…", "3.", ""]);
  });
  it("is an arrow on the board", () => {
    const other = (to: number) => line({ moves: [{ index: 1, text: "", path: [9, to], board: "" }] });
    const pass = line({ moves: [{ index: 1, text: "", path: [], board: "" }] });
    expect(arrowsOf(event({ lines: [line(), other(13), pass, other(14), other(15)] }))).toEqual({
      best: [11, 15],
      others: [
        [9, 13],
        [9, 14],
      ],
    });
    expect(arrowsOf(null)).toEqual({ best: undefined, others: [] });
  });
});

describe("notes", () => {
  it("show one of six signs", () => {
    expect(glyphText([1])).toBe("!");
    expect(glyphText([4, 17])).toBe("??");
    expect(toggledGlyph([], 2)).toEqual([2]);
    expect(toggledGlyph([1, 17], 2)).toEqual([2, 17]);
    expect(toggledGlyph([2, 17], 2)).toEqual([17]);
  });
  it("hide commands for programs and keep them", () => {
    expect(plainComment("[%clk 0:05:00] a  good move [%emt 3]")).toBe("a good move");
    expect(withCommands(" better ", "old [%clk 0:05:00]")).toBe("better [%clk 0:05:00]");
    expect(withCommands("", "old")).toBe("");
  });
});

describe("the tree", () => {
  const node = (id: number, parent: number) => ({ id, parent }) as MoveNode;
  const note = (id: number, rank: number, gone = false) => ({ node: id, comment: "", nags: [], rank, gone });
  const table = (moves: ReturnType<typeof note>[]) =>
    ({
      nodes: [node(1, 0), node(2, 1), node(3, 0), node(4, 3)],
      start: { turn: "black" },
      notes: { start: "", moves },
    }) as unknown as Table;
  const ids = (moves: ReturnType<typeof note>[]) => arranged(table(moves)).nodes.map(({ id }) => id);
  it("stays as it is without notes", () => {
    expect(ids([])).toEqual([1, 2, 3, 4]);
  });
  it("has what was promoted first", () => {
    expect(ids([note(3, -1)])[0]).toBe(3);
    expect(ids([note(1, 1)]).indexOf(1)).toBeGreaterThan(ids([note(1, 1)]).indexOf(3));
  });
  it("loses what was taken out, with all that follows", () => {
    expect(ids([note(3, 0, true)])).toEqual([1, 2]);
  });
  it("counts plies from who begins", () => {
    expect(plyOf(table([]), 2, "black")).toBe(2);
    expect(plyOf(table([]), 0, "white")).toBe(1);
  });
});
