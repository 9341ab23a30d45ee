// Playing on a page as people do: starting a game by the New game screen, and moving by what the board offers.
import assert from "node:assert/strict";

const longestGame = 700; // plies; every game has draw rules that end it sooner

// --- starting ----------------------------------------------------------------------------------------------------------

/** Sets strategy and options in the picker of this label, for example "engine", { Level: 1 }. */
export async function pickPlayer(page, label, strategy, options = {}) {
  const picker = page.locator(".player-picker").filter({ has: page.getByLabel(label, { exact: true }) });
  await picker.getByLabel(label, { exact: true }).selectOption(strategy);
  for (const [option, value] of Object.entries(options)) await picker.getByLabel(option).fill(String(value));
}

/**
 * From the first screen to a board, as a user would. `size`: "6×6"; `way`: "Against the computer", "Two players", "Watch
 * computers"; `choose(page)`: everything else on the screen; `summary`: what must be said before Start.
 */
export async function newGame(page, { card, size, way, choose, summary }) {
  await page.getByRole("link", { name: card, exact: true }).click();
  await page.locator("form.new-game").waitFor();
  if (size) await page.getByRole("radio", { name: size, exact: true }).check();
  await page.getByRole("radio", { name: way }).check();
  await choose?.(page);
  if (summary) assert.match(await page.locator(".summary p").first().innerText(), summary);
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".table-board [data-square]").first().waitFor();
}

/** A game from a position, by the address that the Set-up screen leads to. */
export async function playFrom(stage, game, fen, way = "Two players", choose = undefined, options = {}) {
  const page = await stage.open(new URLSearchParams({ new: game, fen }).toString(), options);
  await page.getByRole("radio", { name: way }).check();
  await choose?.(page);
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".table-board [data-square]").first().waitFor();
  return page;
}

// --- looking -----------------------------------------------------------------------------------------------------------

export const cell = (page, square) => page.locator(`.table-board [data-square="${square}"]`);
export const note = (page) => page.locator(".note");
export const moves = (page) => page.locator(".moves .move:not(.start)").allInnerTexts();
export const currentMove = (page) => page.locator(".moves [aria-current]").innerText();

/** The pieces by square: { 11: "b", ... }. */
export function pieces(page) {
  return page
    .locator(".table-board [data-square]")
    .evaluateAll((cells) =>
      Object.fromEntries(
        cells.filter((one) => one.dataset.piece !== "e").map((one) => [one.dataset.square, one.dataset.piece]),
      ),
    );
}

/** Squares whose name has these words: "can move here", "must capture", "last move". */
export function squaresCalled(page, words) {
  return page
    .locator(`.table-board [data-square][aria-label*="${words}"]`)
    .evaluateAll((cells) => cells.map((one) => Number(one.dataset.square)).sort((a, b) => a - b));
}

/** Waits until so many moves are listed. */
export async function untilMoves(page, count) {
  await page
    .locator(".moves .move:not(.start)")
    .nth(count - 1)
    .waitFor({ state: "attached" });
}

export const over = (page) => page.locator(".note.over");

// Runs in the page: waits for a person's turn or the end, with more moves listed than before, and tells what can be seen.
function lookWhenReady({ before, patience }) {
  const read = () => {
    const words = document.querySelector(".note")?.textContent ?? "";
    const ended = document.querySelector(".note.over") !== null;
    const turn = document.querySelector(".strip.turn")?.dataset.side ?? "";
    const listed = document.querySelectorAll(".moves .move:not(.start)").length;
    const ready = ended || (listed > before && /^(Your turn|.* to move)\./.test(words));
    if (!ready) return null;
    const cells = [...document.querySelectorAll(".table-board [data-square]")];
    const own = cells.filter((cell) => cell.dataset.piece.toLowerCase() === turn[0]);
    const must = cells.filter((cell) => cell.getAttribute("aria-label").includes("must capture"));
    const place = (cell) => {
      const { x, y, width, height } = cell.getBoundingClientRect();
      return { square: Number(cell.dataset.square), x: x + width / 2, y: y + height / 2 };
    };
    return { ended, words, turn, listed, men: (must.length > 0 ? must : own).map(place) };
  };
  return new Promise((resolve, reject) => {
    const end = performance.now() + patience;
    const look = () => {
      const seen = read();
      if (seen) resolve(seen);
      else if (performance.now() > end)
        reject(new Error(`neither a turn nor the end: ${document.querySelector(".note")?.textContent}`));
      else setTimeout(look, 4);
    };
    look();
  });
}

