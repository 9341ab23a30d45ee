import { describe, expect, it } from "vitest";
import { limitsOf, usualLimits } from "../src/limits";
import { RequestError } from "../src/link";
import { highestLevel, playerFor, readPlayer, strategiesFor, writePlayer } from "../src/players";
import type { Colour, GameInfo } from "../src/protocol";
import { readRoute } from "../src/route";
import type { Texts } from "../src/texts";
import { en } from "../src/texts/en";
import { nl } from "../src/texts/nl";
import { errorWords, outcomeWords } from "../src/words";

describe("addresses", () => {
  it("are read", () => {
    expect(readRoute("")).toEqual({ screen: "home" });
    expect(readRoute("#")).toEqual({ screen: "home" });
    expect(readRoute("#t=k3v9")).toEqual({ screen: "play", table: "k3v9", node: null });
    expect(readRoute("#t=k3v9&n=0")).toEqual({ screen: "play", table: "k3v9", node: 0 });
    expect(readRoute("#t=k3v9&n=x")).toEqual({ screen: "play", table: "k3v9", node: null });
    expect(readRoute("#new=mini")).toEqual({ screen: "new", game: "mini", fen: "" });
    expect(readRoute("#new=mini&fen=B%3AW13%3AB1")).toEqual({ screen: "new", game: "mini", fen: "B:W13:B1" });
    expect(readRoute("#setup&table=k3v9")).toEqual({ screen: "setup" });
    expect(readRoute("#library")).toEqual({ screen: "library" });
    expect(readRoute("#lab")).toEqual({ screen: "lab", run: "" });
    expect(readRoute("#lab=7")).toEqual({ screen: "lab", run: "7" });
    expect(readRoute("#nonsense&&=")).toEqual({ screen: "home" });
  });
});

describe("players", () => {
  it("are read and written", () => {
    expect(readPlayer("random")).toEqual({ name: "random", options: {} });
    expect(readPlayer("minimax:depth=5,eval=centre")).toEqual({
      name: "minimax",
      options: { depth: "5", eval: "centre" },
    });
    expect(writePlayer({ name: "minimax", options: { depth: "5", eval: "centre" } })).toBe(
      "minimax:depth=5,eval=centre",
    );
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

describe("strategies", () => {
  const all = ["random", "mini-ab", "perfect", "engine"].map((name) => ({ name, help: "", options: "" }));
  const of = (family: string, solved: boolean) => ({ family, solved }) as GameInfo;
  const names = (game: GameInfo) => strategiesFor(all, game).map(({ name }) => name);
  it("are those that can play the game: perfect where it is solved", () => {
    expect(names(of("english", false))).toEqual(["random", "engine"]);
    expect(names(of("english", true))).toEqual(["random", "perfect", "engine"]);
    expect(names(of("mini", true))).toEqual(["random", "mini-ab", "perfect", "engine"]);
  });
  it("give way to the usual one where they cannot", () => {
    expect(playerFor(all, of("english", true), "perfect")).toBe("perfect");
    expect(playerFor(all, of("english", false), "perfect")).toBe("engine:level=3");
    expect(playerFor(all, of("english", false), "engine:level=7")).toBe("engine:level=7");
  });
});

describe("limits", () => {
  it("are the program's, and the usual ones where it says none", () => {
    expect(limitsOf({ limits: { tables: 50, message: 65536 } })).toEqual(usualLimits);
    const told = limitsOf({
      limits: { name: 40, seconds: { engine: 30, others: 5 }, lab: { games: 10, plies: 4, seconds: 2 } },
    });
    expect(told).toEqual({
      ...usualLimits,
      name: 40,
      seconds: { engine: 30, others: 5 },
      lab: { games: 10, plies: 4, seconds: 2 },
    });
  });
});

describe("words of the program", () => {
  const game = { sides: { black: "player 1", white: "player 2" } } as GameInfo;
  const said = (texts: Texts, reason: string, winner: Colour | null, text = "") =>
    outcomeWords(texts, game, { reason, winner, text }, "white");
  it("stay English on an English page", () => {
    expect(said(en, "no-move", "black", "player 2 has no move and loses")).toEqual({
      text: "player 2 has no move and loses",
      lang: "en",
    });
    expect(errorWords(en, new RequestError("refused", "the game is over"))).toEqual({
      text: "The game is over.",
      lang: "en",
    });
  });
  it("are Dutch on a Dutch page for every end of a game", () => {
    expect(said(nl, "no-move", "black")).toEqual({ text: "speler 2 heeft geen zet en verliest" });
    expect(said(nl, "no-move", null)).toEqual({ text: "speler 2 heeft geen zet: remise" });
    expect(said(nl, "no-pieces", "white")).toEqual({ text: "speler 2 heeft geen stukken meer en wint" });
    expect(said(nl, "king-made", "black")).toEqual({ text: "speler 1 heeft de eerste dam en wint" });
    expect(said(nl, "resigned", "white")).toEqual({ text: "speler 1 geeft op en verliest" });
    expect(said(nl, "time", "white")).toEqual({ text: "speler 1 is door de tijd en verliest" });
    expect(said(nl, "recorded", "white")).toEqual({ text: "speler 2 wint, zo staat het genoteerd" });
    expect(
      said(nl, "quiet", null, "draw: no capture and no man moved in the last 25 moves of each side").text,
    ).toContain("de laatste 25 zetten");
    for (const reason of Object.keys(nl.laboratory.endings))
      if (reason !== "too-long") expect(said(nl, reason, null).lang).toBeUndefined();
    for (const reason of ["resigned", "agreed", "time", "recorded"])
      expect(said(nl, reason, null).lang).toBeUndefined();
    expect(said(nl, "of tomorrow", null, "something new")).toEqual({ text: "something new", lang: "en" });
  });
  it("say in the language of the page that nobody answers", () => {
    expect(errorWords(nl, new RequestError("lost"))).toEqual({ text: nl.app.errors.lost, connection: true });
    expect(errorWords(en, new RequestError("down"))).toEqual({ text: en.app.errors.down, connection: true });
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
