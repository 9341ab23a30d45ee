// Every screen and dialog of the page, for tests that look at all of them.
import { cell, clickMove, more, over, pickPlayer, ready, tool } from "./game.mjs";

const building = 120_000; // milliseconds: endgame files are made behind everything else

/** In this order each leads to the next; the first begins on the first screen. */
export const screens = {
  home: (page) => page.locator(".home-board [data-square]").first().waitFor(),
  async "all games"(page, address) {
    await page.goto(`${address}#games`);
    await page.locator(".card").first().waitFor();
  },
  async lessons(page, address) {
    await page.goto(`${address}#learn`);
    await page.locator(".courses").waitFor();
  },
  async "a lesson"(page, address) {
    await page.goto(`${address}#learn=english&step=king`);
    await page.locator('.lesson-board [data-square="18"]').click();
    await page.locator('.lesson-board [data-square="14"]').click();
    await page.locator(".lesson-say.wrong").waitFor();
  },
  async "new game"(page, address) {
    await page.goto(`${address}#new=suicide`);
    await page.getByText("More: clock, name").click();
  },
  async play(page, address) {
    await page.goto(`${address}#new=english`);
    await pickPlayer(page, "The computer plays", "engine", { Level: 1 });
    await page.getByRole("button", { name: "Start" }).click();
    await clickMove(page, 11, 15);
    await ready(page, 1);
    await tool(page, "Hint").click();
    await page.locator(".note.hinting").waitFor();
    await cell(page, 1).click();
    await page.locator(".note.problem").waitFor();
  },
  async "the end"(page) {
    await tool(page, "Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await over(page).waitFor();
  },
  more: (page) => page.getByRole("button", { name: "More", exact: true }).click(),
  async "change players"(page) {
    await page.getByRole("dialog").getByRole("button", { name: "Change players" }).click();
  },
  async rules(page) {
    await page.keyboard.press("Escape");
    await more(page, "Rules");
  },
  async "set-up"(page, address) {
    await page.goto(`${address}#setup`);
    await page.getByLabel("FEN, PDN or course log").fill("W:W18:B9");
    await page.locator(".found li").waitFor();
  },
  async library(page, address) {
    await page.goto(`${address}#library`);
    await page.locator(".library-table tbody tr").first().waitFor();
    await page.locator(".library-table tbody input[type=checkbox]").first().check(); // the head is not shown on a phone
  },
  async puzzles(page, address) {
    await page.goto(`${address}#puzzles`);
    await page.getByRole("button", { name: "Solve it" }).waitFor();
  },
  async "a puzzle"(page) {
    await page.getByRole("button", { name: "Solve it" }).click();
    await page.getByRole("button", { name: "Show the answer" }).click();
    await page.locator(".exercise-line").waitFor();
  },
  async "a proof"(page, address) {
    await page.goto(`${address}#proof=antifrisian-6`);
    await page.locator(".proof-moves li").first().waitFor();
  },
  async endings(page, address) {
    await page.goto(`${address}#endings=mini`);
    await page.locator(".ending-classes").first().waitFor({ timeout: building });
  },
  async "an ending"(page, address) {
    await page.goto(`${address}#endings=mini/mm-m`);
    await page.locator(".ending-example").first().waitFor({ timeout: building });
  },
  async "a drill"(page, address) {
    await page.goto(`${address}#endings=mini/mm-m/win/easy/1`);
    await page.locator(".exercise-board").waitFor({ timeout: building });
  },
  async laboratory(page, address) {
    await page.goto(`${address}#lab`);
    await page.locator("form.plan").waitFor();
  },
  async "a run"(page) {
    await page.getByLabel("Games per pairing").fill("10");
    await page.locator("form.plan").getByRole("button", { name: "Start" }).click();
    await page.locator(".run-head .state.complete").waitFor();
    await page.locator("table.cross button").first().click();
    await page.locator("table.list").waitFor();
  },
  settings: (page) => page.getByRole("button", { name: "Settings" }).click(),
  async help(page) {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Help" }).click();
  },
};
