// A run of the laboratory: its progress, and its results for tables and charts. Intervals come from the program.
import type { Estimate, GameInfo, Run, RunCell, WinDrawLoss } from "../protocol";

/** What a report and the laboratory show of a run. */
export type Results = Pick<Run, "name" | "players" | "games" | "cells" | "plan" | "standings" | "starters">;

/** How two players with the same description are distinguished. */
export function playerNames(players: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return players.map((player) => {
    const count = (seen.get(player) ?? 0) + 1;
    seen.set(player, count);
    return count === 1 ? player : `${player} (${count})`;
  });
}

/** Games of one family together, smallest board first; families in the order of the program. */
export function familiesOf(games: readonly GameInfo[]): GameInfo[][] {
  const families = new Map<string, GameInfo[]>();
  for (const game of games) families.set(game.family, [...(families.get(game.family) ?? []), game]);
  return [...families.values()].map((family) => [...family].sort((a, b) => a.size - b.size));
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

/** Progress is announced to screen readers at the quarters and when the state changes, not at every event. */
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
  if (Number.isNaN(low)) return "–";
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

/** A score without an interval, where the program sent none: the page computes none. */
function bare([won, drawn, lost]: WinDrawLoss): Estimate {
  const games = won + drawn + lost;
  return [games === 0 ? 0.5 : (won + drawn / 2) / games, NaN, NaN];
}

function fromSecond({ won, drawn, lost, score: [value, low, high] }: Tally): Tally {
  return { won: lost, drawn, lost: won, score: [1 - value, 1 - high, 1 - low] };
}

/** What `row` made against `column` in one game, with the number of the cell; null: they do not meet. */
export function meeting(run: Results, game: string, row: number, column: number): (Tally & { cell: number }) | null {
  const cell = run.cells.findIndex(
    (one) =>
      one.game === game &&
      ((one.first === row && one.second === column) || (one.first === column && one.second === row)),
  );
  const found = run.cells[cell];
  return found ? { ...(found.first === row ? found : fromSecond(found)), cell } : null;
}

export interface Standing extends Tally {
  player: number;
}

/** All players, best first, in one game or (null) in all. */
export function standingsOf(run: Results, game: string | null): Standing[] {
  const sent = run.standings.filter((one) => one.game === game);
  if (sent.length > 0) return sent;
  const rows = run.players.map((_, player) => {
    const sum: WinDrawLoss = [0, 0, 0];
    for (const cell of run.cells) {
      if ((game !== null && cell.game !== game) || (cell.first !== player && cell.second !== player)) continue;
      const { won, drawn, lost } = cell.first === player ? cell : fromSecond(cell);
      sum[0] += won;
      sum[1] += drawn;
      sum[2] += lost;
    }
    return { player, won: sum[0], drawn: sum[1], lost: sum[2], score: bare(sum) };
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

function barOf(label: string, results: WinDrawLoss, score: Estimate | null): Bar {
  const [value, low, high] = score ?? bare(results);
  return { label, value, low, high, games: results[0] + results[1] + results[2] };
}

function pairName(names: string[], cell: Pick<RunCell, "first" | "second">): string {
  return `${names[cell.first] ?? "?"} – ${names[cell.second] ?? "?"}`;
}

export interface ResultBar extends Tally {
  label: string;
}

/** Won, drawn, lost of the player named first, for each pairing of a game that has results. */
export function resultBars(run: Results, game: string): ResultBar[] {
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
export function starterGroups(run: Results, game: string, words: { first: string; second: string }): BarGroup[] {
  const names = playerNames(run.players);
  return run.cells
    .filter((cell) => cell.game === game && gamesOf(cell) > 0)
    .map((cell) => ({
      label: pairName(names, cell),
      bars: [
        barOf(words.first, cell.first_begins, cell.first_begins_score),
        barOf(words.second, cell.second_begins, cell.second_begins_score),
      ].filter((bar) => bar.games > 0),
    }));
}

export interface SizeChart {
  family: GameInfo;
  groups: BarGroup[];
}

/** One chart for each family that is played on several boards: every pairing by size. */
export function sizeCharts(run: Results, games: readonly GameInfo[]): SizeChart[] {
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

export const runFiles = ["report.html", "games.pdn", "games.log", "games.csv", "results.csv", "results.json"] as const;

export function fileAddress(run: string, file: string): string {
  return `runs/${encodeURIComponent(run)}/${file}`;
}

/** Newer runs of the list come first; the one that changed takes the place of the old. */
export function withRun(runs: Run[], run: Run): Run[] {
  return runs.some(({ id }) => id === run.id) ? runs.map((one) => (one.id === run.id ? run : one)) : [run, ...runs];
}
