// The first screen: what it says of the levels is what was measured, and what it remembers is checked.
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { familiesOf, sizesOf } from "../src/logic/games";
import { levelStrategy, playerOfLevel, readRemembered, remember, scores } from "../src/logic/opponents";
import { opponentWords, plainLevel, playerName, playersCalled, playerTitle, strategyTitle } from "../src/players";
import type { App } from "../src/context";
import type { GameInfo, StrategyInfo, Table } from "../src/protocol";
import { textsOf } from "../src/texts";

const document = readFileSync(new URL("../../docs/results/levels.md", import.meta.url), "utf8");
const row = (name: string) =>
  (new RegExp(`^\\| ${name} \\|(.*)\\|$`, "m").exec(document)?.[1] ?? "").split("|").map((cell) => cell.trim());

const level = { key: "level", kind: "integer", default: "10", min: 1, max: 10, choices: [], shown: true };
const strategies = [
  { name: "small", options: [level], levels: 3, games: null, solution: false, lab: true },
  { name: "plain", options: [], levels: null, games: null, solution: false, lab: true },
  {
    name: "wise",
    options: [level, { ...level, key: "seconds", default: "1" }],
    levels: 10,
    games: null,
    solution: false,
  },
] as unknown as StrategyInfo[];
const games = [
  { name: "english", family: "english", size: 8, begins: "black", opponent: "small" },
  { name: "english-6", family: "english", size: 6, begins: "black", opponent: "wise:level=3" },
  { name: "russian", family: "russian", size: 8, begins: "white", opponent: "plain" },
] as unknown as GameInfo[];

describe("the levels", () => {
  it("have the scores of docs/results/levels.md", () => {
    const measured = row("`english`").slice(0, 9);
    expect(scores).toEqual([null, ...measured.map((cell) => Number(cell.split("/")[1]))]);
    expect(document).toContain("60\ngames each");
  });
  it("are described by what they do", () => {
    // The sentences speak of these plies and of recaptures; another table needs other sentences.
    expect(row("plies")).toEqual(["2", "2", "2", "3", "4", "5", "6", "8", "11", "as time allows"]);
    expect(row("sees recaptures").slice(0, 3)).toEqual(["no", "no", "yes"]);
    for (const language of ["en", "nl", "de"] as const) {
      const { names, about } = textsOf(language).woods;
      expect(new Set(names).size).toBe(10);
      expect(about.length).toBe(10);
    }
  });
  it("are those of the strategy that has most", () => {
    for (const game of games) expect(levelStrategy(strategies, game)?.name).toBe("wise");
    expect(levelStrategy([strategies[1]!], games[0]!)).toBeNull();
    expect(playerOfLevel(strategies, strategies[2]!, 4)).toBe("wise:level=4");
  });
  it("name a player that says nothing else", () => {
    const app = { text: textsOf("en"), language: "en", hello: { strategies } } as unknown as App;
    expect(playerTitle(app, "wise:level=3")).toBe("Alder, level 3");
    expect(playerTitle(app, "wise:level=10,seconds=2")).toBe("Wise, level 10, 2 s");
    expect(playerTitle(app, "small:level=2")).toBe("Small, level 2");
    expect(playerTitle(app, "plain")).toBe("Plain");
    expect(playerName(app, "wise:level=10")).toBe("Ebony");
    expect(playerName(app, "wise:level=10,seconds=2")).toBe("Wise");
    expect(strategies.map((one) => strategyTitle(app, one))).toEqual(["Small", "Plain", "Wise (Balsa to Ebony)"]);
    expect(plainLevel(strategies, "wise", 10)).toBe(0);
    const german = { text: textsOf("de"), hello: { strategies } } as unknown as App;
    expect(playerTitle(german, "wise:level=3")).toBe("Erle, Stufe 3");
  });
});

describe("a search by the name of an opponent", () => {
  const app = { text: textsOf("en"), hello: { strategies } } as unknown as App;
  it("means the player as the program calls it", () => {
    expect(playersCalled(app, " alder")).toEqual(["wise:level=3"]);
    expect(playersCalled(app, "Level 1")).toEqual(["wise:level=1", "wise:level=10"]);
    expect(playersCalled(app, "wise")).toEqual([]);
    expect(playersCalled(app, "al")).toEqual([]);
  });
});

describe("what an opponent says", () => {
  const app = { text: textsOf("en"), hello: { strategies }, settings: { speech: true } } as unknown as App;
  const human = { kind: "human" } as const;
  const table = (some: object, player = "wise:level=3") =>
    ({ black: human, white: { kind: "computer", player }, nodes: [], outcome: null, ...some }) as unknown as Table;
  it("is a word at the start and at the end, and nothing in between", () => {
    expect(opponentWords(app, table({}), ["black"], "white")).toBe("After you.");
    expect(opponentWords(app, table({ nodes: [{}] }), ["black"], "white")).toBe("");
    const said = (winner: string | null) =>
      opponentWords(app, table({ nodes: [{}], outcome: { winner } }), ["black"], "white");
    const { ends } = textsOf("en").woods;
    expect(ends.win).toContain(said("white"));
    expect(ends.loss).toContain(said("black"));
    expect(ends.draw).toContain(said(null));
  });
  it("is nothing for those who watch, of other players, and where it is switched off", () => {
    expect(opponentWords(app, table({}), [], "white")).toBe("");
    expect(opponentWords(app, table({}), ["black"], "black")).toBe("");
    expect(opponentWords(app, table({}, "plain"), ["black"], "white")).toBe("");
    const silent = { ...app, settings: { speech: false } } as unknown as App;
    expect(opponentWords(silent, table({}), ["black"], "white")).toBe("");
  });
  it("has at most seven words in every language", () => {
    for (const language of ["en", "nl", "de"] as const) {
      const { greetings, ends } = textsOf(language).woods;
      expect(greetings.length).toBe(10);
      for (const words of [...greetings, ...ends.win, ...ends.loss, ...ends.draw])
        expect(words.split(" ").length).toBeLessThanOrEqual(7);
    }
  });
});

describe("what is remembered", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  afterEach(() => kept.clear());
  it("is English checkers at first, and then the last game", () => {
    expect(readRemembered(games)).toEqual({ game: "english", level: 3, side: "black" });
    remember({ game: "russian", level: 7, side: "either" });
    expect(readRemembered(games)).toEqual({ game: "russian", level: 7, side: "either" });
  });
  it("is not trusted", () => {
    for (const text of ["", "{", "7", '"x"', '{"game":"go"}']) {
      kept.set("crownhead.last-game", text);
      expect(readRemembered(games).game).toBe("english");
    }
    kept.set("crownhead.last-game", '{"game":"russian","level":99,"side":"red"}');
    expect(readRemembered(games)).toEqual({ game: "russian", level: 10, side: "black" });
  });
});

describe("the list of games", () => {
  it("has each family once, and its boards by size", () => {
    expect(familiesOf(games).map(({ name }) => name)).toEqual(["english", "russian"]);
    expect(sizesOf(games, games[0]!).map(({ size }) => size)).toEqual([6, 8]);
  });
});
