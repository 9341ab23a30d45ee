// Exact play: the verdict from the first move on in games that are solved, and where a game turned.
import assert from "node:assert/strict";
import { join } from "node:path";
import { before } from "node:test";
import { axeFindings, phone } from "./support/browser.mjs";
import {
  cell,
  moves,
  more,
  note,
  over,
  pieces,
  playFrom,
  reviewed,
  showExact,
  tool,
  untilMoves,
  working,
} from "./support/game.mjs";
import { tabUntil } from "./support/keyboard.mjs";
import { suite } from "./support/suite.mjs";

// On 6x6. White wins by 14-12 or 17-13. 14-11 gives it away, 2-5 gives it back, 11-7 loses.
const position = "W:WK17,14:B2,6";
const mistakes = [
  ["1. 14-11", "a win becomes a draw", "Better: 14-12, 17-13"],
  ["1... 2-5", "a draw becomes a loss", "Better: 6-9"],
  ["2. 11-7", "a win becomes a loss", "Better: 17-13"],
];

const panel = (page) => page.locator(".known");
const verdict = (page, words) => panel(page).locator("p").filter({ hasText: words }).waitFor({ timeout: working });
const values = (page) => panel(page).locator(".known-move > span:last-child").allInnerTexts();
const ask = (page) => page.getByRole("button", { name: "Review the game" });
const mistake = (page, words) => page.locator(".mistake").filter({ hasText: words });
const turned = (page) =>
  page
    .locator(".mistake")
    .evaluateAll((all) =>
      all.map((one) =>
        [one.querySelector("b"), one.querySelector("b + span"), one.querySelector("small")].map(
          (part) => part.textContent,
        ),
      ),
    );

async function play(page, ...texts) {
  for (const text of texts) {
    const count = (await moves(page)).length;
    await page.getByPlaceholder("Type a move").fill(text);
    await page.keyboard.press("Enter");
    await untilMoves(page, count + 1);
  }
}

