import { describe, expect, it } from "vitest";
import {
  account,
  countOf,
  curve,
  graph,
  isWhole,
  leastDepth,
  moments,
  story,
  turns,
  undecided,
} from "../src/logic/review";
import type { Glyph, Known, MoveNode, MoveValue, Review, ReviewedMove, Table } from "../src/protocol";
import { en } from "../src/texts/en";
import { nl } from "../src/texts/nl";

const exact = (value: Known["value"]): MoveValue => ({
  source: "solution",
  known: { value, plies: null, difference: null },
  score: null,
  depth: 0,
  expected: { win: 1, draw: 0.5, loss: 0 }[value],
});
const estimate = (expected: number): MoveValue => ({
  source: "engine",
  known: null,
  score: { kind: "estimate", value: 0 },
  depth: 12,
  expected,
});
const win = exact("win");
const draw = exact("draw");
const loss = exact("loss");

const node = (id: number, parent: number) =>
  ({ id, parent, text: `move ${id}`, side: id % 2 ? "black" : "white" }) as MoveNode;
// 1 2 3, and 4 instead of 3
const table = { nodes: [node(1, 0), node(2, 1), node(3, 2), node(4, 2)], node: 3 } as Table;
const seen = (
  id: number,
  before: MoveValue | null,
  after: MoveValue | null,
  better: string[] = [],
  glyph: Glyph = better.length > 0 ? "mistake" : "none",
): ReviewedMove => ({
  node: id,
  before,
  after,
  loss: before && after ? Math.max(0, before.expected - after.expected) : 0,
  glyph,
  forced: false,
  better,
});
const review = (moves: ReviewedMove[], more: Partial<Review> = {}): Review => ({
  state: "done",
  last: 3,
  of: 3,
  done: 9,
  total: 9,
  moves,
  moments: [],
  made: "",
  sources: { pieces: 0, solution: false, nodes: 0 },
  ...more,
});

describe("the depth of a review", () => {
  it("is that of its least estimate", () => {
    const deeper: MoveValue = { ...estimate(0.4), depth: 20 };
    expect(leastDepth(review([seen(1, win, draw), seen(2, null, estimate(0.5)), seen(3, deeper, loss)]))).toBe(12);
  });
  it("is none where all is exact", () => {
    expect(leastDepth(review([seen(1, win, draw), seen(2, null, null)]))).toBeNull();
  });
});

describe("the graph of a line", () => {
  const found = (values: [number, number, Known["value"] | null][]) =>
    new Map(values.map(([id, black, known]) => [id, { black, known }]));
  it("has the values of the review, exact ones above all, and what the engine said since", () => {
    const reviewed = { ...table, review: review([seen(1, draw, estimate(0.6)), seen(2, estimate(0.4), win)]) };
    expect(graph(reviewed, 3, found([]))).toEqual([
      { ply: 0, node: 1, black: 0.6, known: null },
      { ply: 1, node: 2, black: 0, known: "loss" },
    ]);
    expect(
      graph(
        reviewed,
        3,
        found([
          [1, 0.7, null],
          [2, 0.3, null],
          [3, 1, "win"],
          [4, 0.5, "draw"],
        ]),
      ),
    ).toEqual([
      { ply: 0, node: 1, black: 0.7, known: null },
      { ply: 1, node: 2, black: 0, known: "loss" },
      { ply: 2, node: 3, black: 1, known: "win" },
    ]);
  });
  it("follows the variation on the board", () => {
    const values = found([
      [1, 0.5, null],
      [4, 0.25, null],
    ]);
    const unseen = { ...table, review: null } as Table;
    expect(graph(unseen, 4, values).map(({ node: id }) => id)).toEqual([1, 4]);
    expect(graph(unseen, 0, values).map(({ node: id }) => id)).toEqual([1]);
  });
});

describe("where a game turned", () => {
  it("are the moves for which there is a better one, with their places", () => {
    const found = turns(table, review([seen(1, win, win), seen(2, loss, loss), seen(3, win, draw, ["11-15"])]));
    expect(found.map(({ node: { id }, ply, better }) => [id, ply, better])).toEqual([[3, 2, ["11-15"]]]);
  });
  it("nobody can tell of moves that took too long", () => {
    const seenSome = review([seen(1, null, null), seen(2, draw, draw), seen(3, win, null)]);
    expect(undecided(table, seenSome).map(({ node: { id }, ply }) => [id, ply])).toEqual([
      [1, 0],
      [3, 2],
    ]);
    expect(turns(table, seenSome)).toEqual([]);
  });
  it("leaves out what is not on the line", () => {
    expect(turns(table, review([seen(4, win, loss, ["1-2"])]))).toEqual([]);
  });
  it("is offered once, and asked again when the game has changed", () => {
    const all = review([]);
    expect(isWhole(table, all, table.node)).toBe(true);
    expect(isWhole(table, all, 1)).toBe(true);
    expect(isWhole(table, all, 4)).toBe(false);
    expect(isWhole({ ...table, nodes: [...table.nodes, node(5, 3)] }, all, table.node)).toBe(false);
    expect(isWhole(table, { ...all, state: "stopped" }, table.node)).toBe(false);
  });
  it("counts moves as the list of moves does", () => {
    expect([0, 1, 2, 5].map(countOf)).toEqual(["1.", "1...", "2.", "3..."]);
  });
  it("has moments that are among the mistakes", () => {
    const both = review([seen(1, win, draw, ["1-5"]), seen(2, draw, draw)], {
      moments: [
        { node: 1, moves: [] },
        { node: 2, moves: [] },
      ],
    });
    expect(moments(table, both).map(({ turn }) => turn.node.id)).toEqual([1]);
  });
});