function offered() {
  const cells = [...document.querySelectorAll('.table-board [data-square][aria-label*="can move here"]')];
  return cells.map((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
}

/** When it is a person's turn, or the game is over; `before`: moves that were listed. */
export const ready = (page, before = -1) => page.evaluate(lookWhenReady, { before, patience: 15_000 });

// --- moving ------------------------------------------------------------------------------------------------------------

/** The same numbers in every run (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export async function clickMove(page, ...squares) {
  for (const square of squares) await cell(page, square).click();
}

/** Clicks a move that the page offers: a man at random, then one of its highlighted squares, and on until it is decided. */
export async function anyMove(page, seen, random) {
  const men = [...seen.men];
  while (men.length > 0) {
    const [man] = men.splice(random(men.length), 1);
    await page.mouse.click(man.x, man.y);
    const ends = await page.evaluate(offered);
    if (ends.length === 0) continue; // this man cannot move: the page has said so
    const to = ends[random(ends.length)];
    await page.mouse.click(to.x, to.y);
    const ways = page.locator(".note.ask button");
    if (await ways.count()) await ways.nth(random(await ways.count())).click();
    return;
  }
  throw new Error(`nothing to move: ${seen.words}`);
}

/** Plays whatever the page offers for all people at the table, to the end; returns how many moves are listed. */
export async function playToTheEnd(page, seed = 1) {
  const random = seeded(seed);
  let seen = await ready(page);
  while (!seen.ended && seen.listed < longestGame) {
    await anyMove(page, seen, random);
    seen = await ready(page, seen.listed);
  }
  assert.ok(seen.ended, "the game has an end");
  return seen.listed;
}

// --- elsewhere on the screen -------------------------------------------------------------------------------------------

export async function more(page, entry) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: entry, exact: true }).click();
}

/** A button of the row below the name: Undo, Redo, Hint, Exact, Flip board, Resign, Rematch. */
export const tool = (page, name) => page.locator(".tools").getByRole("button", { name });

/** What the clipboard has; the context needs the permission. */
export const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
export const mayCopy = { permissions: ["clipboard-read", "clipboard-write"] };

/** The address by which another visitor plays a side: "White". This page gives the seat away. */
export async function inviteTo(page, side) {
  await more(page, "Share");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Invite to play ${side}` })
    .click();
  const address = await page.getByLabel(`Link to play ${side}`).inputValue();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return address;
}

/** Another visitor who plays that side. */
export async function invited(stage, page, side) {
  const address = await inviteTo(page, side);
  const other = await stage.visitor();
  await other.goto(address);
  await cell(other, 1).waitFor();
  return other;
}

/** Exact values, which are hidden while a game is on. */
export async function showExact(page) {
  await tool(page, /^Exact/).click();
  await page.locator(".known").waitFor();
}

// --- after the end -------------------------------------------------------------------------------------------------------

/** Milliseconds: behind everything else that runs, a search may take a while. */
export const working = 90_000;

/** A person has lost to the computer: White gave the king away by 18-15, which is a blunder, and resigned. */
export async function lostGame(stage) {
  const page = await playFrom(stage, "english", "W:WK18,26,31:B10,3,2", "Against the computer");
  await page.getByPlaceholder("Type a move").fill("18-15");
  await page.keyboard.press("Enter");
  await untilMoves(page, 2);
  await note(page).filter({ hasText: "Your turn" }).waitFor();
  await tool(page, "Resign").click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await over(page).waitFor();
  return page;
}

/** Until the review has ended; `words`: how many mistakes there are. */
export const reviewed = (page, words = /mistakes?\.$/) =>
  page.locator(".review-head p").filter({ hasText: words }).waitFor({ timeout: working });
