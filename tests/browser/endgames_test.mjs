// Exact values of endgames: of the position and its moves, as signs on the board, and hidden.
import assert from "node:assert/strict";
import { join } from "node:path";
import { before } from "node:test";
import { axeFindings, phone } from "./support/browser.mjs";
import {
  cell,
  clickMove,
  moves,
  note,
  over,
  pieces,
  playFrom,
  showExact,
  squaresCalled,
  untilMoves,
} from "./support/game.mjs";
import { tabUntil } from "./support/keyboard.mjs";
import { suite } from "./support/suite.mjs";

const building = 60_000; // milliseconds: behind everything else that runs, it may take a while

// The man on 6 loses to either king unless White gives one away: 14-10 6x15 is a draw, 14-9 6x13x22 takes both.
const position = "W:WK14,K17:B6";
const expected = {
  "17-13": "wins in 2",
  "17-21": "wins in 2",
  "17-22": "wins in 2",
  "14-18": "wins in 3",
  "14-10": "draw",
  "14-9": "loses in 1",
};

const panel = (page) => page.locator(".known");
const verdict = (page, words) => panel(page).locator("p").filter({ hasText: words }).waitFor({ timeout: building });
const entry = (page, words) => panel(page).getByRole("button", { name: words, exact: true });
const listed = (page) =>
  panel(page)
    .locator("li")
    .allInnerTexts()
    .then((texts) =>
      texts.map((text) =>
        text
          .trim()
          .split(/\s+(.*)/s)
          .slice(0, 2),
      ),
    );
const signs = (page) =>
  page.locator(".table-board .value-mark").evaluateAll((all) => all.map((one) => one.classList[1]).sort());
const arrows = (page) => page.locator(".mark.arrow").count();

async function endgame(stage) {
  const page = await playFrom(stage, "english", position);
  await showExact(page);
  await verdict(page, "White to move wins in 2 moves");
  return page;
}

