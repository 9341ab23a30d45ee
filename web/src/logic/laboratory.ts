// The laboratory: from the form to a plan, and from the counts of a run to tables and charts.
import type { Estimate, GameInfo, Limits, Run, RunCell, StrategyInfo, WinDrawLoss } from "../protocol";

// --- players ---------------------------------------------------------------------------------------------------------

export interface PlayerOption {
  key: string;
  value: string;
}

/** A player of the form: a strategy, and what was written for its options. */
export interface Entrant {
  strategy: string;
  options: PlayerOption[];
}

/** "level=10,seconds=1" as a list. */
export function optionsOf(text: string): PlayerOption[] {
  return text
    .split(",")
    .filter((part) => part.includes("="))
    .map((part) => {
      const sign = part.indexOf("=");
      return { key: part.slice(0, sign).trim(), value: part.slice(sign + 1).trim() };
    });
}

export function entrantOf(strategy: StrategyInfo): Entrant {
  return { strategy: strategy.name, options: optionsOf(strategy.options) };
}

/** As the program reads it: only what is not as usual. */
export function describe(entrant: Entrant, strategies: StrategyInfo[]): string {
  const usual = optionsOf(strategies.find(({ name }) => name === entrant.strategy)?.options ?? "");
  const told = entrant.options
    .map(({ key, value }) => ({ key, value: value.trim() }))
    .filter(({ key, value }) => value !== "" && usual.find((one) => one.key === key)?.value !== value)
    .map(({ key, value }) => `${key}=${value}`);
  return told.length === 0 ? entrant.strategy : `${entrant.strategy}:${told.join(",")}`;
}

/** How two players with the same description are told apart. */
export function playerNames(players: string[]): string[] {
  const seen = new Map<string, number>();
  return players.map((player) => {
    const count = (seen.get(player) ?? 0) + 1;
    seen.set(player, count);
    return count === 1 ? player : `${player} (${count})`;
  });
}

// --- the form --------------------------------------------------------------------------------------------------------

export type Pairing = "round-robin" | "gauntlet";
/** Who moves first in the games of a pairing: each as often, or always the player listed first, or second. */
export type Begins = "alternate" | "first" | "second";
export type Openings = "auto" | "start" | "random" | "ballots";

export interface PlanForm {
  name: string;
  entrants: Entrant[];
  games: string[];
  pairing: Pairing;
  count: string;
  begins: Begins;
  openings: Openings;
  plies: string;
  seed: string;
}

export const emptyForm: PlanForm = {
  name: "",
  entrants: [],
  games: [],
  pairing: "round-robin",
  count: "100",
  begins: "alternate",
  openings: "auto",
  plies: "6",
  seed: "1",
};

export type Problem = "players" | "seconds" | "games" | "count" | "total" | "plies" | "seed";

function wholeNumber(text: string, least: number, most: number): number | null {
  if (!/^\d{1,16}$/.test(text.trim())) return null;
  const value = Number(text.trim());
  return value >= least && value <= most ? value : null;
}

function countOf(form: PlanForm): number | null {
  return wholeNumber(form.count, 1, Number.MAX_SAFE_INTEGER);
}

export function usesPlies(openings: Openings): boolean {
  return openings === "auto" || openings === "random";
}

/** What must be put right before the run can start. */
export function problemsOf(form: PlanForm, most: Limits["lab"]): Problem[] {
  const problems: Problem[] = [];
  if (form.entrants.length < 2) problems.push("players");
  if (
    form.entrants.some(({ options }) =>
      options.some(
        ({ key, value }) =>
          key === "seconds" && value.trim() !== "" && !(Number(value) > 0 && Number(value) <= most.seconds),
      ),
    )
  )
    problems.push("seconds");
  if (form.games.length === 0) problems.push("games");
  if (countOf(form) === null) problems.push("count");
  else if (plannedGames(form) > most.games) problems.push("total");
  if (usesPlies(form.openings) && wholeNumber(form.plies, 0, most.plies) === null) problems.push("plies");
  if (wholeNumber(form.seed, 0, Number.MAX_SAFE_INTEGER) === null) problems.push("seed");
  return problems;
}

export function pairingsOf(players: number, pairing: Pairing): number {
  if (players < 2) return 0;
  return pairing === "gauntlet" ? players - 1 : (players * (players - 1)) / 2;
}

