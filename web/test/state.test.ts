import { describe, expect, it } from "vitest";
import type { MoveNode, Table } from "../src/protocol";
import {
  applyEvent,
  boardAt,
  clockText,
  endOfLine,
  jumpedOver,
  lastNode,
  linesOf,
  lineTo,
  nextNode,
  ownSide,
  ownSides,
  scoreShare,
  shortNumber,
  squaresOf,
  wayDown,
} from "../src/state";

function node(id: number, parent: number, text = `${id}`): MoveNode {
  return {
    id,
    parent,
    text,
    side: "black",
    from: 11,
    hops: [[15, 0, 0]],
    crowned: false,
    board: `board${id}`,
    remark: null,
  };
}

function table(nodes: MoveNode[] = []): Table {
  return {
    id: "k3",
    version: 5,
    name: "",
    game: "english",
    created: "",
    black: { kind: "human" },
    white: { kind: "computer", player: "random" },
    start: { board: "start", turn: "black", fen: "", standard: true },
    nodes,
    node: 0,
    board: "start",
    turn: "black",
    fen: "",
    legal: [],
    review: null,
    capture: false,
    outcome: null,
    clock: null,
    state: "waiting",
    thinking: null,
    hints: 0,
    exactShown: 0,
    offer: null,
    takeBack: null,
    rematch: null,
    notes: { start: "", moves: [] },
    seats: { black: { shared: false, present: true }, white: { shared: false, present: true } },
    running: false,
    delay: 400,
    log: [],
  };
}

//      0
//      1
//    2   5
//    3   6
//    4
const tree = table([node(1, 0), node(2, 1), node(3, 2), node(4, 3), node(5, 1), node(6, 5)]);

describe("events", () => {
  it("replaces fields, adds nodes and lines", () => {
    const before = table([node(1, 0)]);
    const after = applyEvent(before, {
      event: "table",
      table: "k3",
      version: 6,
      set: { node: 2, turn: "white" },
      add: [node(2, 1)],
      say: [{ who: "referee", side: null, move: null, message: null, ply: 2 }],
    });
    expect(after.node).toBe(2);
    expect(after.turn).toBe("white");
    expect(after.version).toBe(6);
    expect(after.nodes.map(({ id }) => id)).toEqual([1, 2]);
    expect(after.log).toHaveLength(1);
    expect(before.nodes).toHaveLength(1);
    expect(before.log).toHaveLength(0);
  });
  it("ignores what is old or of another table", () => {
    const before = table();
    expect(applyEvent(before, { event: "table", table: "k3", version: 5, set: { node: 9 } })).toBe(before);
    expect(applyEvent(before, { event: "table", table: "xx", version: 9, set: { node: 9 } })).toBe(before);
  });
  it("does not add a node twice", () => {
    const after = applyEvent(table([node(1, 0)]), {
      event: "table",
      table: "k3",
      version: 6,
      set: {},
      add: [node(1, 0), node(2, 1)],
    });
    expect(after.nodes.map(({ id }) => id)).toEqual([1, 2]);
  });
  it("keeps the last 200 lines", () => {
    const say = Array.from({ length: 250 }, (_, ply) => ({
      who: "computer" as const,
      side: null,
      move: `${ply}`,
      message: null,
      ply,
    }));
    const after = applyEvent(table(), { event: "table", table: "k3", version: 6, set: {}, say });
    expect(after.log).toHaveLength(200);
    expect(after.log[199]?.move).toBe("249");
  });
});

