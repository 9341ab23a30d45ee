import { describe, expect, it } from "vitest";
import { highestLevel, readPlayer, writePlayer } from "../src/players";
import { readRoute } from "../src/route";
import { en } from "../src/texts/en";
import { nl } from "../src/texts/nl";

describe("addresses", () => {
  it("are read", () => {
    expect(readRoute("")).toEqual({ screen: "home" });
    expect(readRoute("#")).toEqual({ screen: "home" });
    expect(readRoute("#t=k3v9")).toEqual({ screen: "play", table: "k3v9", node: null });
    expect(readRoute("#t=k3v9&n=0")).toEqual({ screen: "play", table: "k3v9", node: 0 });
    expect(readRoute("#t=k3v9&n=x")).toEqual({ screen: "play", table: "k3v9", node: null });
    expect(readRoute("#new=mini")).toEqual({ screen: "new", game: "mini", fen: "" });
    expect(readRoute("#new=mini&fen=B%3AW13%3AB1")).toEqual({ screen: "new", game: "mini", fen: "B:W13:B1" });
    expect(readRoute("#setup").screen).toBe("setup");
    expect(readRoute("#library")).toEqual({ screen: "library" });
    expect(readRoute("#lab")).toEqual({ screen: "lab", run: "" });
    expect(readRoute("#lab=7")).toEqual({ screen: "lab", run: "7" });
    expect(readRoute("#nonsense&&=")).toEqual({ screen: "home" });
  });
});

describe("players", () => {
  it("are read and written", () => {
    expect(readPlayer("random")).toEqual({ name: "random", options: {} });
    expect(readPlayer("minimax:depth=5,eval=centre")).toEqual({ name: "minimax", options: { depth: "5", eval: "centre" } });
    expect(writePlayer({ name: "minimax", options: { depth: "5", eval: "centre" } })).toBe("minimax:depth=5,eval=centre");
    expect(writePlayer({ name: "random", options: {} })).toBe("random");
  });
  it("lets a weak engine decide itself how long it thinks", () => {
    expect(writePlayer({ name: "engine", options: { level: "3", seconds: "1" } })).toBe("engine:level=3");
    expect(writePlayer({ name: "engine", options: { level: "10", seconds: "1" } })).toBe("engine:level=10,seconds=1");
  });
  it("have levels", () => {
    expect([highestLevel("engine"), highestLevel("mini-ab"), highestLevel("random")]).toEqual([10, 3, 0]);
  });
});

describe("texts", () => {
  const leaves = (value: unknown, path = ""): string[] => {
    if (typeof value === "string") return value.trim() ? [] : [path];
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`));
  };
  it("are not empty", () => {
    expect(leaves(en)).toEqual([]);
    expect(leaves(nl)).toEqual([]);
  });
  it("say the same number of keys and lines in both languages", () => {
    expect(nl.help.keys.length).toBe(en.help.keys.length);
    expect(nl.help.mouseLines.length).toBe(en.help.mouseLines.length);
    expect(nl.newGame.levelWords.length).toBe(en.newGame.levelWords.length);
  });
});
