// Which day it is, which puzzles are wanted, which mistake comes next.
import { describe, expect, it } from "vitest";
import { anyMistake, anyPuzzle, asRequest, fits, isDue, nextMistake, today } from "../src/logic/puzzles";
import type { KeptMistake } from "../src/protocol";

const mistake = (key: string, due: string | null, more: Partial<KeptMistake> = {}): KeptMistake => ({
  key,
  game: "english",
  played: "11-15",
  glyph: "mistake",
  phase: "opening",
  step: 0,
  due,
  ...more,
});

describe("puzzles", () => {
  it("knows the day where the page is", () => {
    expect(today(new Date(2026, 10, 5, 23, 59))).toBe("2026-11-05");
    expect(today(new Date(2027, 0, 1, 0, 0))).toBe("2027-01-01");
  });

  it("asks only for what matters", () => {
    expect(asRequest(anyPuzzle)).toEqual({});
    expect(asRequest({ ...anyPuzzle, game: "english", theme: "shot" })).toEqual({ game: "english", theme: "shot" });
  });

  it("gives the mistake that waits longest", () => {
    const all = [
      mistake("a", "2026-11-15"),
      mistake("b", "2026-11-12"),
      mistake("c", "2026-11-20"),
      mistake("d", null),
    ];
    expect(nextMistake(all, anyMistake, "2026-11-15")?.key).toBe("b");
    expect(nextMistake(all, anyMistake, "2026-11-15", "b")?.key).toBe("a");
    expect(nextMistake(all, anyMistake, "2026-11-01")).toBeNull();
    expect(isDue(mistake("d", null), "2030-01-01")).toBe(false);
  });

  it("filters by game, kind and phase", () => {
    const blunder = mistake("a", "2026-11-15", { glyph: "blunder", phase: "endgame", game: "russian" });
    expect(fits(anyMistake, blunder)).toBe(true);
    expect(fits({ ...anyMistake, kind: "blunder" }, blunder)).toBe(true);
    expect(fits({ ...anyMistake, kind: "mistake" }, blunder)).toBe(false);
    expect(fits({ ...anyMistake, phase: "opening" }, blunder)).toBe(false);
    expect(fits({ ...anyMistake, game: "english" }, blunder)).toBe(false);
  });
});
