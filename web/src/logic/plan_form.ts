// The form of a new run: from what is chosen to the plan.
import { readPlayer, writePlayer } from "../players";
import type { Limits, Option, Plan, StrategyInfo } from "../protocol";

/** A player of the form: a strategy, and what was written for its options. */
export interface Entrant {
  strategy: string;
  options: Record<string, string>;
}

/** A strategy as it is without any choice. */
export function entrantOf(strategy: StrategyInfo): Entrant {
  return { strategy: strategy.name, options: readPlayer(strategy.name).options };
}

/** As the program reads it: only what is not the default. */
export function describe(entrant: Entrant, strategies: readonly StrategyInfo[]): string {
  return writePlayer(strategies, { name: entrant.strategy, options: entrant.options });
}

/** Whether this may be written for an option. */
export function fits({ kind, min, max, choices }: Option, value: string): boolean {
  const text = value.trim();
  if (text === "") return true;
  if (kind === "choice") return choices.includes(text);
  if (kind !== "integer" && kind !== "number") return true;
  const number = Number(text);
  if (!Number.isFinite(number) || (kind === "integer" && !Number.isInteger(number))) return false;
  return number >= (min ?? -Infinity) && number <= (max ?? Infinity);
}

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

export type Problem = "players" | "options" | "games" | "count" | "total" | "plies" | "seed";

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
export function problemsOf(form: PlanForm, most: Limits["lab"], strategies: readonly StrategyInfo[]): Problem[] {
  const problems: Problem[] = [];
  if (form.entrants.length < 2) problems.push("players");
  const bad = ({ strategy, options }: Entrant) =>
    strategies
      .find(({ name }) => name === strategy)
      ?.options.some((option) => !fits(option, options[option.key] ?? ""));
  if (form.entrants.some(bad)) problems.push("options");
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
export function planOf(form: PlanForm, strategies: readonly StrategyInfo[]): Plan {
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

export function toggled<T>(list: T[], item: T): T[] {
  return list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
}
