// Lessons: finding steps, judging moves by what the files say, and what this device remembers of them.
import { courses, type Course, type Step } from "../lessons.gen";
import type { LegalMove } from "../protocol";

export { courses, type Course, type Step };

export function courseOf(game: string): Course | undefined {
  return courses.find((course) => course.game === game);
}

/** A move as the files write it, by the numbers of its squares: "23-18", "26x17x10". */
export function squaresText(move: Pick<LegalMove, "path" | "hops">): string {
  return move.path.join(move.hops.some(([, captured]) => captured > 0) ? "x" : "-");
}

export function isRight(step: Step, move: Pick<LegalMove, "path" | "hops">): boolean {
  return step.moves.includes(squaresText(move));
}

/** The step to go on with: the first that is not done, or the first of all. */
export function nextStep(course: Course, done: readonly string[]): Step {
  return course.steps.find(({ name }) => !done.includes(name)) ?? course.steps[0]!;
}

export type Progress = Readonly<Record<string, readonly string[]>>;

const key = "crownhead.lessons";

/** By game: the names of the steps that were done. */
export function readProgress(): Progress {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as unknown;
    const result: Record<string, string[]> = {};
    for (const { game, steps } of courses) {
      const done = (kept as Record<string, unknown> | null)?.[game];
      if (Array.isArray(done)) result[game] = steps.map(({ name }) => name).filter((name) => done.includes(name));
    }
    return result;
  } catch {
    return {};
  }
}

function writeProgress(progress: Progress): void {
  try {
    localStorage.setItem(key, JSON.stringify(progress));
  } catch {
    // A browser without storage forgets; the lessons go on.
  }
}

export function withDone(progress: Progress, game: string, step: string): Progress {
  const done = progress[game] ?? [];
  if (done.includes(step)) return progress;
  const next = { ...progress, [game]: [...done, step] };
  writeProgress(next);
  return next;
}

export function withoutDone(progress: Progress, game: string): Progress {
  const next = { ...progress, [game]: [] };
  writeProgress(next);
  return next;
}
