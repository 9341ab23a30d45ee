// Addresses of endings, groups of classes, shares.
import { describe, expect, it } from "vitest";
import { drillKey, groupsOf, movesIn, nextKey, readPlace, shares } from "../src/logic/endings";
import type { EndingClass } from "../src/protocol";
import { endings as de } from "../src/texts/endings_de";
import { endings as en } from "../src/texts/endings_en";
import { endings as nl } from "../src/texts/endings_nl";

const one = (name: string, win = 1, draw = 1, loss = 1): EndingClass => {
  const [us = "", them = ""] = name.split("-");
  const force = (text: string) => ({
    kings: [...text].filter((piece) => piece === "K").length,
    men: [...text].filter((piece) => piece === "m").length,
  });
  return { name, us: force(us), them: force(them), win, draw, loss, longest: null, tried: 0, solved: 0 };
};

describe("endings", () => {
  it("have addresses", () => {
    expect(readPlace("")).toEqual({ kind: "game", game: "" });
    expect(readPlace("english")).toEqual({ kind: "game", game: "english" });
    expect(readPlace("english/KK-K")).toEqual({ kind: "class", game: "english", name: "KK-K" });
    const key = drillKey("english", "KK-K", "win", "hard", 9);
    expect(key).toBe("english/KK-K/win/hard/9");
    expect(readPlace(key)).toEqual({ kind: "drill", game: "english", name: "KK-K", key });
    expect(nextKey(key)).toBe("english/KK-K/win/hard/10");
  });

  it("are grouped by their pieces", () => {
    const groups = groupsOf([one("KK-K"), one("K-K"), one("Km-K"), one("m-K")]);
    expect(groups.map(({ pieces }) => pieces)).toEqual([2, 3]);
    expect(groups[1]?.classes.map(({ name }) => name)).toEqual(["KK-K", "Km-K"]);
  });

  it("have shares that make a hundred and hide nothing", () => {
    expect(shares(one("KK-K", 14846, 34, 0))).toEqual([99, 1, 0]);
    expect(shares(one("KK-K", 1, 1, 1))).toEqual([34, 33, 33]);
    expect(shares(one("KK-K", 0, 0, 0))).toEqual([0, 0, 0]);
    expect(shares(one("KK-K", 1, 1_000_000, 1))).toEqual([1, 98, 1]);
  });

  it("count moves, not plies", () => {
    expect([1, 2, 3, 62].map(movesIn)).toEqual([1, 1, 2, 31]);
  });

  it("are spoken of in every language", () => {
    expect(en.better(["1-5", "2-6", "3-7"])).toBe("Right were 1-5, 2-6 or 3-7.");
    for (const texts of [en, nl, de]) {
      expect(texts.now("draw", null)).not.toBe(texts.now("loss", null));
      expect(texts.now("loss", 1)).toContain("1");
      expect(texts.none(true, "5")).not.toContain("5");
      expect(texts.none(false, "20,000")).toContain("20,000");
      expect(texts.spoiled("1-5", "win")).not.toBe(texts.spoiled("1-5", "hold"));
    }
  });
});