describe("the curve and the counts", () => {
  const all = review([
    seen(1, estimate(0.5), estimate(0.5)),
    seen(2, estimate(0.5), estimate(0.25), ["9-13"]),
    seen(3, win, win),
  ]);
  it("is Black's share, and says what is known", () => {
    expect(curve(table, all).map(({ black, known }) => [black, known])).toEqual([
      [0.5, null],
      [0.75, null],
      [1, "win"],
    ]);
    expect(curve(table, review([seen(2, draw, loss, ["1-2"])]))[0]).toMatchObject({ black: 1, known: "win" });
  });
  it("counts what held, apart by side and by what is known", () => {
    expect(account(table, all, "black")).toEqual({
      moves: 2,
      held: 2,
      exact: 1,
      glyphs: { slip: 0, mistake: 0, blunder: 0 },
    });
    expect(account(table, all, "white")).toMatchObject({ moves: 1, held: 0, glyphs: { mistake: 1 } });
  });
});

describe("how it went", () => {
  // What Black can expect before each of the three moves.
  const before = (a: number, b: number, c: number) =>
    review([
      seen(1, estimate(a), estimate(a)),
      seen(2, estimate(1 - b), estimate(1 - b)),
      seen(3, estimate(c), estimate(c)),
    ]);
  it("is that somebody was better and did not win", () => {
    expect(story(table, before(0.5, 0.8, 0.2), "white", true)).toEqual({
      kind: "better",
      side: "black",
      move: 1,
      exact: false,
    });
    expect(story(table, before(0.5, 0.8, 0.5), null, true)).toMatchObject({ kind: "better", side: "black" });
  });
  it("is when it was still even", () => {
    const lost = review([seen(1, estimate(0.5), estimate(0.5)), seen(2, draw, draw), seen(3, draw, loss, ["1-5"])]);
    expect(story(table, lost, "white", true)).toEqual({ kind: "even", move: 2 });
  });
  it("is a won game that was given up", () => {
    const resigned = review([seen(1, draw, draw), seen(2, draw, draw), seen(3, draw, win)]);
    expect(story(table, resigned, "white", true)).toEqual({ kind: "better", side: "black", move: 2, exact: true });
    const ended = { ...win, source: "rules" as const };
    const mated = review([seen(1, draw, draw), seen(2, draw, draw), seen(3, draw, ended)]);
    expect(story(table, mated, "black", true)).toEqual({ kind: "clean" });
  });
  it("is nothing that is not known", () => {
    expect(story(table, before(0.3, 0.2, 0.1), "white", true)).toEqual({ kind: "clean" });
    expect(story(table, before(0.5, 0.5, 0.5), null, true)).toEqual({ kind: "level" });
    expect(story(table, before(0.5, 0.5, 0.5), null, false)).toEqual({ kind: "open" });
    expect(story(table, review([]), null, true)).toBeNull();
  });
});

describe("words for what a move gave away", () => {
  it("say what there was and what is left", () => {
    const t = en.play.review;
    expect(t.turned("win", "draw", null, null)).toBe("a win becomes a draw");
    expect(t.turned("draw", "loss", null, 2)).toBe("a draw becomes a loss by 2");
    expect(t.turned("win", "win", 3, 1)).toBe("wins by 1 instead of 3");
    expect(t.turned("loss", "loss", 1, 2)).toBe("loses by 2 instead of 1");
    expect([0, 1, 2].map(t.done)).toEqual(["No mistakes.", "One mistake.", "2 mistakes."]);
  });
  it("are Dutch on a Dutch page", () => {
    const t = nl.play.review;
    expect(t.turned("win", "loss", 1, 2)).toBe("winst met 1 wordt verlies met 2");
    expect(t.turned("draw", "loss", null, null)).toBe("remise wordt verlies");
    expect(t.turned("loss", "loss", 1, 2)).toBe("verliest met 2 in plaats van 1");
  });
});
