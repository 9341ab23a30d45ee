// The seats that this browser holds: a secret for each, by table, in localStorage. A browser that has it plays that side.
import type { Colour, Secrets } from "./protocol";

const key = "crownhead.seats";
const mostTables = 300;

type All = Record<string, Secrets>;

function readAll(): All {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as All;
  } catch {
    return {};
  }
}

export function secretsOf(table: string): string[] {
  return Object.values(readAll()[table] ?? {}).filter((secret) => secret !== undefined);
}

/** Keeps what the program gave out; the newest tables stay. */
export function keepSecrets(table: string, secrets: Secrets): void {
  const { [table]: before, ...others } = readAll();
  const kept = { ...before, ...secrets };
  if (Object.keys(kept).length === 0) return;
  const newest = [...Object.entries(others), [table, kept] as const].slice(-mostTables);
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // A browser without storage keeps its seats until it reloads.
  }
}

/** The secret of a link, which does not say its side: of the sides that this page holds now, the one without a secret. */
export function keepSeat(table: string, secret: string, you: readonly Colour[]): void {
  const known = readAll()[table] ?? {};
  const side = you.find((one) => known[one] === undefined);
  if (side) keepSecrets(table, { [side]: secret });
}

/** A seat was handed on. */
export function dropSecret(table: string, side: Colour): void {
  const all = readAll();
  if (all[table]) delete all[table][side];
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // see above
  }
}

export function tableLink(table: string, rest = ""): string {
  return `${location.origin}${location.pathname}#t=${table}${rest}`;
}