async function startMini(stage) {
  const page = await stage.open("new=mini");
  await page.getByRole("radio", { name: "Two players" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await cell(page, 1).waitFor();
  await showExact(page);
  return page;
}

/** A game with three mistakes, gone through. */
async function review(stage) {
  const page = await playFrom(stage, "english-6", position);
  await play(page, "14-11", "2-5", "11-7");
  await ask(page).click();
  await reviewed(page, "3 mistakes.");
  return page;
}

suite("exact play", (test, program) => {
  // In the background a busy machine would come late to it.
  before(() =>
    program.run(
      "egdb",
      "build",
      "english-6",
      "--pieces",
      "5",
      "--metric",
      "dtw",
      "--quiet",
      "--data",
      join(program.data, "egdb"),
    ),
  );

  test("the verdict from the first move on, and after every move", async (stage) => {
    await startMini(stage); // which takes its time, for the last test
    const page = await stage.open("new=english-6");
    await page.getByRole("radio", { name: "Two players" }).check();
    await page.getByRole("button", { name: "Start" }).click();
    await cell(page, 1).waitFor();
    await showExact(page);
    await verdict(page, /^(Draw with best play|Black to move (wins|loses))$/);
    const shown = await values(page);
    assert.equal(shown.length, 5);
    for (const words of shown) assert.match(words, /^(wins|draw|loses)$/);
    const best = { wins: "Black to move wins", draw: "Draw with best play", loses: "Black to move loses" }[shown[0]];
    await verdict(page, best);
    // The man in hand shows it on the board.
    await cell(page, 5).click();
    assert.equal(await page.locator(".table-board .value-mark").count(), 2);
    // The best move keeps it for the other side.
    await panel(page).getByRole("button").nth(1).click();
    await untilMoves(page, 1);
    await verdict(
      page,
      { wins: "White to move loses", draw: "Draw with best play", loses: "White to move wins" }[shown[0]],
    );
  });

  test("hidden while the game is on: yellow dots, and one button that counts; shown after the end", async (stage) => {
    const page = await stage.open("new=english-6");
    await page.getByRole("radio", { name: "Two players" }).check();
    await page.getByRole("button", { name: "Start" }).click();
    await cell(page, 5).click();
    assert.equal(await page.locator(".known, .value-mark").count(), 0);
    const dots = page.locator(".mark.target");
    assert.equal(await dots.count(), 2);
    const [red, green, blue] = await dots
      .first()
      .evaluate((dot) => getComputedStyle(dot).fill.match(/\d+/g).map(Number));
    assert.ok(red > 200 && green > 150 && blue < 120, `yellow, not ${red} ${green} ${blue}`);
    await showExact(page);
    await verdict(page, /to move|Draw/);
    await tool(page, "Exact (1)").waitFor();
    await panel(page).getByRole("button", { name: "Hide exact values" }).click();
    await panel(page).waitFor({ state: "detached" });
    await tool(page, "Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await over(page).waitFor();
    await page.getByRole("button", { name: "To the start" }).waitFor();
    assert.equal(await tool(page, "Exact (1)").getAttribute("aria-pressed"), "true");
  });

  test("where the game turned, with better moves; a click goes there", async (stage) => {
    const page = await review(stage);
    assert.deepEqual(await turned(page), mistakes);
    await mistake(page, "2-5").click();
    await note(page).filter({ hasText: "Black to move." }).waitFor();
    assert.deepEqual(await pieces(page), { 2: "b", 6: "b", 11: "w", 17: "W" });
    assert.equal(await mistake(page, "2-5").getAttribute("aria-current"), "true");
    assert.equal(await page.locator(".table-board .mark.arrow.wrong").count(), 1);
    // There the better move can be tried; the review is still about the game.
    await panel(page)
      .getByRole("button", { name: /^6-9 draw/ })
      .click();
    await page.locator(".table-board .mark.arrow.wrong").waitFor({ state: "detached" });
    assert.deepEqual(await turned(page), mistakes);
    await page.getByRole("button", { name: "Back to the moves" }).click();
    assert.deepEqual(
      await page.locator(".move:has(.turned)").evaluateAll((all) => all.map((one) => one.firstChild.textContent)),
      ["14-11", "2-5", "11-7"],
    );
  });

  test("after the end, by keyboard; the review is there for whoever comes", async (stage) => {
    const page = await playFrom(stage, "english-6", position);
    await play(page, "14-11", "6-9");
    await tool(page, "Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await over(page).waitFor();
    await tabUntil(page, (words) => document.activeElement.textContent === words, "Review the game");
    await page.keyboard.press("Enter");
    await reviewed(page, "One mistake.");
    await tabUntil(page, () => document.activeElement.classList.contains("mistake"));
    await page.keyboard.press("Enter");
    await note(page).filter({ hasText: "White to move." }).waitFor();
    const other = await stage.visitor();
    await other.goto(page.url());
    await more(other, "Review the game");
    assert.deepEqual(await turned(other), mistakes.slice(0, 1));
  });

  test("stopping it", async (stage) => {
    // Another game, whose endgames are not there yet.
    const page = await stage.open("new=frisian-6");
    await page.getByRole("radio", { name: "Watch computers" }).check();
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("button", { name: "One move", exact: true }).click();
    await untilMoves(page, 1);
    await ask(page).click();
    await page.locator(".review progress").waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await reviewed(page, /^Stopped after [01] of 1 moves/);
    assert.equal(await page.locator(".review progress").count(), 0);
    await page.getByRole("button", { name: "Review again" }).waitFor();
    await page.getByRole("button", { name: "Back to the moves" }).click();
    assert.equal((await moves(page)).length, 1);
  });

  test("large boards are not solved: no exact values, but a review", async (stage) => {
    const page = await playFrom(stage, "english", "B:W21-32:B1-12");
    await play(page, "11-15");
    assert.equal(await ask(page).count(), 1);
    assert.equal(await page.locator(".known").count(), 0);
  });

  test("perfect play is offered where the game is solved", async (stage) => {
    const page = await stage.open("new=english-6");
    const opponent = page.getByLabel("The computer plays", { exact: true });
    const offered = () => opponent.locator("option").evaluateAll((all) => all.map((one) => one.value));
    assert.ok((await offered()).includes("perfect"));
    await opponent.selectOption("perfect");
    assert.match(await page.locator(".summary p").first().innerText(), /^English checkers 6×6, Perfect, /);
    await page.getByRole("radio", { name: "8×8" }).check();
    await page.locator(".summary p").filter({ hasText: "8×8" }).waitFor();
    assert.ok(!(await offered()).includes("perfect"));
    assert.match(await page.locator(".summary p").first().innerText(), /^English checkers 8×8, Alder, level 3, /);
  });

  test("in Dutch", { locale: "nl-NL" }, async (stage) => {
    const page = await stage.open(new URLSearchParams({ new: "english-6", fen: position }).toString());
    await page.getByRole("radio", { name: "Twee spelers" }).check();
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await page.getByPlaceholder("Typ een zet").fill("14-11");
    await page.keyboard.press("Enter");
    await untilMoves(page, 1);
    await page.getByRole("button", { name: "Partij nakijken" }).click();
    await reviewed(page, "Eén fout.");
    assert.deepEqual(await turned(page), [["1. 14-11", "winst wordt remise", "Beter: 14-12, 17-13"]]);
  });

  test(
    "a phone: nothing to scroll sideways, the mistakes in sight",
    { viewport: phone, hasTouch: true, isMobile: true },
    async (stage) => {
      const page = await playFrom(stage, "english-6", position);
      await play(page, "14-11", "2-5", "11-7");
      await more(page, "Review the game");
      await reviewed(page, "3 mistakes.");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= phone.width);
      await mistake(page, "11-7").tap();
      await note(page).filter({ hasText: "White to move." }).waitFor();
      const { height } = await page.locator(".review-list").boundingBox();
      assert.ok(height >= 90, String(height));
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= phone.width);
    },
  );

  test("axe finds nothing in any theme", async (stage) => {
    const page = await review(stage);
    await mistake(page, "2-5").click();
    await page.locator(".table-board .mark.arrow.wrong").waitFor();
    const looks = async (what) => {
      for (const scheme of ["light", "dark"])
        for (const palette of ["standard", "safe", "contrast"]) {
          await page.evaluate((chosen) => Object.assign(document.documentElement.dataset, chosen), { scheme, palette });
          assert.deepEqual(await axeFindings(page), [], `${what}: ${scheme}, ${palette}`);
        }
    };
    await looks("the mistakes");
    await page.getByRole("button", { name: "Back to the moves" }).click();
    await looks("the moves");
  });

  test("mini-checkers: by how many pieces", async (stage) => {
    const page = await startMini(stage);
    await verdict(page, "Draw with best play");
    assert.deepEqual(await values(page), ["draw", "draw", "draw", "draw", "loses by 1"]);
    await panel(page).getByRole("button", { name: "6-9 loses by 1" }).click();
    await verdict(page, "Player 2 to move wins by 1");
    await ask(page).click();
    await reviewed(page, "One mistake.");
    assert.deepEqual(await turned(page), [["1. 6-9", "a draw becomes a loss by 1", "Better: 5-7, 6-8, 4-7, 5-8"]]);
  });
});