/** Every opening is played twice with colours changed, so an odd number becomes the next even one. */
export function evenCount(form: PlanForm): number {
  const count = countOf(form) ?? 0;
  return count + (count % 2);
}

export function plannedGames(form: PlanForm): number {
  return pairingsOf(form.entrants.length, form.pairing) * form.games.length * evenCount(form);
}

/** The field `plan` of the request `lab.start`; only for a form without problems. */
export function planOf(form: PlanForm, strategies: StrategyInfo[]): Record<string, unknown> {
  return {
    name: form.name.trim(),
    games: form.games,
    players: form.entrants.map((entrant) => describe(entrant, strategies)),
    pairing: form.pairing,
    count: evenCount(form),
    begins: form.begins,
    openings: form.openings,
    ...(usesPlies(form.openings) ? { plies: Number(form.plies) } : {}),
    seed: Number(form.seed),
  };
}

/** Games of one family together, smallest board first; families in the order of the program. */
export function familiesOf(games: GameInfo[]): GameInfo[][] {
  const families = new Map<string, GameInfo[]>();
  for (const game of games) families.set(game.family, [...(families.get(game.family) ?? []), game]);
  return [...families.values()].map((family) => [...family].sort((a, b) => a.size - b.size));
}

export function toggled<T>(list: T[], item: T): T[] {
  return list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
}

// --- progress --------------------------------------------------------------------------------------------------------

export interface Sample {
  /** Milliseconds of the page's clock. */
  at: number;
  done: number;
}

const remembered = 15_000;

/** What was seen of a run lately; a run that went back or stood still begins anew. */
export function sampled(samples: Sample[], sample: Sample): Sample[] {
  const last = samples[samples.length - 1];
  if (last && sample.done < last.done) return [sample];
  if (last && sample.at - last.at > remembered) return [sample];
  return [...samples, sample].filter(({ at }) => at >= sample.at - remembered);
}

/** Games a second: as seen lately, else over the whole run; nothing known: null. */
export function rateOf(run: Pick<Run, "done" | "seconds">, samples: Sample[]): number | null {
  const first = samples[0];
  const last = samples[samples.length - 1];
  if (first && last && last.at - first.at >= 2000 && last.done > first.done)
    return (1000 * (last.done - first.done)) / (last.at - first.at);
  return run.seconds > 0 && run.done > 0 ? run.done / run.seconds : null;
}

export function secondsLeft(run: Pick<Run, "done" | "planned" | "seconds">, rate: number | null): number | null {
  if (rate === null || rate <= 0) return null;
  return Math.max(0, run.planned - run.done) / rate;
}

export interface Duration {
  value: number;
  unit: "second" | "minute" | "hour" | "day";
}

/** In one or two units that people say: 75 s is 1 minute 15 seconds, two hours and more have no seconds. */
export function durationOf(seconds: number): Duration[] {
  const whole = Math.max(0, Math.round(seconds));
  const units: [Duration["unit"], number][] = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
    ["second", 1],
  ];
  const at = units.findIndex(([, length]) => whole >= length);
  if (at < 0) return [{ value: 0, unit: "second" }];
  const [unit, length] = units[at]!;
  const value = Math.floor(whole / length);
  const parts: Duration[] = [{ value, unit }];
  const next = units[at + 1];
  const rest = next ? Math.floor((whole - value * length) / next[1]) : 0;
  if (next && rest > 0 && value < 10) parts.push({ value: rest, unit: next[0] });
  return parts;
}

export function durationText(seconds: number, locale: string): string {
  return durationOf(seconds)
    .map(({ value, unit }) =>
      new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(value),
    )
    .join(" ");
}

/** Progress is told to screen readers at the quarters and when the state changes, not at every event. */
export function milestoneOf(run: Pick<Run, "done" | "planned" | "state">): string {
  const quarter = run.planned > 0 ? Math.floor((4 * run.done) / run.planned) : 0;
  return `${run.state}-${quarter}`;
}

// --- numbers ---------------------------------------------------------------------------------------------------------

const noBreakSpace = "\u00A0";

export function percentText(share: number, locale: string, decimals = 1): string {
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return `${number.format(100 * share)}${noBreakSpace}%`;
}

