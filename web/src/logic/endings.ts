// Endings: addresses, groups of classes, shares. Pure, except for the browser's memory.
import type { EndingClass, Grade } from "../protocol";

export type EndingPlace =
  | { kind: "game"; game: string }
  | { kind: "class"; game: string; name: string }
  | { kind: "drill"; game: string; name: string; key: string };

/** "", "english", "english/KK-K" or "english/KK-K/win/hard/7". */
export function readPlace(place: string): EndingPlace {
  const [game = "", name = "", ...drill] = place.split("/");
  if (!name) return { kind: "game", game };
  return drill.length === 0 ? { kind: "class", game, name } : { kind: "drill", game, name, key: place };
}

export function drillKey(game: string, name: string, goal: "win" | "hold", grade: Grade, number: number): string {
  return `${game}/${name}/${goal}/${grade}/${number}`;
}

/** The same drill with the next number. */
export function nextKey(key: string): string {
  return key.replace(/\d+$/, (number) => String(Number(number) + 1));
}

export const piecesOf = ({ us, them }: EndingClass) => us.men + us.kings + them.men + them.kings;

/** By the number of pieces, few first; in a group as the files have them. */
export function groupsOf(classes: readonly EndingClass[]): { pieces: number; classes: EndingClass[] }[] {
  const groups = new Map<number, EndingClass[]>();
  for (const one of classes) groups.set(piecesOf(one), [...(groups.get(piecesOf(one)) ?? []), one]);
  return [...groups].sort(([a], [b]) => a - b).map(([pieces, all]) => ({ pieces, classes: all }));
}

/** Won, drawn and lost in whole percent, together 100; what there is of at all is at least 1. */
export function shares({ win, draw, loss }: EndingClass): [number, number, number] {
  const counts = [win, draw, loss];
  const all = win + draw + loss;
  if (all === 0) return [0, 0, 0];
  const parts = counts.map((count) => (count === 0 ? 0 : Math.max(1, Math.round((100 * count) / all))));
  const largest = parts.indexOf(Math.max(...parts));
  const rest = parts.reduce((sum, part, index) => (index === largest ? sum : sum + part), 0);
  parts[largest] = 100 - rest;
  return parts as [number, number, number];
}

/** Moves of the side to move in so many plies. */
export const movesIn = (plies: number) => Math.ceil(plies / 2);

const kept = "crownhead.endings"; // in localStorage: the game that was chosen last

export const readGame = (): string => localStorage.getItem(kept) ?? "";
export const keepGame = (game: string) => localStorage.setItem(kept, game);
