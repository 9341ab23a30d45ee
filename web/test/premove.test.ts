import { expect, test } from "vitest";
import { planned, premoveIndex } from "../src/logic/premove";
import type { LegalMove } from "../src/protocol";

const step = (from: number, to: number): LegalMove => ({
  text: `${from}-${to}`,
  path: [from, to],
  hops: [[to, 0, 0]],
  crowned: false,
  paths: [[from, to]],
});
const jump = (...path: number[]): LegalMove => ({
  text: path.join("x"),
  path,
  hops: path.slice(1).map((to, index) => [to, 100 + index, 0]),
  crowned: false,
  paths: [path],
});

test("clicks make a plan, and a click on its piece drops it", () => {
  expect(planned(null, 15, false)).toBeNull();
  expect(planned(null, 11, true)).toEqual({ from: 11, clicks: [] });
  expect(planned({ from: 11, clicks: [] }, 15, false)).toEqual({ from: 11, clicks: [15] });
  expect(planned({ from: 11, clicks: [15] }, 18, false)).toEqual({ from: 11, clicks: [15, 18] });
  expect(planned({ from: 11, clicks: [15] }, 12, true)).toEqual({ from: 12, clicks: [] });
  expect(planned({ from: 11, clicks: [15] }, 11, true)).toBeNull();
});

test("the move that was meant is played, and no other", () => {
  const legal = [step(11, 15), step(11, 16), jump(12, 19, 26), jump(12, 19, 28)];
  expect(premoveIndex(legal, { from: 11, clicks: [16] })).toBe(1);
  expect(premoveIndex(legal, { from: 11, clicks: [18] })).toBeNull();
  expect(premoveIndex(legal, { from: 11, clicks: [] })).toBeNull();
  expect(premoveIndex(legal, { from: 12, clicks: [26] })).toBe(2);
  expect(premoveIndex(legal, { from: 12, clicks: [19, 28] })).toBe(3);
  expect(premoveIndex(legal, { from: 12, clicks: [19] })).toBeNull(); // two go that way
});
