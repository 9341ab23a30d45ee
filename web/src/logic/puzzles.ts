// Choosing puzzles and mistakes: the day, the filter and what comes next. Pure, except for the clock and the browser's memory.
import type { Grade, KeptMistake, Phase, Proof, Theme } from "../protocol";

/** The day where the page is: 2026-11-15. */
export function today(now: Date = new Date()): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export interface PuzzleChoice {
  game: string;
  grade: Grade | "";
  theme: Theme | "";
  proof: Proof | "";
}

export const anyPuzzle: PuzzleChoice = { game: "", grade: "", theme: "", proof: "" };

const kept = "crownhead.puzzles"; // in localStorage

export function readChoice(): PuzzleChoice {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(kept) ?? "{}");
    if (typeof found !== "object" || found === null) return anyPuzzle;
    const choice = { ...anyPuzzle };
    for (const key of Object.keys(anyPuzzle) as (keyof PuzzleChoice)[]) {
      const value = (found as Record<string, unknown>)[key];
      if (typeof value === "string") choice[key] = value as never;
    }
    return choice;
  } catch {
    return anyPuzzle;
  }
}

export function keepChoice(choice: PuzzleChoice) {
  localStorage.setItem(kept, JSON.stringify(choice));
}

/** The fields of a request: what does not matter is left out. */
export function asRequest(choice: PuzzleChoice): Partial<Record<keyof PuzzleChoice, string>> {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== ""));
}

export interface MistakeChoice {
  game: string;
  kind: "all" | "mistake" | "blunder";
  phase: Phase | "";
}

export const anyMistake: MistakeChoice = { game: "", kind: "all", phase: "" };

export function fits(choice: MistakeChoice, mistake: KeptMistake): boolean {
  return (
    (choice.game === "" || choice.game === mistake.game) &&
    (choice.kind === "all" || choice.kind === mistake.glyph) &&
    (choice.phase === "" || choice.phase === mistake.phase)
  );
}

export const isDue = (mistake: KeptMistake, day: string) => mistake.due !== null && mistake.due <= day;

/** The one that waits longest and is due, but not `after`; null: that was all for today. */
export function nextMistake(
  all: readonly KeptMistake[],
  choice: MistakeChoice,
  day: string,
  after = "",
): KeptMistake | null {
  const due = all.filter((mistake) => fits(choice, mistake) && isDue(mistake, day) && mistake.key !== after);
  return due.reduce<KeptMistake | null>(
    (best, one) => (best && (best.due ?? "") <= (one.due ?? "") ? best : one),
    null,
  );
}
