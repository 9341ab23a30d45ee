import { describe, expect, it } from "vitest";
import { motionsOf } from "../src/board/animation";
import { countPieces, placeOf, readFen, rowsOf, squareName, stepTo, type Cells } from "../src/board/geometry";
import { candidates, click, drop, emptyInput, movable, targets, type Input, type Position } from "../src/board/input";
import type { Hop, LegalMove } from "../src/protocol";

const cells: Cells = Array.from({ length: 32 }, (_, index) => {
  const row = Math.floor(index / 4);
  return [row, 2 * (index % 4) + (row % 2 ? 0 : 1)];
});

function step(from: number, to: number): LegalMove {
  return {
    text: `${from}-${to}`,
    path: [from, to],
    hops: [[to, 0, 0]],
    crowned: false,
    paths: [[from, to]],
  };
}

/** 1x10(6)x17(14): squares and what is captured between them. */
function jump(path: number[], captured: number[], paths = [path]): LegalMove {
  const hops = path.slice(1).map((to, index): Hop => [to, captured[index] ?? 0, 0]);
  return { text: `${path[0]}x${path[path.length - 1]}`, path, hops, crowned: false, paths };
}

function place(pieces: Record<number, string>): string {
  return Array.from({ length: 32 }, (_, index) => pieces[index + 1] ?? "e").join("");
}

function position(
  pieces: Record<number, string>,
  legal: LegalMove[],
  capture = legal.some((move) => (move.hops[0]?.[1] ?? 0) > 0),
): Position {
  return { board: place(pieces), turn: "black", legal, capture };
}

const inHand = (from: number, ...clicks: number[]): Input => ({ from, clicks });

describe("squares", () => {
  it("stand where the program says, and turned", () => {
    expect(placeOf(cells, 8, 1, false)).toEqual([0, 1]);
    expect(placeOf(cells, 8, 1, true)).toEqual([7, 6]);
    expect(placeOf(cells, 8, 32, true)).toEqual([0, 1]);
  });
  it("come in rows", () => {
    expect(rowsOf(cells, 8, false)[1]).toEqual([5, 6, 7, 8]);
    expect(rowsOf(cells, 8, true)[0]).toEqual([32, 31, 30, 29]);
  });
  it("are reached by keys", () => {
    const rows = rowsOf(cells, 8, false);
    expect(stepTo(rows, 6, "ArrowLeft")).toBe(5);
    expect(stepTo(rows, 5, "ArrowLeft")).toBe(5);
    expect(stepTo(rows, 8, "ArrowRight")).toBe(8);
    expect(stepTo(rows, 6, "ArrowUp")).toBe(2);
    expect(stepTo(rows, 2, "ArrowUp")).toBe(2);
    expect(stepTo(rows, 6, "ArrowDown")).toBe(10);
    expect(stepTo(rows, 6, "End")).toBe(8);
    expect(stepTo(rows, 6, "PageDown")).toBe(30);
    expect(stepTo(rows, 6, "x")).toBe(6);
  });
  it("every square can be reached with arrows from every other", () => {
    const rows = rowsOf(cells, 8, true);
    const seen = new Set([1]);
    for (const square of seen)
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) seen.add(stepTo(rows, square, key));
    expect(seen.size).toBe(32);
  });
  it("have names", () => {
    expect(squareName(null, 7)).toBe("7");
    expect(squareName(["b8", "d8"], 2)).toBe("d8");
  });
  it("are filled by a FEN", () => {
    expect(readFen("B:W5-6,K8:B1,2", null, 8)).toEqual({ board: "bbeewweW", turn: "black" });
    expect(readFen("W:WKb4,a1:Bd4", ["b4", "d4", "a3", "c3", "b2", "d2", "a1", "c1"], 8)).toEqual({
      board: "Wbeeeewe",
      turn: "white",
    });
    expect(readFen("W:W:B1", null, 8)).toEqual({ board: "beeeeeee", turn: "white" });
    for (const wrong of ["", "B", "B:W1", "X:W1:B2", "B:W9:B1", "B:W2-1:B3", "B:W0:B1", "B:Q1:B2", "B:Wa9:B1"])
      expect(readFen(wrong, null, 8)).toBeNull();
  });
  it("hold pieces", () => {
    expect(countPieces("bbwBe")).toEqual({ b: 2, w: 1, B: 1, W: 0 });
  });
});

