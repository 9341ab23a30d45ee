import { describe, expect, it } from "vitest";
import { chartFiles } from "../src/charts/standalone";
import {
  boardAfter,
  boardsOf,
  endsOf,
  lengthsOf,
  secondsText,
  type ReplayMove,
  type ReportCell,
} from "../src/report/data";

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
  it("counts every length once", () => {
    const cell = (lengths: number[]) => ({ game: "a", lengths }) as ReportCell;
    for (const longest of [3, 17, 64, 250, 999, 5000]) {
      const counts = Array.from({ length: longest }, (_, plies) => (plies < 2 ? 0 : 1 + (plies % 7)));
      const { bins, games, shortest } = lengthsOf([cell(counts), cell([0, 0, 5])], "a")!;
      expect(games).toBe(5 + counts.reduce((sum, count) => sum + count, 0));
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(games);
      expect(bins.length).toBeLessThanOrEqual(32);
      expect(shortest).toBe(2);
      for (const [index, { from }] of bins.entries()) if (index > 0) expect(from).toBe(bins[index - 1]!.to + 1);
    }
    expect(lengthsOf([cell([0, 0, 5])], "a")).toEqual({
      games: 5,
      shortest: 2,
      longest: 2,
      mean: 2,
      bins: [{ from: 2, to: 2, count: 5 }],
    });
    expect(lengthsOf([cell([]), cell([0])], "a")).toBeNull();
    expect(lengthsOf([cell([0, 1])], "b")).toBeNull();
  });
  it("has times in a fitting unit", () => {
    expect([12, 1.25, 0.042, 0.00042, 0.0000012, 2.9e-8, 0].map((seconds) => secondsText(seconds, "en"))).toEqual(
      ["12 s", "1.3 s", "42 ms", "420 µs", "1.2 µs", "29 ns", "0 ns"].map((text) => text.replace(" ", "\u00a0")),
    );
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
  it("hold whatever the labels are", () => {
    for (const name of ["</text></svg><script>alert('1')</script><!-- & \"quoted\"", "x".repeat(300), ""]) {
      const bars = [{ label: name, value: 1, low: 0.9, high: 1, games: 12345 }];
      const [file] = chartFiles([{ file: "x.svg", title: name, groups: [{ label: name, bars }] }]);
      const svg = file!.svg;
      expect(svg).not.toMatch(/<script|<!--|NaN|width="-/);
      expect(svg.match(/\w+:\/\/[^"' ]*/g)).toEqual(["http://www.w3.org/2000/svg"]);
      expect(svg.split("<text").length).toBe(svg.split("</text>").length);
      if (name.length === 300) expect(svg).toMatch(/<title>x{300}[^]*x…<\/text>/);
    }
    expect(chartFiles([{ file: "x.svg", title: "Empty", groups: [] }])[0]!.svg).not.toContain("NaN");
  });
});