describe("the tree", () => {
  it("goes to the end of the line that was visited", () => {
    expect(lastNode(tree, 0, 3)).toBe(4);
    expect(lastNode(tree, 0, 5)).toBe(6);
    expect(lastNode(tree, 5, 5)).toBe(6);
    expect(lastNode(tree, 1, 0)).toBe(4);
  });
  it("knows the line to a node", () => {
    expect(lineTo(tree, 6).map(({ id }) => id)).toEqual([1, 5, 6]);
    expect(lineTo(tree, 0)).toEqual([]);
  });
  it("knows the way down, and that there is none up or across", () => {
    expect(wayDown(tree, 1, 3)?.map(({ id }) => id)).toEqual([2, 3]);
    expect(wayDown(tree, 0, 5)?.map(({ id }) => id)).toEqual([1, 5]);
    expect(wayDown(tree, 3, 3)).toEqual([]);
    expect(wayDown(tree, 3, 1)).toBeNull();
    expect(wayDown(tree, 2, 6)).toBeNull();
  });
  it("ends on the main line", () => {
    expect(endOfLine(tree, 0)).toBe(4);
    expect(endOfLine(tree, 5)).toBe(6);
  });
  it("goes forward where one has been", () => {
    expect(nextNode(tree, 1, 6)).toBe(5);
    expect(nextNode(tree, 1, 4)).toBe(2);
    expect(nextNode(tree, 1, 0)).toBe(2);
    expect(nextNode(tree, 4, 4)).toBe(4);
  });
  it("makes lines with variations", () => {
    const main = linesOf(tree.nodes);
    expect(main.moves.map(({ node: { id } }) => id)).toEqual([1, 2, 3, 4]);
    const [other] = main.moves[1]!.instead;
    expect(other!.ply).toBe(1);
    expect(other!.moves.map(({ node: { id } }) => id)).toEqual([5, 6]);
    expect(linesOf(table().nodes).moves).toEqual([]);
  });
  it("keeps variations of the first move", () => {
    const main = linesOf(table([node(1, 0), node(2, 0), node(3, 2)]).nodes);
    expect(main.moves.map(({ node: { id } }) => id)).toEqual([1]);
    expect(main.moves[0]!.instead[0]!.moves.map(({ node: { id } }) => id)).toEqual([2, 3]);
  });
  it("has boards and squares", () => {
    expect(boardAt(tree, 0)).toBe("start");
    expect(boardAt(tree, 3)).toBe("board3");
    expect(squaresOf(tree.nodes[0])).toEqual([11, 15]);
    expect(squaresOf({ ...node(9, 0), from: 0, hops: [] })).toEqual([]);
    expect(squaresOf(undefined)).toEqual([]);
  });
});

it("knows which sides this page plays", () => {
  const people = { ...table(), white: { kind: "human" } } as Table;
  expect(ownSide(table(), ["black", "white"])).toBe("black"); // the other is a computer
  expect(ownSides(people, ["black", "white"])).toEqual(["black", "white"]);
  expect(ownSide(people, ["black", "white"])).toBeNull();
  expect(ownSide(people, ["white"])).toBe("white");
  expect(ownSides(people, [])).toEqual([]);
  expect(ownSide({ ...table(), black: { kind: "computer", player: "edge" } }, ["black"])).toBeNull();
});

it("writes clocks", () => {
  expect(clockText(281)).toBe("4:41");
  expect(clockText(9.37)).toBe("0:09.3");
  expect(clockText(10)).toBe("0:10");
  expect(clockText(3723)).toBe("1:02:03");
  expect(clockText(-3)).toBe("0:00.0");
});

it("shortens numbers", () => {
  expect(shortNumber(950)).toBe("950");
  expect(shortNumber(12_400)).toBe("12.4 k");
  expect(shortNumber(3_100_000)).toBe("3.1 M");
  expect(shortNumber(310_000_000)).toBe("310 M");
});

it("makes bars of scores", () => {
  expect(scoreShare({ kind: "estimate", value: 0 })).toBe(0.5);
  expect(scoreShare({ kind: "estimate", value: 150 })).toBeGreaterThan(0.7);
  expect(scoreShare({ kind: "estimate", value: -150 })).toBeLessThan(0.3);
  expect(scoreShare({ kind: "win", plies: 5 })).toBeGreaterThan(0.9);
  expect(scoreShare({ kind: "loss", plies: null })).toBeLessThan(0.1);
  expect(scoreShare({ kind: "draw" })).toBe(0.5);
  expect(scoreShare({ kind: "points", value: 1500 })).toBeNull(); // of a strategy's own making
});

describe("clicking on through a capture that is played", () => {
  it("knows the squares of the last two moves that captured more than once", () => {
    const step = node(1, 0);
    const jump: MoveNode = {
      ...node(2, 1),
      side: "white",
      from: 26,
      hops: [
        [17, 22, 0],
        [10, 14, 0],
      ],
    };
    expect([...jumpedOver({ ...table([step]), node: 1 })]).toEqual([]);
    expect([...jumpedOver({ ...table([step, jump]), node: 2 })]).toEqual([17, 10]);
    expect([...jumpedOver({ ...table([step, jump, node(3, 2)]), node: 3 })]).toEqual([17, 10]);
  });
});
