import { describe, expect, it } from "vitest";
import * as plan from "../src/logic/plan_form";
import * as lab from "../src/logic/run";
import type { Estimate, GameInfo, Run, RunCell, StrategyInfo } from "../src/protocol";

const most = { games: 100_000, plies: 60 };

const option = { min: null, max: null, choices: [], shown: true };
const strategy = { levels: null, games: null, solution: false, lab: true };
const strategies: StrategyInfo[] = [
  { ...strategy, name: "random", options: [] },
  {
    ...strategy,
    name: "engine",
    levels: 10,
    options: [
      { ...option, key: "level", kind: "integer", default: "10", min: 1, max: 10 },
      { ...option, key: "seconds", kind: "number", default: "1", min: 0.01, max: 15 },
    ],
  },
];

const form: plan.PlanForm = {
  ...plan.emptyForm,
  entrants: [
    { strategy: "random", options: {} },
    { strategy: "engine", options: { level: "3", seconds: "1" } },
    { strategy: "random", options: {} },
  ],
  games: ["mini", "suicide-6"],
};

function cell(game: string, first: number, second: number, won: number, drawn: number, lost: number): RunCell {
  const games = won + drawn + lost;
  const score = games === 0 ? 0.5 : (won + drawn / 2) / games;
  return {
    game,
    first,
    second,
    won,
    drawn,
    lost,
    score: [score, Math.max(0, score - 0.1), Math.min(1, score + 0.1)],
    elo: [0, 0, 0],
    first_begins: [won, 0, 0],
    second_begins: [0, drawn, lost],
    plies: 30,
    first_begins_score: null,
    second_begins_score: null,
  };
}

const run: Run = {
  id: "r1",
  name: "",
  created: "",
  problem: null,
  state: "running",
  done: 400,
  planned: 1000,
  seconds: 8,
  fen: "",
  plan: "",
  players: ["random", "edge", "scatter"],
  games: ["suicide-6", "suicide"],
  cells: [
    cell("suicide-6", 0, 1, 60, 20, 20),
    cell("suicide-6", 0, 2, 5, 10, 85),
    cell("suicide-6", 1, 2, 0, 0, 100),
    cell("suicide", 0, 1, 50, 0, 50),
    cell("suicide", 0, 2, 0, 0, 0),
    cell("suicide", 1, 2, 0, 0, 0),
  ],
  standings: [],
  starters: [],
};

describe("players", () => {
  it("are described by what is not the default, and counts", () => {
    expect(plan.describe(form.entrants[0]!, strategies)).toBe("random");
    expect(plan.describe(form.entrants[1]!, strategies)).toBe("engine:level=3");
    expect(plan.describe(plan.entrantOf(strategies[1]!), strategies)).toBe("engine");
    expect(plan.describe({ strategy: "engine", options: { level: " " } }, strategies)).toBe("engine");
    expect(plan.describe({ strategy: "engine", options: { seconds: "2" } }, strategies)).toBe("engine:seconds=2");
  });

  it("are distinguished by numbers", () => {
    expect(lab.playerNames(["random", "edge", "random"])).toEqual(["random", "edge", "random (2)"]);
  });
});

