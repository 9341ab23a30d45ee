// The description of the protocol, its message codes and their sentences. The same checks stop the build.
import { describe, expect, it } from "vitest";
import { parseSentences, problemsOf, protocolText, readDescription, readSentences } from "../scripts/description.mjs";

describe("message codes", () => {
  it("have a sentence in every language, with the parameters of the code", () => {
    expect(problemsOf(readDescription().messages, readSentences())).toEqual([]);
  });
  it("are found when they lack one, are unknown, or have a wrong parameter", () => {
    const codes = { "a.one": ["count"], "a.two": [] };
    expect(problemsOf(codes, { en: { "a.one": "{count:# move|# moves}", "a.two": "two" } })).toEqual([]);
    expect(problemsOf(codes, { nl: { "a.one": "{cnt}", "b.x": "x" } })).toEqual([
      "nl: a.two has no sentence",
      "nl: a.one has no parameter cnt",
      "nl: b.x is not a code of the protocol",
    ]);
  });
  it("are read one a line", () => {
    expect(parseSentences("# words\na.one = One = 1.\n\n", "en.txt")).toEqual({ "a.one": "One = 1." });
    expect(() => parseSentences("a.one One", "en.txt")).toThrow("en.txt:1");
    expect(() => parseSentences("a.one = 1\na.one = 2", "en.txt")).toThrow("twice");
  });
});

describe("types", () => {
  it("are made of the description; an unknown one is found", () => {
    const description = {
      version: 2,
      subprotocol: "x.2",
      messages: { "a.one": [] },
      types: { Colour: "'black' | 'white'", Cell: { $tuple: ["integer", "integer"] }, Game: { "name?": "string" } },
      requests: { "go on": { fields: { side: "Colour", at: "Cell[]" }, answer: "Game" } },
      events: { changed: { set: { $partial: "Game" } } },
    };
    const text = protocolText(description);
    expect(text).toContain('export type Colour = "black" | "white";');
    expect(text).toContain("export type Cell = [number, number];");
    expect(text).toContain('"go on": { fields: { "side": Colour; "at": Cell[] }; answer: Game };');
    expect(text).toContain('"changed": { event: "changed" } & { "set": Partial<Game> };');
    expect(() => protocolText({ ...description, types: { A: "Nothing" } })).toThrow("there is no type Nothing");
  });
});
