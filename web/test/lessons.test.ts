// Lessons: what the files say, which moves are right, what is remembered. The positions are tested with the rules of the
// program (tests/lessons_test.py).
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseCourse } from "../scripts/description.mjs";
import {
  courseOf,
  courses,
  isRight,
  nextStep,
  readProgress,
  squaresText,
  withDone,
  withoutDone,
} from "../src/logic/lessons";
import { lessons as de } from "../src/texts/lessons_de";
import { lessons as en } from "../src/texts/lessons_en";
import { lessons as nl } from "../src/texts/lessons_nl";

const text = "# about\ngame mini\n\nstep move\nfen W:W23:B2\nmoves 23-18 23-19\nclaims some\nreply 2-6\n";

describe("a file of lessons", () => {
  it("is read", () => {
    expect(parseCourse(text, "x.txt")).toEqual({
      game: "mini",
      steps: [{ name: "move", fen: "W:W23:B2", moves: ["23-18", "23-19"], reply: "2-6", only: false }],
    });
    expect(parseCourse(text.replace("some", "forced"), "x.txt").steps[0]?.only).toBe(true);
  });
  it("is refused with the line", () => {
    expect(() => parseCourse(text.replace("claims", "claim"), "x.txt")).toThrow("x.txt:7: expected");
    expect(() => parseCourse(text.replace("some", "sure"), "x.txt")).toThrow("x.txt:7: there is no claim sure");
    expect(() => parseCourse("fen W:W1:B2\n", "x.txt")).toThrow("x.txt:1: expected");
    expect(() => parseCourse("game mini\n", "x.txt")).toThrow("no steps");
    expect(() => parseCourse("game mini\nstep move\nfen W:W1:B2\n", "x.txt")).toThrow(
      "the step move has no position or no moves",
    );
  });
});

describe("the courses", () => {
  it("have words for every step, in every language their own", () => {
    for (const { steps } of courses)
      for (const { name } of steps) {
        const words = [en, nl, de].map((one) => one.steps[name]);
        expect(new Set(words.map(({ task }) => task)).size).toBe(3);
        expect(new Set(words.map(({ done }) => done)).size).toBe(3);
      }
  });
  it("judge moves by all their squares", () => {
    const step = courseOf("english")!.steps.find(({ name }) => name === "several")!;
    const capture = (path: number[]) => ({
      path,
      hops: path.slice(1).map((to) => [to, 1, 0] as [number, number, number]),
    });
    expect(squaresText(capture([26, 17, 10]))).toBe("26x17x10");
    expect(isRight(step, capture([26, 17, 10]))).toBe(true);
    expect(isRight(step, capture([26, 10]))).toBe(false);
    expect(squaresText({ path: [23, 18], hops: [[18, 0, 0]] })).toBe("23-18");
  });
});

describe("progress", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  afterEach(() => kept.clear());
  const course = courseOf("english")!;
  it("is kept by game, and leads to the next step", () => {
    expect(nextStep(course, []).name).toBe("move");
    const one = withDone(readProgress(), "english", "move");
    expect(withDone(one, "english", "move")).toBe(one);
    expect(readProgress()).toEqual({ english: ["move"] });
    expect(nextStep(course, ["move"]).name).toBe("capture");
    expect(
      nextStep(
        course,
        course.steps.map(({ name }) => name),
      ).name,
    ).toBe("move");
    withoutDone(one, "english");
    expect(readProgress()).toEqual({ english: [] });
  });
  it("of other versions is not trusted", () => {
    for (const text of ["", "{", "7", "null"]) {
      kept.set("crownhead.lessons", text);
      expect(readProgress()).toEqual({});
    }
    kept.set("crownhead.lessons", '{"english":["gone","move"],"go":["move"],"suicide":7}');
    expect(readProgress()).toEqual({ english: ["move"] });
  });
});
