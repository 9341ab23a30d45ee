import { describe, expect, it } from "vitest";
import { countOf, isWhole, turns, undecided } from "../src/logic/review";
import type { Known, MoveNode, Review, ReviewedMove, Table } from "../src/protocol";
import { en } from "../src/texts/en";
import { nl } from "../src/texts/nl";

const win: Known = { value: "win", plies: null, difference: null };
const draw: Known = { value: "draw", plies: null, difference: null };
const loss: Known = { value: "loss", plies: null, difference: null };

const node = (id: number, parent: number) => ({ id, parent, text: `move ${id}` }) as MoveNode;
// 1 2 3, and 4 instead of 3
const table = { nodes: [node(1, 0), node(2, 1), node(3, 2), node(4, 2)], node: 3 } as Table;
const seen = (id: number, before: Known | null, after: Known | null, better: string[] = []): ReviewedMove => ({
  node: id,
  before,
  after,
  better,
});
const review = (moves: ReviewedMove[], more: Partial<Review> = {}): Review => ({
  state: "done",
  last: 3,
  of: 3,
  moves,
  ...more,
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