export function intervalText(low: number, high: number, locale: string): string {
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${number.format(100 * low)}–${percentText(high, locale)}`;
}

export function numberText(value: number, locale: string, decimals = 0): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: decimals, minimumFractionDigits: decimals }).format(
    value,
  );
}

/** "+69", "−478"; the ends of the scale, which a score of 0 or 100 % would leave, say so. */
export function eloText(elo: number): string {
  const largest = 1200;
  const value = Math.round(Math.abs(elo));
  if (value === 0) return "0";
  return `${value >= largest ? (elo < 0 ? "<" : ">") : ""}${elo < 0 ? "−" : "+"}${Math.min(value, largest)}`;
}

/** Rates of people: 12.3 a second, 1,234 a second; slow ones by the minute. */
export function rateParts(rate: number): { value: number; per: "second" | "minute" | "hour"; decimals: number } {
  const [value, per]: [number, "second" | "minute" | "hour"] =
    rate >= 1 ? [rate, "second"] : rate >= 1 / 60 ? [60 * rate, "minute"] : [3600 * rate, "hour"];
  return { value, per, decimals: value < 10 ? 1 : 0 };
}

// --- results ---------------------------------------------------------------------------------------------------------

export interface Tally {
  won: number;
  drawn: number;
  lost: number;
  score: Estimate;
}

export function gamesOf(tally: Pick<Tally, "won" | "drawn" | "lost">): number {
  return tally.won + tally.drawn + tally.lost;
}

const noResult: Estimate = [0.5, 0, 1];
const sigmas = 1.96;

/** Each game by itself, a draw as half a win: Wilson's interval. */
export function wilson([won, drawn, lost]: WinDrawLoss): Estimate {
  const n = won + drawn + lost;
  if (n === 0) return noResult;
  const z2 = sigmas * sigmas;
  const score = (won + drawn / 2) / n;
  const middle = (score + z2 / (2 * n)) / (1 + z2 / n);
  const half = Math.sqrt((score * (1 - score) * z2) / n + (z2 * z2) / (4 * n * n)) / (1 + z2 / n);
  return [score, Math.max(0, middle - half), Math.min(1, middle + half)];
}

function fromSecond({ won, drawn, lost, score: [value, low, high] }: Tally): Tally {
  return { won: lost, drawn, lost: won, score: [1 - value, 1 - high, 1 - low] };
}

/** Several results of one player together; the errors of the parts are independent. */
export function together(parts: Tally[]): Tally {
  const won = parts.reduce((sum, part) => sum + part.won, 0);
  const drawn = parts.reduce((sum, part) => sum + part.drawn, 0);
  const lost = parts.reduce((sum, part) => sum + part.lost, 0);
  const games = won + drawn + lost;
  if (games === 0) return { won, drawn, lost, score: noResult };
  const played = parts.filter((part) => gamesOf(part) > 0);
  const only = played.length === 1 ? played[0] : undefined;
  if (only) return { won, drawn, lost, score: only.score };
  const value = (won + drawn / 2) / games;
  const variance = played.reduce((sum, part) => {
    const [score, low, high] = part.score;
    const error = (Math.max(high - score, score - low) / sigmas) * gamesOf(part);
    return sum + error * error;
  }, 0);
  const half = (sigmas * Math.sqrt(variance)) / games;
  return { won, drawn, lost, score: [value, Math.max(0, value - half), Math.min(1, value + half)] };
}

/** What `row` made against `column` in one game, or in all where `game` is null; null: they do not meet. */
export function meeting(
  run: Run,
  game: string | null,
  row: number,
  column: number,
): (Tally & { cells: number[] }) | null {
  const cells: number[] = [];
  const parts: Tally[] = [];
  run.cells.forEach((cell, index) => {
    if (game !== null && cell.game !== game) return;
    if (cell.first === row && cell.second === column) parts.push(cell);
    else if (cell.first === column && cell.second === row) parts.push(fromSecond(cell));
    else return;
    cells.push(index);
  });
  return cells.length === 0 ? null : { ...together(parts), cells };
}

export interface Standing extends Tally {
  player: number;
}

/** All players, best first; in one game or in all. */
export function standings(run: Run, game: string | null = null): Standing[] {
  const rows = run.players.map((_, player) => {
    const parts = run.cells
      .filter((cell) => game === null || cell.game === game)
      .filter((cell) => cell.first === player || cell.second === player)
      .map((cell) => (cell.first === player ? cell : fromSecond(cell)));
    return { player, ...together(parts) };
  });
  return rows.sort((a, b) => b.score[0] - a.score[0] || gamesOf(b) - gamesOf(a) || a.player - b.player);
}

/** 0 to 10 for the tint of a cell of the cross table; 5 is even. */
export function tintOf(score: number): number {
  return Math.round(10 * Math.min(1, Math.max(0, score)));
}

export interface Bar {
  label: string;
  value: number;
  low: number;
  high: number;
  games: number;
}

export interface BarGroup {
  label: string;
  bars: Bar[];
}

function barOf(label: string, results: WinDrawLoss): Bar {
  const [value, low, high] = wilson(results);
  return { label, value, low, high, games: results[0] + results[1] + results[2] };
}

function pairName(names: string[], cell: Pick<RunCell, "first" | "second">): string {
  return `${names[cell.first] ?? "?"} – ${names[cell.second] ?? "?"}`;
}

export interface ResultBar extends Tally {
  label: string;
}

/** Won, drawn, lost of the player named first, for each pairing of a game that has results. */
export function resultBars(run: Run, game: string): ResultBar[] {
  const names = playerNames(run.players);
  return run.cells
    .filter((cell) => cell.game === game && gamesOf(cell) > 0)
    .map((cell) => ({
      label: pairName(names, cell),
      won: cell.won,
      drawn: cell.drawn,
      lost: cell.lost,
      score: cell.score,
    }));
}

/** The score of the player named first, when it moved first and when it moved second. */
export function starterGroups(run: Run, game: string, words: { first: string; second: string }): BarGroup[] {
  const names = playerNames(run.players);
  return run.cells
    .filter((cell) => cell.game === game && gamesOf(cell) > 0)
    .map((cell) => ({
      label: pairName(names, cell),
      bars: [barOf(words.first, cell.first_begins), barOf(words.second, cell.second_begins)].filter(
        (bar) => bar.games > 0,
      ),
    }));
}

/** What the side that moves first made in a game; null before the first result. */
export function starterScore(run: Run, game: string): Estimate | null {
  const sum: WinDrawLoss = [0, 0, 0];
  for (const cell of run.cells) {
    if (cell.game !== game) continue;
    const [fw, fd, fl] = cell.first_begins;
    const [sw, sd, sl] = cell.second_begins;
    sum[0] += fw + sl;
    sum[1] += fd + sd;
    sum[2] += fl + sw;
  }
  return sum[0] + sum[1] + sum[2] === 0 ? null : wilson(sum);
}

export interface SizeChart {
  family: GameInfo;
  groups: BarGroup[];
}

/** One chart for each family that is played on several boards: every pairing by size. */
export function sizeCharts(run: Run, games: GameInfo[]): SizeChart[] {
  const names = playerNames(run.players);
  const played = games.filter(({ name }) => run.games.includes(name));
  return familiesOf(played)
    .filter((family) => family.length > 1)
    .map((family) => {
      const groups: BarGroup[] = [];
      for (let first = 0; first < run.players.length; ++first)
        for (let second = first + 1; second < run.players.length; ++second) {
          const bars: Bar[] = [];
          for (const game of family) {
            const cell = run.cells.find(
              (one) => one.game === game.name && one.first === first && one.second === second,
            );
            if (!cell || gamesOf(cell) === 0) continue;
            const [value, low, high] = cell.score;
            bars.push({ label: `${game.size}×${game.size}`, value, low, high, games: gamesOf(cell) });
          }
          if (bars.length > 0) groups.push({ label: pairName(names, { first, second }), bars });
        }
      return { family: family[0]!, groups };
    })
    .filter(({ groups }) => groups.length > 0);
}

export const runFiles = ["report.html", "games.pdn", "games.csv", "results.csv", "results.json"] as const;

export function fileAddress(run: string, file: string): string {
  return `/runs/${encodeURIComponent(run)}/${file}`;
}

/** Newer runs of the list come first; the one that changed takes the place of the old. */
export function withRun(runs: Run[], run: Run): Run[] {
  return runs.some(({ id }) => id === run.id) ? runs.map((one) => (one.id === run.id ? run : one)) : [run, ...runs];
}
