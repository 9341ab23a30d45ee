// Walking over the page by keyboard alone.
import { ready } from "./game.mjs";

const longestWalk = 60; // presses of Tab

/** Presses Tab until `reached`, a function that runs in the page, says so. */
export async function tabUntil(page, reached, argument = undefined) {
  for (let presses = 0; presses < longestWalk; presses++) {
    if (await page.evaluate(reached, argument)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the focus never came there");
}

/** Tab to the button, link or field with this name. */
export function tabTo(page, name) {
  return tabUntil(
    page,
    (wanted) => {
      const at = document.activeElement;
      const called = at.getAttribute("aria-label") ?? (at.labels?.[0] ?? at).textContent;
      return at !== document.body && called.trim() === wanted;
    },
    name,
  );
}

export const tabToBoard = (page) => tabUntil(page, () => document.activeElement.dataset.square !== undefined);

/** With the arrow keys to a square; the board has the focus. */
export async function walkTo(page, square) {
  const steps = await page.evaluate((to) => {
    const place = (cell) => [
      Number(cell.parentElement.getAttribute("aria-rowindex")),
      [...cell.parentElement.children].indexOf(cell),
    ];
    const [row, order] = place(document.activeElement);
    const [toRow, toOrder] = place(document.querySelector(`.table-board [data-square="${to}"]`));
    return { down: toRow - row, right: toOrder - order };
  }, square);
  for (let step = 0; step < Math.abs(steps.down); step++)
    await page.keyboard.press(steps.down > 0 ? "ArrowDown" : "ArrowUp");
  for (let step = 0; step < Math.abs(steps.right); step++)
    await page.keyboard.press(steps.right > 0 ? "ArrowRight" : "ArrowLeft");
}

/** Plays to the end with arrow keys and Enter; the board has the focus. */
export async function playByKeys(page, random) {
  for (let seen = await ready(page); ; seen = await ready(page, seen.listed)) {
    if (seen.ended) return seen;
    const men = [...seen.men];
    for (;;) {
      const [man] = men.splice(random(men.length), 1);
      await walkTo(page, man.square);
      await page.keyboard.press("Enter");
      const ends = await page.evaluate(() =>
        [...document.querySelectorAll('.table-board [data-square][aria-label*="can move here"]')].map((cell) =>
          Number(cell.dataset.square),
        ),
      );
      if (ends.length === 0) continue;
      await walkTo(page, ends[random(ends.length)]);
      await page.keyboard.press("Enter");
      break;
    }
  }
}
