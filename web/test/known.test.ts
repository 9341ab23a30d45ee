import { describe, expect, it } from "vitest";
import { emptyInput } from "../src/board/input";
import { bestFirst, knownTargets, moveNames, movesLeft, piecesAhead } from "../src/logic/known";
import type { Hop, Known, LegalMove } from "../src/protocol";
import { en } from "../src/texts/en";
import { nl } from "../src/texts/nl";

const win = (plies: number | null): Known => ({ value: "win", plies, difference: null });
const loss = (plies: number | null): Known => ({ value: "loss", plies, difference: null });
const draw: Known = { value: "draw", plies: null, difference: null };
const counted = (difference: number, plies: number | null = null): Known => ({
  value: difference > 0 ? "win" : difference < 0 ? "loss" : "draw",
  plies,
  difference,
});

function move(path: number[], captured: number[] = []): LegalMove {
  const hops = path.slice(1).map((to, index): Hop => [to, captured[index] ?? 0, 0]);
  return {
    text: `${path[0]}${captured.length ? "x" : "-"}${path[path.length - 1]}`,
    path,
    hops,
    crowned: false,
    paths: [path],
  };
}

const pass: LegalMove = { text: "pass", path: [], hops: [], crowned: false, paths: [[]] };

describe("moves to the end", () => {
  it("are those of the winner", () => {
    expect([1, 3, 13].map((plies) => movesLeft(win(plies)))).toEqual([1, 2, 7]);
    expect([2, 4, 28].map((plies) => movesLeft(loss(plies)))).toEqual([1, 2, 14]);
  });
  it("are never none, though a game with a reversed goal may end by a move of the loser", () => {
    expect([2, 4].map((plies) => movesLeft(win(plies)))).toEqual([1, 2]);
    expect([1, 3].map((plies) => movesLeft(loss(plies)))).toEqual([1, 2]);
  });
  it("are not known of draws, nor without a distance", () => {
    expect([draw, win(null), loss(null)].map(movesLeft)).toEqual([null, null, null]);
    expect(movesLeft({ value: "draw", plies: 4, difference: null })).toBeNull();
  });
});

describe("words for what is known", () => {
  const said = (known: Known, side = "White") =>
    en.play.known.position(side, known.value, movesLeft(known), piecesAhead(known));
  const short = (known: Known) => en.play.known.move(known.value, movesLeft(known), piecesAhead(known));
  it("tell the position from the side to move", () => {
    expect(said(win(13))).toBe("White to move wins in 7 moves");
    expect(said(win(1), "Player 1")).toBe("Player 1 to move wins in 1 move");
    expect(said(loss(28), "Black")).toBe("Black to move loses in 14 moves");
    expect(said(loss(2))).toBe("White to move loses in 1 move");
    expect(said(win(null))).toBe("White to move wins");
    expect(said(loss(null))).toBe("White to move loses");
    expect(said(draw)).toBe("Draw with best play");
  });
  it("tell a move in short", () => {
    expect([win(5), win(null), draw, loss(28), loss(null)].map(short)).toEqual([
      "wins in 3",
      "wins",
      "draw",
      "loses in 14",
      "loses",
    ]);
  });
  it("count pieces where pieces decide, and then no moves", () => {
    expect(said(counted(3, 9))).toBe("White to move wins by 3");
    expect(said(counted(-1))).toBe("White to move loses by 1");
    expect(said(counted(0))).toBe("Draw with best play");
    expect([counted(2, 5), counted(0), counted(-4)].map(short)).toEqual(["wins by 2", "draw", "loses by 4"]);
    expect(nl.play.known.position("Wit", "win", null, 3)).toBe("Wit aan zet wint met 3 verschil");
    expect(nl.play.known.move("loss", 2, 1)).toBe("verliest met 1");
  });
  it("are Dutch on a Dutch page", () => {
    expect(nl.play.known.position("Wit", "win", 7, null)).toBe("Wit aan zet wint in 7 zetten");
    expect(nl.play.known.position("Speler 2", "loss", 1, null)).toBe("Speler 2 aan zet verliest in 1 zet");
    expect(nl.play.known.position("Wit", "draw", null, null)).toBe("Remise bij het beste spel");
    expect([
      nl.play.known.move("win", 3, null),
      nl.play.known.move("loss", null, null),
      nl.play.known.move("draw", null, null),
    ]).toEqual(["wint in 3", "verliest", "remise"]);
  });
});

describe("the list", () => {
  it("begins with the shortest win and ends with the shortest loss", () => {
    expect(bestFirst([loss(2), draw, win(9), loss(30), win(3), win(null), loss(null)])).toEqual([4, 2, 5, 1, 6, 3, 0]);
  });
  it("keeps the order of moves that are worth the same, and puts unknown ones last", () => {
    expect(bestFirst([null, draw, draw, null, loss(2)])).toEqual([1, 2, 4, 0, 3]);
    expect(bestFirst([])).toEqual([]);
  });
  it("prefers more pieces to fewer moves", () => {
    expect(bestFirst([counted(1, 3), counted(4, 21), counted(0), counted(-2, 3), counted(-1, 1)])).toEqual([
      1, 0, 2, 4, 3,
    ]);
  });
  it("names moves by their text, or by their squares where the text says too little", () => {
    const legal = [move([2, 9, 18], [6, 14]), move([2, 11, 18], [7, 15]), move([1, 5]), pass];
    expect(moveNames(legal, (square) => `s${square}`, "Pass")).toEqual(["s2xs9xs18", "s2xs11xs18", "1-5", "Pass"]);
  });
});

describe("targets of the man in hand", () => {
  const legal = [move([9, 13]), move([9, 14]), move([10, 14]), move([10, 15])];
  const values = [win(5), loss(8), draw, null];
  const ways = [move([2, 9, 18], [6, 14]), move([2, 11, 18], [7, 15])];
  it("are worth what the move there is worth", () => {
    expect([...knownTargets(legal, values, { from: 9, clicks: [] })]).toEqual([
      [13, win(5)],
      [14, loss(8)],
    ]);
    expect([...knownTargets(legal, values, { from: 10, clicks: [] })]).toEqual([[14, draw]]);
    expect(knownTargets(legal, values, emptyInput).size).toBe(0);
  });
  it("are worth the best of the moves that share them", () => {
    expect(knownTargets(ways, [loss(4), draw], { from: 2, clicks: [] })).toEqual(
      new Map([
        [18, draw],
        [9, loss(4)],
        [11, draw],
      ]),
    );
  });
  it("say nothing where one of several moves is not known, unless another wins", () => {
    expect(knownTargets(ways, [null, draw], { from: 2, clicks: [] })).toEqual(new Map([[11, draw]]));
    expect(knownTargets(ways, [null, win(3)], { from: 2, clicks: [] })).toEqual(
      new Map([
        [18, win(3)],
        [11, win(3)],
      ]),
    );
  });
});