describe("steps", () => {
  const quiet = position({ 9: "b", 10: "b", 11: "b", 2: "b", 22: "w" }, [
    step(9, 13),
    step(9, 14),
    step(10, 14),
    step(10, 15),
    step(11, 15),
    step(11, 16),
  ]);
  it("selects a man, and never plays on that", () => {
    expect(click(quiet, emptyInput, 9)).toEqual({ kind: "keep", input: inHand(9) });
    const only = position({ 9: "b" }, [step(9, 13)]);
    expect(click(only, emptyInput, 9)).toEqual({ kind: "keep", input: inHand(9) });
  });
  it("puts it down by a second click, and changes to another", () => {
    expect(click(quiet, inHand(9), 9)).toEqual({ kind: "keep", input: emptyInput });
    expect(click(quiet, inHand(9), 10)).toEqual({ kind: "keep", input: inHand(10) });
  });
  it("plays to a destination", () => {
    expect(click(quiet, inHand(9), 14)).toEqual({ kind: "play", index: 1 });
  });
  it("shows destinations", () => {
    expect(targets(quiet.legal, inHand(9))).toEqual([13, 14]);
    expect(targets(quiet.legal, emptyInput)).toEqual([]);
    expect(movable(quiet.legal)).toEqual([9, 10, 11]);
  });
  it("plays by one click on a square where one move ends", () => {
    expect(click(quiet, emptyInput, 13)).toEqual({ kind: "play", index: 0 });
  });
  it("asks which man where several can go, and takes the man then", () => {
    const asked = click(quiet, emptyInput, 14);
    expect(asked).toEqual({ kind: "ask", input: { from: 0, clicks: [14] }, candidates: [1, 2] });
    expect(click(quiet, { from: 0, clicks: [14] }, 10)).toEqual({ kind: "play", index: 2 });
    expect(click(quiet, { from: 0, clicks: [14] }, 11)).toEqual({ kind: "keep", input: inHand(11) });
  });
  it("says why not", () => {
    expect(click(quiet, emptyInput, 2)).toMatchObject({ kind: "refuse", why: { code: "stuck", square: 2 } });
    expect(click(quiet, emptyInput, 22)).toMatchObject({ kind: "refuse", why: { code: "not-yours" } });
    expect(click(quiet, emptyInput, 30)).toMatchObject({ kind: "refuse", why: { code: "nobody", to: 30 } });
    expect(click(quiet, inHand(9), 15)).toMatchObject({
      kind: "refuse",
      input: inHand(9),
      why: { code: "cannot-go", from: 9, to: 15, where: [13, 14] },
    });
  });
  it("lets a pass alone", () => {
    const pass: LegalMove = { text: "pass", path: [], hops: [], crowned: false, paths: [[]] };
    const stuck = position({ 9: "b" }, [pass]);
    expect(movable(stuck.legal)).toEqual([]);
    expect(click(stuck, emptyInput, 9)).toMatchObject({ kind: "refuse", why: { code: "stuck" } });
  });
});

describe("compulsory captures", () => {
  const must = position({ 11: "b", 10: "b", 15: "w" }, [jump([11, 18], [15]), jump([10, 19], [15])]);
  it("explains a wrong man, a wrong square and a wrong destination", () => {
    const also = position({ 11: "b", 4: "b", 15: "w" }, [jump([11, 18], [15])]);
    for (const reply of [click(also, emptyInput, 4), click(also, emptyInput, 30), click(also, inHand(11), 16)])
      expect(reply).toMatchObject({ kind: "refuse", why: { code: "capture", moves: ["11x18"], men: [11] } });
  });
  it("takes the captured man as a sign too", () => {
    expect(click(must, inHand(11), 15)).toEqual({ kind: "play", index: 0 });
  });
});

