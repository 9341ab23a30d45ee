// The proof browser: addresses of nodes, what moves are worth, and their order.
import { describe, expect, it } from "vitest";
import { arrowsOf, countWorth, nextMove, proofAddress, readProofPlace, rowsOf, worthOf } from "../src/logic/proof";
import type { LegalMove, MoveValue, ProofMove, ProofNode } from "../src/protocol";

const move = (more: Partial<ProofMove> = {}): ProofMove => ({
  chosen: false,
  inside: false,
  other: false,
  answer: null,
  over: false,
  winner: null,
  plies: null,
  ...more,
});

const legal = (from: number, to: number): LegalMove => ({
  text: `${from}-${to}`,
  path: [from, to],
  hops: [[to, 0, 0]],
  crowned: false,
  paths: [[from, to]],
});

const value = (known: "win" | "draw" | "loss", source: MoveValue["source"] = "solution"): MoveValue => ({
  source,
  known: { value: known, plies: null, difference: null },
  score: null,
  depth: 0,
  expected: 0,
});

const estimate: MoveValue = {
  source: "engine",
  known: null,
  score: { kind: "estimate", value: 3 },
  depth: 9,
  expected: 0.5,
};

function nodeOf(turn: "black" | "white", moves: ProofMove[], goal: "wins" | "holds" = "holds"): ProofNode {
  return {
    certificate: {
      game: "suicide-6",
      winner: goal === "wins" ? "black" : null,
      fen: null,
      bytes: 100,
      own: false,
      promises: [{ side: "black", goal, positions: 10, choices: 5 }],
      problem: null,
    },
    side: "black",
    position: {
      board: "e".repeat(18),
      turn,
      fen: "",
      legal: moves.map((_, index) => legal(index + 1, index + 4)),
      capture: false,
      outcome: null,
    },
    line: [],
    inside: true,
    both: false,
    plies: null,
    moves,
    fault: null,
  };
}

describe("a link to a node", () => {
  it("is read as it was written", () => {
    for (const place of [
      { game: "suicide-6", side: null, moves: [] },
      { game: "suicide-6", side: "white" as const, moves: ["4-7"] },
      { game: "antirussian-6", side: "black" as const, moves: ["b2-a3", "c5:e3", "d4xf2xh4"] },
    ])
      expect(readProofPlace(new URLSearchParams(proofAddress(place)))).toEqual(place);
    expect(proofAddress({ game: "suicide-6", side: "black", moves: ["4-7", "15-12"] })).toBe(
      "proof=suicide-6&side=black&moves=4-7,15-12",
    );
  });

  it("may have anything in it", () => {
    expect(readProofPlace(new URLSearchParams("proof=x&side=red&moves=,,1-2,"))).toEqual({
      game: "x",
      side: null,
      moves: ["1-2"],
    });
    expect(readProofPlace(new URLSearchParams("proof"))).toEqual({ game: "", side: null, moves: [] });
  });
});

describe("what a move is worth for the side with the strategy", () => {
  it("is said by the certificate where it can", () => {
    const node = nodeOf("white", []);
    expect(worthOf(node, move({ inside: true, other: true }), value("win"))).toEqual({
      worth: "draw",
      source: "certificate",
    });
    expect(worthOf(nodeOf("white", [], "wins"), move({ inside: true }), null)).toEqual({
      worth: "win",
      source: "certificate",
    });
  });

  it("is said by the rules where the game ends", () => {
    const node = nodeOf("white", []);
    expect(worthOf(node, move({ over: true, winner: "black" }), null)?.worth).toBe("win");
    expect(worthOf(node, move({ over: true, winner: "white" }), null)?.worth).toBe("loss");
    expect(worthOf(node, move({ over: true }), null)).toEqual({ worth: "draw", source: "rules" });
  });

  it("is else a computed value, turned for the other side, and never an estimate", () => {
    expect(worthOf(nodeOf("black", []), move(), value("loss"))).toEqual({ worth: "loss", source: "solution" });
    expect(worthOf(nodeOf("white", []), move(), value("loss", "endgames"))).toEqual({
      worth: "win",
      source: "endgames",
    });
    expect(worthOf(nodeOf("black", []), move(), estimate)).toBeNull();
    expect(worthOf(nodeOf("black", []), move(), null)).toBeNull();
  });
});

describe("the rows of a node", () => {
  it("begin with the strategy’s move", () => {
    const node = nodeOf("black", [move(), move(), move({ chosen: true, inside: true })]);
    const rows = rowsOf(node, [value("loss"), value("draw"), value("draw")]);
    expect(rows.map(({ index }) => index)).toEqual([2, 1, 0]);
    expect(nextMove(rows)).toBe("3-6");
    // The move of the strategy has an arrow of its own.
    expect(arrowsOf(node, rows)).toEqual([{ ink: "R", from: 1, to: 4 }]);
  });

  it("have the best replies of the other side first", () => {
    const node = nodeOf("white", [move({ inside: true }), move({ inside: true, answer: "1-2" }), move()]);
    const rows = rowsOf(node, [value("loss"), value("draw"), null]);
    expect(rows.map(({ index, worth }) => [index, worth])).toEqual([
      [1, "draw"],
      [0, "win"],
      [2, null],
    ]);
    expect(countWorth(rows, "win")).toBeNull();
    expect(countWorth(rows.slice(0, 2), "win")).toBe(1);
    expect(arrowsOf(node, rows).map(({ ink }) => ink)).toEqual(["G", "R"]);
  });

  it("are there before the values", () => {
    const rows = rowsOf(nodeOf("white", [move(), move()]), null);
    expect(rows.map(({ index }) => index)).toEqual([0, 1]);
    expect(nextMove([])).toBeNull();
  });
});
