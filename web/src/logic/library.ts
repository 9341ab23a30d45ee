// Searching the kept games: from the form to the request, and from an entry to what is shown.
import type { Colour, Fields, LibraryEntry, WantedMaterial } from "../protocol";

export type Result = "white" | "black" | "draw" | "open";

/** A position that games are to have reached. */
export interface Position {
  game: string;
  board: string;
  turn: Colour;
  /** Also with the colours swapped. */
  swapped: boolean;
}

export interface Search {
  text: string;
  game: string;
  player: string;
  /** Computer players that the words mean: `playersCalled` of the player, or of the text where there is no player. */
  computers: readonly string[];
  result: "" | Result;
  from: string;
  to: string;
  folder: string;
  /** A tag of the library; those of PDN are something else. */
  label: string;
  position: Position | null;
  material: WantedMaterial | null;
}

export const noSearch: Search = {
  text: "",
  game: "",
  player: "",
  computers: [],
  result: "",
  from: "",
  to: "",
  folder: "",
  label: "",
  position: null,
  material: null,
};
export const pageSize = 25;

const written: Record<Result, string> = { white: "1-0", black: "0-1", draw: "1/2-1/2", open: "*" };

export function isEmpty(search: Search): boolean {
  // What the words mean comes and goes with them.
  return Object.values({ ...search, computers: null }).every((value) =>
    typeof value === "string" ? value.trim() === "" : value === null,
  );
}

/** Both dates given and the wrong way round. */
export function datesCrossed(search: Search): boolean {
  return search.from !== "" && search.to !== "" && search.from > search.to;
}

/** The fields of the request `library`: only those that are asked for. `after`: where the page before ended, if known. */
export function requestOf(search: Search, page: number, after?: string, deleted = false): Fields<"library"> {
  const { result, position, material, computers, ...texts } = search;
  const given = Object.entries(texts).filter(([, value]) => value.trim() !== "");
  return {
    ...(after ? { after } : { offset: page * pageSize }),
    limit: pageSize,
    ...Object.fromEntries(given.map(([key, value]) => [key, value.trim()])),
    ...(computers.length > 0 && { computers: [...computers] }),
    ...(result !== "" && { result: written[result] }),
    ...(position && { position: { board: position.board, turn: position.turn, swapped: position.swapped } }),
    ...(material && { material }),
    ...(deleted && { deleted }),
  };
}

/** A long list in parts of at most this size. */
export function inParts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, part) => list.slice(part * size, (part + 1) * size));
}

/** The date of a game as PDN writes it, "1998.05.??", without what is not known. */
export function dateText(date: string): string {
  return date
    .split(".")
    .filter((part) => /^\d+$/.test(part))
    .join("-");
}

/** PDN writes White's points first; some games have two points for a win. */
export function resultOf(entry: Pick<LibraryEntry, "result">): Result {
  switch (entry.result) {
    case "1-0":
    case "2-0":
    case "white":
      return "white";
    case "0-1":
    case "0-2":
    case "black":
      return "black";
    case "1/2-1/2":
    case "1-1":
    case "draw":
      return "draw";
    default:
      return "open";
  }
}

export interface Page {
  /** Numbers for people, from 1; 0 when there is nothing. */
  first: number;
  last: number;
  total: number;
  page: number;
  pages: number;
}

/** `more`: there are more games than were counted. */
export function pageOf(page: number, counted: number, more = false): Page {
  const total = more ? Math.max(counted, (page + 1) * pageSize + 1) : counted;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const at = Math.min(Math.max(0, page), pages - 1);
  return {
    first: total === 0 ? 0 : at * pageSize + 1,
    last: Math.min(total, (at + 1) * pageSize),
    total,
    page: at,
    pages,
  };
}

/** Without the entry; it comes back to the same place by `restored`. */
export function without(entries: LibraryEntry[], id: string): LibraryEntry[] {
  return entries.filter((entry) => entry.id !== id);
}

export function restored(entries: LibraryEntry[], entry: LibraryEntry, at: number): LibraryEntry[] {
  const others = without(entries, entry.id);
  return [...others.slice(0, at), entry, ...others.slice(at)];
}

/** "2 h ago" for recent times, a date for others; `now` in milliseconds. */
export function whenText(time: string, now: number, locale: string): string {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return time;
  const minutes = Math.round((at - now) / 60_000);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "long" });
  if (minutes === 0) return relative.format(0, "second");
  if (minutes > -60 && minutes < 0) return relative.format(minutes, "minute");
  if (minutes > -60 * 24 && minutes <= 0) return relative.format(Math.round(minutes / 60), "hour");
  if (minutes > -60 * 24 * 7 && minutes <= 0) return relative.format(Math.round(minutes / 60 / 24), "day");
  return dayText(time, locale);
}

/** A day: of a time, or as "2026-11-18". */
export function dayText(time: string, locale: string): string {
  const at = Date.parse(time.length === 10 ? `${time}T12:00` : time);
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(at);
}

export function exactTime(time: string, locale: string): string {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return time;
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(at);
}
