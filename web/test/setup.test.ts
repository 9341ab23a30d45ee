import { describe, expect, it } from "vitest";
import * as setup from "../src/logic/setup";
import type { GameInfo } from "../src/protocol";
import { asSentence } from "../src/messages";

// A 4×4 board: two squares in each row.
const cells: [number, number][] = [
  [0, 1],
  [0, 3],
  [1, 0],
  [1, 2],
  [2, 1],
  [2, 3],
  [3, 0],
  [3, 2],
];
const game = {
  name: "tiny",
  title: "Tiny",
  size: 4,
  begins: "white",
  start: "bbeeeeww",
  cells,
  names: null,
} as unknown as GameInfo;

const at = (...edits: setup.Edit[]) => edits.reduce(setup.edited, setup.editorOf(setup.startOf(game)));

describe("editing a position", () => {
  it("begins with the game's own start", () => {
    expect(setup.startOf(game)).toEqual({ game: "tiny", board: "bbeeeeww", turn: "white" });
  });

  it("puts, replaces and takes away pieces", () => {
    expect(at({ do: "put", square: 3, piece: "W" }).now.board).toBe("bbWeeeww");
    expect(at({ do: "put", square: 1, piece: "B" }).now.board).toBe("Bbeeeeww");
    expect(at({ do: "put", square: 8, piece: "e" }).now.board).toBe("bbeeeewe");
  });

  it("takes a piece away by a second click with it", () => {
    expect(at({ do: "use", square: 3, tool: "w" }).now.board).toBe("bbweeeww");
    expect(at({ do: "use", square: 3, tool: "w" }, { do: "use", square: 3, tool: "w" }).now.board).toBe("bbeeeeww");
    expect(at({ do: "use", square: 1, tool: "e" }).now.board).toBe("ebeeeeww");
  });

  it("moves a piece, over another one too", () => {
    expect(at({ do: "move", from: 1, to: 5 }).now.board).toBe("ebeebeww");
    expect(at({ do: "move", from: 1, to: 8 }).now.board).toBe("ebeeeewb");
  });

  it("does nothing for an empty square, the same square or a square that is not there", () => {
    for (const edit of [
      { do: "move", from: 4, to: 5 },
      { do: "move", from: 1, to: 1 },
      { do: "put", square: 0, piece: "b" },
      { do: "put", square: 9, piece: "b" },
    ] as setup.Edit[]) {
      const editor = at(edit);
      expect(editor.now.board).toBe("bbeeeeww");
      expect(editor.past).toHaveLength(0);
    }
  });

  it("clears, goes back to the start, and changes the side to move", () => {
    expect(at({ do: "clear" }).now.board).toBe("eeeeeeee");
    expect(at({ do: "clear" }, { do: "start", game }).now).toEqual(setup.startOf(game));
    expect(at({ do: "turn", turn: "black" }).now.turn).toBe("black");
  });

  it("exchanges the colours by half a turn", () => {
    const swapped = at({ do: "put", square: 1, piece: "B" }, { do: "swap" }).now;
    expect(swapped).toEqual({ game: "tiny", board: "bbeeeewW", turn: "black" });
    expect(setup.swapped(setup.swapped("bBwWeebw"))).toBe("bBwWeebw");
  });

  it("takes back and does again", () => {
    const two = at({ do: "clear" }, { do: "put", square: 2, piece: "w" });
    const back = setup.edited(two, { do: "undo" });
    expect(back.now.board).toBe("eeeeeeee");
    expect(setup.edited(back, { do: "redo" }).now.board).toBe("eweeeeee");
    const other = setup.edited(back, { do: "put", square: 1, piece: "b" });
    expect(other.future).toHaveLength(0);
    expect(setup.edited(other, { do: "redo" })).toBe(other);
    expect(at({ do: "undo" }).now).toEqual(setup.startOf(game));
  });
});

describe("around the board", () => {
  it("knows the tools by number", () => {
    expect(["1", "2", "3", "4", "5"].map(setup.toolOfKey)).toEqual(["b", "B", "w", "W", "e"]);
    expect(setup.toolOfKey("6")).toBeNull();
    expect(setup.toolOfKey("0")).toBeNull();
    expect(setup.toolOfKey("x")).toBeNull();
  });

  it("makes an address that can be read back", () => {
    const parameters = new URLSearchParams(setup.playAddress("english", "B:W21-32:B1-12"));
    expect(parameters.get("new")).toBe("english");
    expect(parameters.get("fen")).toBe("B:W21-32:B1-12");
  });

  it("makes a sentence of a message", () => {
    expect(asSentence("there is no piece")).toBe("There is no piece.");
    expect(asSentence("Why?")).toBe("Why?");
    expect(asSentence("")).toBe("");
  });

  it("knows what is too long for the program", () => {
    expect(setup.tooLong("x".repeat(1048576), 1_048_576)).toBe(false);
    expect(setup.tooLong("x".repeat(1048577), 1_048_576)).toBe(true);
    expect(setup.tooLong("é".repeat(600_000), 1_048_576)).toBe(true);
  });
});

describe("reading a text that does not say which game it is", () => {
  const answer = (errors: number, as: { game?: string }, kind: setup.ReadAnswer["kind"] = "pdn"): setup.Reading => ({
    kind,
    as,
    recognised: null,
    games: [0, 1].map((i) => ({
      game: as.game ?? "czech",
      fen: "",
      board: "",
      turn: "white",
      moves: 0,
      white: "",
      black: "",
      result: "*",
      notes: [],
      error: i < errors ? { code: "refusal.text", params: {} } : null,
    })),
  });

  it("the game on the board is taken where it fits", async () => {
    const asked: object[] = [];
    const read = (as: { game?: string }) => {
      asked.push(as);
      return Promise.resolve(answer(0, as));
    };
    expect((await setup.readBest(read, "russian", false)).as).toEqual({ game: "russian" });
    expect(asked).toEqual([{ game: "russian" }]);
  });

  it("otherwise the program finds out", async () => {
    const read = (as: { game?: string }) => Promise.resolve(answer(as.game ? 1 : 0, as));
    expect((await setup.readBest(read, "russian", false)).as).toEqual({});
    expect((await setup.readBest(read, "russian", true)).as).toEqual({ game: "russian" });
    const refused = (as: { game?: string }) =>
      as.game ? Promise.reject(new Error("no")) : Promise.resolve(answer(0, as));
    expect((await setup.readBest(refused, "russian", false)).as).toEqual({});
    await expect(setup.readBest(() => Promise.reject(new Error("first")), "russian", false)).rejects.toThrow("first");
  });
});
