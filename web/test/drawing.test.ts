import { describe, expect, it } from "vitest";
import { plainComment, withCommands } from "../src/logic/analysis";
import { inkOf, mostShapes, readShapes, toggledShape, withShapes, type Shape } from "../src/logic/drawing";

const named = Array.from({ length: 32 }, (_, at) => `${"aceg"[at % 4]}${1 + (at >> 2)}`);
const square: Shape = { ink: "R", from: 7, to: 7 };
const arrow: Shape = { ink: "G", from: 11, to: 15 };

describe("drawings in a comment", () => {
  it("are written as squares and arrows behind the words, and read back", () => {
    const comment = withShapes("Sharper. [%clk 0:05:00]", [arrow, square], null);
    expect(comment).toBe("Sharper. [%clk 0:05:00] [%csl R07] [%cal G1115]");
    expect(readShapes(comment, null, 32)).toEqual([square, arrow]);
    expect(plainComment(comment)).toBe("Sharper.");
    expect(withCommands("Better.", comment)).toBe("Better. [%clk 0:05:00] [%csl R07] [%cal G1115]");
    expect(withShapes(comment, [], null)).toBe("Sharper. [%clk 0:05:00]");
    expect(withShapes("", [], null)).toBe("");
  });
  it("name squares as the game does", () => {
    const shapes: Shape[] = [
      { ink: "B", from: 2, to: 2 },
      { ink: "Y", from: 2, to: 5 },
    ];
    const comment = withShapes("", shapes, named);
    expect(comment).toBe("[%csl Bc1] [%cal Yc1a2]");
    expect(readShapes(comment, named, 32)).toEqual(shapes);
  });
  it("are read as others write them", () => {
    expect(readShapes("[%CAL g11-15,R7x16] [%csl y3]", null, 32)).toEqual([
      { ink: "G", from: 11, to: 15 },
      { ink: "R", from: 7, to: 16 },
      { ink: "Y", from: 3, to: 3 },
    ]);
  });
  it("that cannot be on this board are left out", () => {
    expect(readShapes("[%csl G00,G33,Gz9,Q5,] [%cal G11,G1133,G111,] [%cal", null, 32)).toEqual([]);
  });
  it("are as many as fit", () => {
    const many = Array.from({ length: 72 }, (_, at) => `G${String(at + 1).padStart(2, "0")}`).join();
    expect(readShapes(`[%csl ${many}]`, null, 72)).toHaveLength(mostShapes);
  });
});

describe("drawing", () => {
  it("the same once more takes it away, in another colour changes it", () => {
    expect(toggledShape([arrow], square)).toEqual([arrow, square]);
    expect(toggledShape([arrow, square], arrow)).toEqual([square]);
    expect(toggledShape([arrow], { ...arrow, ink: "B" })).toEqual([{ ...arrow, ink: "B" }]);
  });
  it("stops where no more fits", () => {
    const full = Array.from({ length: mostShapes }, (_, at): Shape => ({ ink: "G", from: at + 1, to: at + 1 }));
    expect(toggledShape(full, { ink: "R", from: 50, to: 50 })).toEqual(full);
    expect(toggledShape(full, { ink: "R", from: 1, to: 1 })).toHaveLength(mostShapes);
  });
  it("takes the colour from the keys", () => {
    const keys = { shiftKey: false, ctrlKey: false, altKey: false };
    expect(inkOf(keys)).toBe("G");
    expect(inkOf({ ...keys, shiftKey: true })).toBe("R");
    expect(inkOf({ ...keys, ctrlKey: true })).toBe("R");
    expect(inkOf({ ...keys, altKey: true })).toBe("B");
    expect(inkOf({ ...keys, altKey: true, shiftKey: true })).toBe("Y");
  });
});