suite("what is known of endgames", (test, program) => {
  // In the background a busy machine would come late to it.
  before(() =>
    program.run(
      "egdb",
      "build",
      "english",
      "--pieces",
      "4",
      "--metric",
      "dtw",
      "--quiet",
      "--data",
      join(program.data, "egdb"),
    ),
  );

  test("the position, and every move, the best first", async (stage) => {
    const page = await endgame(stage);
    assert.equal(await panel(page).locator("p").getAttribute("aria-live"), "polite");
    const list = await listed(page);
    assert.deepEqual(Object.fromEntries(list), expected);
    assert.deepEqual(
      list.map(([, words]) => words),
      Object.values(expected),
    );
    assert.deepEqual(
      await panel(page)
        .locator("li .value-mark")
        .evaluateAll((all) => all.map((one) => one.classList[1])),
      ["win", "win", "win", "win", "draw", "loss"],
    );
  });

  test("the squares where the man in hand can go", async (stage) => {
    const page = await endgame(stage);
    assert.deepEqual(await signs(page), []);
    await cell(page, 14).click();
    assert.deepEqual(await squaresCalled(page, "can move here"), [9, 10, 18]);
    assert.deepEqual(await squaresCalled(page, "can move here, wins in 3"), [18]);
    assert.deepEqual(await squaresCalled(page, "can move here, draw"), [10]);
    assert.deepEqual(await squaresCalled(page, "can move here, loses in 1"), [9]);
    assert.deepEqual(await signs(page), ["draw", "loss", "win"]);
    await cell(page, 14).click();
    assert.deepEqual(await signs(page), []);
  });

  test("a move of the list is shown on the board, and played by a click; to the end of the game", async (stage) => {
    const page = await endgame(stage);
    await entry(page, "14-18 wins in 3").hover();
    assert.equal(await arrows(page), 1);
    await page.mouse.move(2, 2);
    assert.equal(await arrows(page), 0);
    await entry(page, "17-22 wins in 2").click();
    await untilMoves(page, 1);
    assert.deepEqual(await pieces(page), { 6: "b", 14: "W", 22: "W" });
    await verdict(page, "Black to move loses in 1 move");
    assert.deepEqual(Object.fromEntries(await listed(page)), { "6-9": "loses in 1", "6-10": "loses in 1" });
    await clickMove(page, 6, 9);
    await verdict(page, "White to move wins in 1 move");
    assert.deepEqual(await listed(page), [["14x5", "wins in 1"]]);
    await entry(page, "14x5 wins in 1").click();
    await over(page).waitFor();
    assert.deepEqual(await moves(page), ["17-22", "6-9", "14x5"]);
    assert.equal(await panel(page).count(), 0);
  });

  test("by keyboard", async (stage) => {
    const page = await endgame(stage);
    const at = (words) =>
      tabUntil(page, (wanted) => document.activeElement.closest(".known li")?.textContent.trim() === wanted, words);
    await at("14-10 draw");
    assert.equal(await arrows(page), 1);
    await page.keyboard.press("Enter");
    await untilMoves(page, 1);
    await verdict(page, "Draw with best play");
    assert.deepEqual(await listed(page), [["6x15", "draw"]]);
    assert.equal(await arrows(page), 0);
  });

  test("a move of the computer is refused as on the board", async (stage) => {
    const page = await playFrom(stage, "english", position, "Watch computers");
    await showExact(page);
    await verdict(page, "White to move wins in 2 moves");
    await entry(page, "14-18 wins in 3").click();
    await note(page).filter({ hasText: "It is the computer's turn here." }).waitFor();
    assert.deepEqual(await moves(page), []);
  });

  test("hidden again, and after a reload; the board stays where it is", async (stage) => {
    const page = await endgame(stage);
    const place = await page.locator(".table-board").boundingBox();
    await panel(page).getByRole("button", { name: "Hide exact values" }).click();
    await panel(page).waitFor({ state: "detached" });
    assert.deepEqual(await page.locator(".table-board").boundingBox(), place);
    await cell(page, 14).click();
    assert.deepEqual(await squaresCalled(page, "can move here"), [9, 10, 18]);
    assert.deepEqual(await signs(page), []);
    await showExact(page);
    await verdict(page, "White to move wins in 2 moves");
    assert.deepEqual(await signs(page), ["draw", "loss", "win"]);
    await page.reload();
    await cell(page, 14).click();
    assert.equal(await page.locator(".known, .value-mark").count(), 0, "hidden while the game is on");
    assert.deepEqual(await page.locator(".table-board").boundingBox(), place);
  });

  test("with many pieces nothing is known, and nothing is shown", async (stage) => {
    const page = await playFrom(stage, "english", "B:W21-32:B1-12");
    await cell(page, 11).click();
    assert.deepEqual(await squaresCalled(page, "can move here"), [15, 16]);
    assert.equal(await page.locator(".known, .value-mark").count(), 0);
  });

  test("a game without files gets them in the background; in Dutch", { locale: "nl-NL" }, async (stage) => {
    const page = await stage.open(new URLSearchParams({ new: "mini", fen: "W:W10,13:B7" }).toString());
    await page.getByRole("radio", { name: "Twee spelers" }).check();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await cell(page, 1).waitFor();
    await showExact(page);
    await verdict(page, "Speler 2 aan zet wint");
    const [[move, words]] = await listed(page);
    assert.equal(move, "10x5");
    assert.match(words, /^wint (in 1|met \d)$/);
  });

  test(
    "a phone: nothing to scroll sideways, the whole board in sight",
    { viewport: phone, hasTouch: true, isMobile: true },
    async (stage) => {
      const page = await endgame(stage);
      await cell(page, 14).tap();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= phone.width);
      const board = await page.locator(".table-board").boundingBox();
      assert.ok(board.y + board.height <= phone.height && board.width >= 340, JSON.stringify(board));
      await entry(page, "14-9 loses in 1").tap();
      await untilMoves(page, 1);
      assert.deepEqual(await moves(page), ["14-9"]);
    },
  );

  test("axe finds nothing in any theme", async (stage) => {
    const page = await endgame(stage);
    await cell(page, 14).click();
    for (const scheme of ["light", "dark"])
      for (const palette of ["standard", "safe", "contrast"]) {
        await page.evaluate((looks) => Object.assign(document.documentElement.dataset, looks), { scheme, palette });
        assert.deepEqual(await axeFindings(page), [], `${scheme}, ${palette}`);
      }
  });
});