describe("multi-jumps", () => {
  // Two ways from 1 to 17, one of which is not decided by its end; and a longer one that begins the same.
  const left = jump([1, 10, 17], [6, 14]);
  const right = jump([1, 8, 17], [5, 13]);
  const long = jump([1, 10, 19, 28], [6, 15, 24]);
  const men = { 1: "b", 6: "w", 14: "w", 5: "w", 13: "w", 15: "w", 24: "w" };
  it("plays at the end square when that decides", () => {
    expect(click(position(men, [left, long]), inHand(1), 28)).toEqual({ kind: "play", index: 1 });
    expect(click(position(men, [left, long]), inHand(1), 17)).toEqual({ kind: "play", index: 0 });
  });
  it("asks when the end does not decide, and takes a square on the way", () => {
    const both = position(men, [left, right]);
    expect(targets(both.legal, inHand(1))).toEqual([17, 10, 8]);
    // The shared end clicked first: the squares that tell the two ways apart are marked.
    expect(targets(both.legal, inHand(1, 17))).toEqual([10, 8]);
    expect(click(both, inHand(1), 17)).toEqual({ kind: "ask", input: inHand(1, 17), candidates: [0, 1] });
    expect(click(both, inHand(1, 17), 8)).toEqual({ kind: "play", index: 1 });
    expect(click(both, inHand(1), 10)).toEqual({ kind: "play", index: 0 });
  });
  it("goes square by square through a shared one", () => {
    const fork = position(men, [left, long]);
    const reply = click(fork, inHand(1), 10);
    expect(reply).toEqual({ kind: "ask", input: inHand(1, 10), candidates: [0, 1] });
    expect(targets(fork.legal, inHand(1, 10))).toEqual([17, 28, 19]);
    expect(click(fork, inHand(1, 10), 19)).toEqual({ kind: "play", index: 1 });
  });
  it("ends on a square that a longer move only visits, by a second click", () => {
    const short = jump([1, 8, 10], [5, 7]);
    const fork = position(men, [short, long]);
    expect(click(fork, inHand(1), 10)).toMatchObject({ kind: "ask", input: inHand(1, 10) });
    expect(click(fork, inHand(1, 10), 10)).toEqual({ kind: "play", index: 0 });
    expect(click(fork, inHand(1, 10), 28)).toEqual({ kind: "play", index: 1 });
  });
  it("knows several ways of one move", () => {
    const ways = jump(
      [1, 10, 19, 12, 3],
      [6, 15, 16, 8],
      [
        [1, 10, 19, 12, 3],
        [1, 5, 14, 12, 3],
      ],
    );
    expect(candidates([ways], inHand(1, 14))).toEqual([0]);
    expect(candidates([ways], inHand(1, 10, 14))).toEqual([]);
  });
  it("can come back to where it began", () => {
    const circle = jump([1, 10, 17, 8, 1], [6, 14, 13, 5]);
    const fork = position(men, [circle, left]);
    expect(click(fork, inHand(1), 1)).toEqual({ kind: "keep", input: emptyInput });
    expect(click(fork, inHand(1), 10)).toMatchObject({ kind: "ask", input: inHand(1, 10) });
    expect(click(fork, inHand(1, 10), 1)).toEqual({ kind: "play", index: 0 });
  });
  it("that come back show the squares between, not the man itself", () => {
    const circle = jump([1, 10, 17, 8, 1], [6, 14, 13, 5]);
    expect(targets([circle], inHand(1))).toEqual([10]);
    expect(targets([circle, jump([1, 12, 21], [7, 17])], inHand(1))).toEqual([10, 21]);
    const board = { ...position({ 1: "B" }, [circle]), capture: true };
    expect(click(board, inHand(1), 10)).toEqual({ kind: "play", index: 0 });
  });
});

describe("dragging", () => {
  const quiet = position({ 9: "b", 10: "b", 2: "b" }, [step(9, 13), step(9, 14), step(10, 14)]);
  it("plays where it is dropped", () => {
    expect(drop(quiet, emptyInput, 9, 14)).toEqual({ kind: "play", index: 1 });
  });
  it("keeps the man in hand beside the board and on its own square", () => {
    expect(drop(quiet, emptyInput, 9, 0)).toEqual({ kind: "keep", input: inHand(9) });
    expect(drop(quiet, emptyInput, 9, 9)).toEqual({ kind: "keep", input: inHand(9) });
  });
  it("says why not", () => {
    expect(drop(quiet, emptyInput, 9, 10)).toMatchObject({
      kind: "refuse",
      why: { code: "cannot-go", from: 9, to: 10 },
    });
    expect(drop(quiet, emptyInput, 2, 7)).toMatchObject({ kind: "refuse", why: { code: "stuck", square: 2 } });
    const must = position({ 11: "b", 4: "b", 15: "w" }, [jump([11, 18], [15])]);
    expect(drop(must, emptyInput, 4, 8)).toMatchObject({ kind: "refuse", why: { code: "capture" } });
    expect(drop(must, emptyInput, 11, 4)).toMatchObject({ kind: "refuse", why: { code: "capture" } });
  });
});

describe("animation", () => {
  it("goes hop by hop and gathers ghosts", () => {
    const hops: Hop[] = [
      [18, 15, 0],
      [27, 23, 24],
    ];
    const motions = motionsOf({
      id: 1,
      parent: 0,
      text: "",
      side: "black",
      from: 11,
      hops,
      crowned: false,
      board: "",
      remark: null,
    });
    expect(motions.map(({ at }) => at)).toEqual([18, 27]);
    expect(motions.map(({ ghosts }) => ghosts)).toEqual([[15], [15, 23, 24]]);
  });
  it("has nothing to show for a pass", () => {
    expect(
      motionsOf({
        id: 1,
        parent: 0,
        text: "",
        side: "black",
        from: 0,
        hops: [],
        crowned: false,
        board: "",
        remark: null,
      }),
    ).toEqual([]);
  });
  it("hurries", () => {
    const node = {
      id: 1,
      parent: 0,
      text: "",
      side: "black" as const,
      from: 11,
      hops: [[15, 0, 0]] as Hop[],
      crowned: false,
      board: "",
      remark: null,
    };
    expect(motionsOf(node, 2)[0]!.ms * 2).toBeCloseTo(motionsOf(node)[0]!.ms, -1);
  });
});
