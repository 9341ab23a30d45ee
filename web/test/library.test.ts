import { describe, expect, it } from "vitest";
import * as library from "../src/logic/library";
import type { LibraryEntry } from "../src/protocol";

const entry = (id: string): LibraryEntry => ({
  id,
  name: "",
  game: "english",
  black: { kind: "human" },
  white: { kind: "computer", player: "random" },
  result: "*",
  plies: 3,
  created: "",
  changed: "",
  folder: "",
  labels: [],
  date: "",
  deleted: null,
});

describe("many games", () => {
  it("go in parts of a bounded size", () => {
    expect(library.inParts([], 2)).toEqual([]);
    expect(library.inParts([1, 2], 2)).toEqual([[1, 2]]);
    expect(library.inParts([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  });
});

describe("the search form", () => {
  it("says which computer players are meant", () => {
    const search = { ...library.noSearch, player: "alder", computers: ["engine:level=3"] };
    expect(library.requestOf(search, 0)).toMatchObject({ player: "alder", computers: ["engine:level=3"] });
    expect(library.isEmpty({ ...library.noSearch, computers: ["engine:level=3"] })).toBe(true);
  });
  it("asks only for what is filled in", () => {
    expect(library.requestOf(library.noSearch, 0)).toEqual({ offset: 0, limit: library.pageSize });
    expect(library.requestOf({ ...library.noSearch, text: "  final ", game: "mini" }, 2)).toEqual({
      offset: 2 * library.pageSize,
      limit: library.pageSize,
      text: "final",
      game: "mini",
    });
    expect(library.requestOf({ ...library.noSearch, result: "draw", from: "2026-01-01" }, 0)).toMatchObject({
      result: "1/2-1/2",
      from: "2026-01-01",
    });
  });

  it("goes on where the page before ended", () => {
    expect(library.requestOf({ ...library.noSearch, text: "x" }, 3, "2026-01-01T00:00:00Z a")).toEqual({
      after: "2026-01-01T00:00:00Z a",
      limit: library.pageSize,
      text: "x",
    });
  });

  it("knows when it is empty and when the dates are crossed", () => {
    expect(library.isEmpty(library.noSearch)).toBe(true);
    expect(library.isEmpty({ ...library.noSearch, text: "  " })).toBe(true);
    expect(library.isEmpty({ ...library.noSearch, result: "open" })).toBe(false);
    expect(library.datesCrossed({ ...library.noSearch, from: "2026-02-01", to: "2026-01-01" })).toBe(true);
    expect(library.datesCrossed({ ...library.noSearch, from: "2026-02-01" })).toBe(false);
  });
});

describe("results", () => {
  it.each([
    ["1-0", "white"],
    ["2-0", "white"],
    ["0-1", "black"],
    ["0-2", "black"],
    ["1/2-1/2", "draw"],
    ["1-1", "draw"],
    ["*", "open"],
    ["", "open"],
  ])("%s is %s", (result, meaning) => expect(library.resultOf({ result })).toBe(meaning));
});

describe("pages", () => {
  it("counts from one for people", () => {
    expect(library.pageOf(0, 0)).toEqual({ first: 0, last: 0, total: 0, page: 0, pages: 1 });
    expect(library.pageOf(0, 7)).toMatchObject({ first: 1, last: 7, pages: 1 });
    expect(library.pageOf(1, 60)).toMatchObject({ first: 26, last: 50, pages: 3 });
    expect(library.pageOf(2, 60)).toMatchObject({ first: 51, last: 60 });
  });
  it("has a next page where not all were counted", () => {
    expect(library.pageOf(4, 60, true)).toMatchObject({ first: 101, last: 125, page: 4, pages: 6 });
  });
  it("stays within what there is", () => {
    expect(library.pageOf(9, 30).page).toBe(1);
    expect(library.pageOf(-1, 30).page).toBe(0);
  });
});

describe("deleting", () => {
  it("takes an entry out and puts it back where it was", () => {
    const list = ["a", "b", "c"].map(entry);
    const less = library.without(list, "b");
    expect(less.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(library.restored(less, entry("b"), 1).map(({ id }) => id)).toEqual(["a", "b", "c"]);
    expect(library.restored(list, entry("b"), 1)).toHaveLength(3);
  });
});

describe("times", () => {
  const now = Date.parse("2026-11-15T12:00:00Z");
  it("are relative for a week, then dates", () => {
    expect(library.whenText("2026-11-15T11:59:50Z", now, "en")).toBe("now");
    expect(library.whenText("2026-11-15T11:55:00Z", now, "en")).toBe("5 minutes ago");
    expect(library.whenText("2026-11-15T09:00:00Z", now, "en")).toBe("3 hours ago");
    expect(library.whenText("2026-11-14T11:00:00Z", now, "en")).toBe("yesterday");
    expect(library.whenText("2026-10-01T11:00:00Z", now, "en")).toBe("Oct 1, 2026");
    expect(library.whenText("nonsense", now, "en")).toBe("nonsense");
  });
});