describe("the form", () => {
  it("says what is missing", () => {
    expect(plan.problemsOf(form, most, strategies)).toEqual([]);
    expect(plan.problemsOf(plan.emptyForm, most, strategies)).toEqual(["players", "games"]);
    expect(plan.problemsOf({ ...form, count: "0", plies: "-1", seed: "1.5" }, most, strategies)).toEqual([
      "count",
      "plies",
      "seed",
    ]);
    expect(plan.problemsOf({ ...form, plies: "x", openings: "start" }, most, strategies)).toEqual([]);
  });

  it("accepts no more than the program", () => {
    expect(plan.problemsOf({ ...form, count: "16666" }, most, strategies)).toEqual([]); // of six
    expect(plan.problemsOf({ ...form, count: "16667" }, most, strategies)).toEqual(["total"]);
    expect(plan.problemsOf({ ...form, plies: "60" }, most, strategies)).toEqual([]);
    expect(plan.problemsOf({ ...form, plies: "61" }, most, strategies)).toEqual(["plies"]);
    const thinks = (value: string) =>
      plan.problemsOf(
        { ...form, entrants: [...form.entrants, { strategy: "engine", options: { seconds: value } }] },
        most,
        strategies,
      );
    expect([thinks("15"), thinks("")]).toEqual([[], []]);
    expect([thinks("15.1"), thinks("0"), thinks("x")]).toEqual([["options"], ["options"], ["options"]]);
  });

  it("counts the games", () => {
    expect(plan.plannedGames(form)).toBe(3 * 2 * 100);
    expect(plan.plannedGames({ ...form, pairing: "gauntlet" })).toBe(2 * 2 * 100);
    expect(plan.plannedGames({ ...form, count: "7" })).toBe(3 * 2 * 8);
    expect(plan.plannedGames(plan.emptyForm)).toBe(0);
  });

  it("becomes a plan", () => {
    expect(plan.planOf({ ...form, name: " first try ", seed: "42" }, strategies)).toEqual({
      name: "first try",
      games: ["mini", "suicide-6"],
      players: ["random", "engine:level=3", "random"],
      pairing: "round-robin",
      count: 100,
      begins: "alternate",
      openings: "auto",
      plies: 6,
      seed: 42,
    });
    expect(plan.planOf({ ...form, begins: "second" }, strategies)).toMatchObject({ begins: "second" });
    expect(plan.planOf({ ...form, openings: "ballots" }, strategies)).not.toHaveProperty("plies");
  });

  it("has the sizes of a family in order", () => {
    const games = [
      ["english", "e", 8],
      ["english-6", "e", 6],
      ["mini", "m", 6],
    ].map(([name, family, size]) => ({ name, family, size }) as GameInfo);
    expect(lab.familiesOf(games).map((family) => family.map(({ name }) => name))).toEqual([
      ["english-6", "english"],
      ["mini"],
    ]);
  });

  it("switches members of a list", () => {
    expect(plan.toggled(["a", "b"], "a")).toEqual(["b"]);
    expect(plan.toggled(["a"], "b")).toEqual(["a", "b"]);
  });
});

describe("progress", () => {
  it("has the rate of late, else of the whole run", () => {
    expect(lab.rateOf(run, [])).toBe(50);
    expect(
      lab.rateOf(run, [
        { at: 0, done: 300 },
        { at: 4000, done: 400 },
      ]),
    ).toBe(25);
    expect(
      lab.rateOf(run, [
        { at: 0, done: 300 },
        { at: 100, done: 400 },
      ]),
    ).toBe(50);
    expect(lab.rateOf({ done: 0, seconds: 3 }, [])).toBeNull();
  });

  it("forgets old samples and begins anew after a pause", () => {
    let samples: lab.Sample[] = [];
    for (let at = 0; at <= 60_000; at += 1000) samples = lab.sampled(samples, { at, done: at });
    expect(samples[0]!.at).toBe(45_000);
    expect(lab.sampled(samples, { at: 61_000, done: 3 })).toEqual([{ at: 61_000, done: 3 }]);
    expect(lab.sampled(samples, { at: 99_000, done: 99_000 })).toHaveLength(1);
  });

  it("has a time left", () => {
    expect(lab.secondsLeft(run, 50)).toBe(12);
    expect(lab.secondsLeft(run, null)).toBeNull();
    expect(lab.secondsLeft({ ...run, done: 1000 }, 50)).toBe(0);
  });

  it("says times as people do", () => {
    expect(lab.durationText(0, "en")).toBe("0 sec");
    expect(lab.durationText(59.7, "en")).toBe("1 min");
    expect(lab.durationText(75, "en")).toBe("1 min 15 sec");
    expect(lab.durationText(605, "en")).toBe("10 min");
    expect(lab.durationText(7260, "en")).toBe("2 hr 1 min");
    expect(lab.durationText(200_000, "en")).toBe("2 days 7 hr");
  });

  it("is announced at the quarters and when the state changes", () => {
    const seen = new Set<string>();
    for (let done = 0; done <= 1000; ++done) seen.add(lab.milestoneOf({ done, planned: 1000, state: "running" }));
    expect(seen.size).toBe(5);
    expect(lab.milestoneOf({ done: 0, planned: 0, state: "failed" })).toBe("failed-0");
  });
});

describe("numbers", () => {
  it("are formatted by the language", () => {
    expect(lab.percentText(0.5975, "en")).toBe("59.8\u00A0%");
    expect(lab.percentText(0.5975, "de")).toBe("59,8\u00A0%");
    expect(lab.intervalText(0.5, 1, "en")).toBe("50.0–100.0\u00A0%");
    expect(lab.numberText(1234567, "en")).toBe("1,234,567");
  });
  it("have signs, and ends of the scale", () => {
    expect(lab.eloText(68.6)).toBe("+69");
    expect(lab.eloText(-477.99)).toBe("−478");
    expect(lab.eloText(0.2)).toBe("0");
    expect(lab.eloText(1200)).toBe(">+1200");
    expect(lab.eloText(-1200)).toBe("<−1200");
  });
  it("have rates by a unit that fits", () => {
    expect(lab.rateParts(1234)).toEqual({ value: 1234, per: "second", decimals: 0 });
    expect(lab.rateParts(2.5)).toEqual({ value: 2.5, per: "second", decimals: 1 });
    expect(lab.rateParts(0.5).per).toBe("minute");
    expect(lab.rateParts(0.001).per).toBe("hour");
  });
});

