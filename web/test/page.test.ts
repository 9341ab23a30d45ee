import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RequestError } from "../src/link";
import { messageSentence, messageText } from "../src/messages";
import { firstPlayer, playerFor, readPlayer, strategiesFor, writePlayer } from "../src/players";
import type { GameInfo, Message, StrategyInfo } from "../src/protocol";
import { readRoute } from "../src/route";
import { languageFor } from "../src/texts";
import { de } from "../src/texts/de";
import { en } from "../src/texts/en";
import { nl } from "../src/texts/nl";
import { errorWords } from "../src/words";

describe("addresses", () => {
  it("are read", () => {
    expect(readRoute("")).toEqual({ screen: "home" });
    expect(readRoute("#")).toEqual({ screen: "home" });
    expect(readRoute("#t=k3v9")).toEqual({ screen: "play", table: "k3v9", node: null, seat: "", sit: false });
    expect(readRoute("#t=k3v9&n=0")).toEqual({ screen: "play", table: "k3v9", node: 0, seat: "", sit: false });
    expect(readRoute("#t=k3v9&n=x")).toEqual({ screen: "play", table: "k3v9", node: null, seat: "", sit: false });
    expect(readRoute("#t=k3v9&seat=s3cret")).toMatchObject({ table: "k3v9", seat: "s3cret", sit: false });
    expect(readRoute("#t=k3v9&sit")).toMatchObject({ table: "k3v9", seat: "", sit: true });
    expect(readRoute("#proof")).toMatchObject({ screen: "proof", place: { game: "", moves: [] } });
    expect(readRoute("#proof=suicide-6&side=white&moves=4-7,15-12")).toEqual({
      screen: "proof",
      place: { game: "suicide-6", side: "white", moves: ["4-7", "15-12"] },
    });
    expect(readRoute("#new=mini")).toEqual({ screen: "new", game: "mini", fen: "", way: "" });
    expect(readRoute("#new=mini&way=watch&fen=B%3AW13%3AB1")).toEqual({
      screen: "new",
      game: "mini",
      fen: "B:W13:B1",
      way: "watch",
    });
    expect(readRoute("#games")).toEqual({ screen: "games" });
    expect(readRoute("#learn=english&step=king")).toEqual({ screen: "learn", course: "english", step: "king" });
    expect(readRoute("#t=k3v9&sit&review")).toMatchObject({ table: "k3v9", sit: true, review: true });
    expect(readRoute("#setup&table=k3v9")).toEqual({ screen: "setup" });
    expect(readRoute("#library")).toEqual({ screen: "library", position: null });
    expect(readRoute("#endings=english/KK-K/win/hard/7")).toEqual({
      screen: "endings",
      place: "english/KK-K/win/hard/7",
    });
    expect(readRoute("#lab")).toEqual({ screen: "lab", run: "" });
    expect(readRoute("#lab=7")).toEqual({ screen: "lab", run: "7" });
    expect(readRoute("#nonsense&&=")).toEqual({ screen: "home" });
  });
});

const option = { kind: "integer" as const, min: 1, max: 20, choices: [], shown: true };
const one = { levels: null, games: null, solution: false, lab: true, options: [] };
const strategies: StrategyInfo[] = [
  { ...one, name: "random" },
  {
    ...one,
    name: "minimax",
    options: [
      { ...option, key: "depth", default: "5" },
      { ...option, key: "eval", kind: "choice", default: "centre" },
    ],
  },
  { ...one, name: "small", levels: 3, games: ["mini"], options: [{ ...option, key: "level", default: "3" }] },
  { ...one, name: "solver", solution: true },
  {
    ...one,
    name: "engine",
    levels: 10,
    options: [
      { ...option, key: "level", default: "10" },
      { ...option, key: "seconds", kind: "number", default: "1" },
    ],
  },
];
const gameCalled = (name: string, solved: boolean, opponent = "engine:level=3") =>
  ({ name, solved, opponent }) as GameInfo;

describe("players", () => {
  it("are read and written, without what is the default", () => {
    expect(readPlayer("random")).toEqual({ name: "random", options: {} });
    expect(readPlayer("minimax:depth=5,eval=centre")).toEqual({
      name: "minimax",
      options: { depth: "5", eval: "centre" },
    });
    expect(writePlayer(strategies, { name: "minimax", options: { depth: "7", eval: "centre" } })).toBe(
      "minimax:depth=7",
    );
    expect(writePlayer(strategies, { name: "random", options: {} })).toBe("random");
  });
  it("let a level below the highest decide everything else", () => {
    expect(writePlayer(strategies, { name: "engine", options: { level: "3", seconds: "2" } })).toBe("engine:level=3");
    expect(writePlayer(strategies, { name: "engine", options: { level: "10", seconds: "2" } })).toBe(
      "engine:level=10,seconds=2",
    );
  });
  it("begin as the game's own opponent, or at a low level", () => {
    expect(firstPlayer(strategies, gameCalled("english", false), "engine")).toBe("engine:level=3");
    expect(firstPlayer(strategies, gameCalled("mini", true, "small:level=1"), "engine")).toBe("engine:level=3");
    expect(firstPlayer(strategies, gameCalled("mini", true, "random"), "small")).toBe("small:level=1");
  });
});

