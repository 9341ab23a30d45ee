import { describe, expect, it } from "vitest";
import { chartFiles } from "../src/charts/standalone";
import { boardAfter, boardsOf, endsOf, type ReplayMove, type ReportCell } from "../src/report/data";

const step = (from: number, to: number, crowned = false): ReplayMove => ({
  text: `${from}-${to}`,
  from,
  hops: [[to, 0, 0]],
  crowned,
});

describe("a game of a report", () => {
  it("is replayed move by move", () => {
    const jump: ReplayMove = {
      text: "1x7",
      from: 1,
      hops: [
        [4, 2, 3],
        [7, 5, 0],
      ],
      crowned: true,
    };
    expect(boardAfter("bwwewee", jump)).toBe("eeeeeeB");
    expect(
      boardsOf("bee", [step(1, 2), { text: "pass", from: 0, hops: [], crowned: false }, step(2, 3, true)]),
    ).toEqual(["bee", "ebe", "ebe", "eeB"]);
    expect(boardAfter("We", step(1, 2))).toBe("eW");
  });
  it("sums up how the games ended", () => {
    const cell = (game: string, ends: Record<string, number>) => ({ game, ends }) as ReportCell;
    const cells = [cell("a", { "no-move": 2, quiet: 5 }), cell("a", { "no-move": 1 }), cell("b", { quiet: 9 })];
    expect(endsOf(cells, "a")).toEqual([
      ["quiet", 5],
      ["no-move", 3],
    ]);
  });
});

describe("charts for documents", () => {
  it("are files of their own, with words for those who do not see them", () => {
    const bars = [{ label: "6×6", value: 0.25, low: 0.2, high: 0.31, games: 400 }];
    const [file] = chartFiles([{ file: "x.svg", title: "Title", groups: [{ label: "a – b", bars }] }]);
    expect(file!.file).toBe("x.svg");
    expect(file!.svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^>]*><style>/);
    expect(file!.svg).toContain("<title");
    expect(file!.svg).toContain("25.0");
    expect(file!.svg.trim().endsWith("</svg>")).toBe(true);
  });
});