describe("results", () => {
  it("are seen from both sides", () => {
    expect(lab.meeting(run, "suicide-6", 0, 1)).toMatchObject({ won: 60, drawn: 20, lost: 20, cell: 0 });
    expect(lab.meeting(run, "suicide-6", 1, 0)).toMatchObject({ won: 20, drawn: 20, lost: 60, cell: 0 });
    expect(lab.meeting(run, "suicide-6", 1, 1)).toBeNull();
    const [value, low, high] = lab.meeting(run, "suicide-6", 1, 0)!.score;
    expect([value, low, high].map((one) => Number(one.toFixed(3)))).toEqual([0.3, 0.2, 0.4]);
  });

  it("are shown as the program sends them, intervals and all", () => {
    const sent = [
      { game: null, player: 1, won: 3, drawn: 0, lost: 1, score: [0.75, 0.31, 0.93] as Estimate, forfeits: 0 },
      { game: "suicide", player: 0, won: 1, drawn: 0, lost: 3, score: [0.25, 0.07, 0.69] as Estimate, forfeits: 0 },
    ];
    expect(lab.standingsOf({ ...run, standings: sent }, null)).toEqual([sent[0]]);
    expect(lab.standingsOf({ ...run, standings: sent }, "suicide")).toEqual([sent[1]]);
    const cells = [{ ...run.cells[0]!, first_begins_score: [0.6, 0.5, 0.7] as Estimate }];
    const [group] = lab.starterGroups({ ...run, cells }, "suicide-6", { first: "first", second: "second" });
    expect(group!.bars[0]).toMatchObject({ value: 0.6, low: 0.5, high: 0.7 });
  });

  it("have no interval where none was sent: the page computes none", () => {
    expect(lab.standingsOf(run, null).map(({ player }) => player)).toEqual([2, 0, 1]);
    expect(lab.standingsOf(run, "suicide")[0]).toMatchObject({ player: 0, won: 50, lost: 50, score: [0.5, NaN, NaN] });
    expect(lab.intervalText(NaN, NaN, "en")).toBe("–");
  });

  it("become bars", () => {
    expect(lab.resultBars(run, "suicide-6").map(({ label }) => label)).toEqual([
      "random – edge",
      "random – scatter",
      "edge – scatter",
    ]);
    expect(lab.resultBars(run, "suicide")).toHaveLength(1);
    const groups = lab.starterGroups(run, "suicide-6", { first: "first", second: "second" });
    expect(groups[0]!.bars.map(({ games }) => games)).toEqual([60, 40]);
    expect(groups[2]!.bars.map(({ label }) => label)).toEqual(["second"]);
  });

  it("are compared by size within a family", () => {
    const games = [
      { name: "suicide", family: "suicide", title: "Suicide checkers", size: 8 },
      { name: "suicide-6", family: "suicide", title: "Suicide checkers", size: 6 },
      { name: "mini", family: "mini", title: "Mini", size: 6 },
    ].map((game) => game as unknown as GameInfo);
    const charts = lab.sizeCharts(run, games);
    expect(charts).toHaveLength(1);
    expect(charts[0]!.groups[0]).toMatchObject({ label: "random – edge" });
    expect(charts[0]!.groups[0]!.bars.map(({ label }) => label)).toEqual(["6×6", "8×8"]);
    expect(charts[0]!.groups[1]!.bars).toHaveLength(1);
    expect(lab.sizeCharts({ ...run, games: ["suicide"] }, games)).toEqual([]);
  });

  it("have tints from 0 to 10", () => {
    expect([0, 0.5, 1, 2].map(lab.tintOf)).toEqual([0, 5, 10, 10]);
  });
});

describe("the list of runs", () => {
  it("replaces and adds", () => {
    const other = { ...run, id: "r2" };
    expect(lab.withRun([run], { ...run, done: 500 })[0]!.done).toBe(500);
    expect(lab.withRun([run], other).map(({ id }) => id)).toEqual(["r2", "r1"]);
    expect(lab.fileAddress("a b", "games.pdn")).toBe("runs/a%20b/games.pdn");
  });
});