describe("strategies", () => {
  const names = (game: GameInfo) => strategiesFor(strategies, game).map(({ name }) => name);
  it("are those that play the game, and need no solution that it lacks", () => {
    expect(names(gameCalled("english", false))).toEqual(["random", "minimax", "engine"]);
    expect(names(gameCalled("english-6", true))).toEqual(["random", "minimax", "solver", "engine"]);
    expect(names(gameCalled("mini", true))).toEqual(["random", "minimax", "small", "solver", "engine"]);
  });
  it("give way to the game's own opponent where they cannot play", () => {
    expect(playerFor(strategies, gameCalled("english-6", true), "solver")).toBe("solver");
    expect(playerFor(strategies, gameCalled("english", false), "solver")).toBe("engine:level=3");
    expect(playerFor(strategies, gameCalled("english", false), "engine:level=7")).toBe("engine:level=7");
  });
});

describe("words of the program", () => {
  const game = { sides: "players" as const, names: null };
  const message = (code: Message["code"], params: Message["params"] = {}): Message => ({ code, params });
  it("are in the language of the page", () => {
    const said = message("outcome.no-move", { side: "white", verdict: "loses" });
    expect(messageSentence("en", said, game)).toBe("Player 2 has no move and loses.");
    expect(messageText("en", said, { sides: "colours", names: null })).toBe("White has no move and loses");
    for (const language of ["nl", "de"] as const)
      expect(messageText(language, said, game)).not.toBe(messageText("en", said, game));
    const agreed = ["en", "nl", "de"] as const;
    expect(new Set(agreed.map((language) => messageText(language, message("outcome.agreed")))).size).toBe(3);
  });
  it("choose by numbers and values", () => {
    const size = (count: number) => messageText("en", message("refusal.board-size", { count, most: 32 }));
    expect(size(1)).toBe("The board has 1 square instead of 32.");
    expect(size(31)).toBe("The board has 31 squares instead of 32.");
    const third = message("outcome.repetition", { count: 3 });
    expect(messageText("en", third)).toBe("draw: the same position for the third time");
    expect(messageText("en", message("draw.material", { material: "king-against-king", count: 5 }))).toBe(
      "king against king for 5 moves of each side",
    );
  });
  it("name squares and sides as the game does", () => {
    const far = message("refusal.position-far-row", { square: 2 });
    expect(messageText("en", far, { sides: "colours", names: ["b8", "d8"] })).toContain("The man on d8");
    expect(messageText("en", far, game)).toContain("The man on 2");
  });
  it("say why a request was refused, and that nobody answers", () => {
    const refused = new RequestError("refused", message("refusal.over"));
    expect(errorWords(en, "en", refused)).toEqual({ text: "The game is over." });
    expect(errorWords(nl, "nl", new RequestError("lost"))).toEqual({ text: nl.app.errors.lost, connection: true });
    expect(errorWords(en, "en", new RequestError("down"))).toEqual({ text: en.app.errors.down, connection: true });
  });
});

describe("languages", () => {
  it("are the first that the browser asks for and the page has", () => {
    expect(languageFor(["de-AT", "en"])).toBe("de");
    expect(languageFor(["fr", "nl-BE", "en"])).toBe("nl");
    expect(languageFor(["fr", "pt-BR"])).toBe("en");
    expect(languageFor([])).toBe("en");
  });
  it("leave no text of the page outside the files of texts: no other language is named in the sources", () => {
    const folder = new URL("../src/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const english = files.filter(
      (file) => /\.tsx?$/.test(file) && /lang="en"/.test(readFileSync(new URL(file, folder), "utf8")),
    );
    // The plan of a run is a file for the program; why a game of a file was refused is said by the reader of files.
    expect(english.sort()).toEqual(["lab/results.tsx", "library/import_panel.tsx"]);
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
    expect(leaves(de)).toEqual([]);
  });
  it("say the same number of keys and lines in all languages", () => {
    for (const other of [nl, de]) {
      expect(other.help.keys.length).toBe(en.help.keys.length);
      expect(other.help.mouseLines.length).toBe(en.help.mouseLines.length);
    }
  });
});
