// The library: search, rename, delete with undo, open, export.
import assert from "node:assert/strict";
import { clickMove, more, moves, over, pickPlayer, tool, untilMoves } from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const rows = (page) => page.locator(".library-table tbody tr");
const row = (page, words) => rows(page).filter({ hasText: words });

// Ten by ten boards have two points for a win in PDN; the library says the same words for all.
const games = [
  { name: "Anna's", game: "international", from: 32, to: 28, end: "resign" },
  { name: "Boris's", game: "english", from: 11, to: 15, end: "resign" },
  { name: "Clara's", game: "international", from: 33, to: 28, end: "draw" },
];

/** Two players make one move; then the other resigns, or they agree on a draw. */
async function play(page, address, { name, game, from, to, end }) {
  await page.goto(`${address}#new=${game}`);
  await page.getByRole("radio", { name: "Two players" }).check();
  await page.getByText("More: clock, name").click();
  await page.getByLabel("Name of the game").fill(name);
  await page.getByRole("button", { name: "Start" }).click();
  await clickMove(page, from, to);
  await untilMoves(page, 1);
  if (end === "draw") await more(page, "Offer a draw");
  else await tool(page, "Resign").click();
  const place = end === "draw" ? page.locator(".note") : page.getByRole("dialog");
  await place.getByRole("button", { name: end === "draw" ? "Accept" : "Resign" }).click();
  await over(page).waitFor();
}

async function filled(stage) {
  const page = await stage.open();
  if (!filled.done) for (const game of games) await play(page, stage.program.address, game);
  filled.done = true;
  await page.goto(`${stage.program.address}#library`);
  await rows(page).first().waitFor();
  return page;
}

suite("the library", (test) => {
  test("is empty at first and says what to do", async (stage) => {
    const page = await stage.open("library");
    await page.getByRole("heading", { name: "No games yet" }).waitFor();
    await page.getByRole("button", { name: "Import a game" }).click();
    await page.locator(".setup-board").waitFor();
  });

  test("says results in the same words on every board, and finds by them", async (stage) => {
    const page = await filled(stage);
    assert.match(await row(page, "Anna's").innerText(), /International draughts[^]*White won/);
    assert.match(await row(page, "Boris's").innerText(), /English checkers[^]*Black won/);
    assert.match(await row(page, "Clara's").innerText(), /International draughts[^]*Draw/);
    for (const [result, who] of [
      ["White won", "Anna"],
      ["Black won", "Boris"],
      ["Draw", "Clara"],
    ]) {
      await page.getByLabel("Result").selectOption({ label: result });
      await rows(page).filter({ hasText: who }).waitFor();
      await page
        .locator(".library-count")
        .filter({ hasText: /^1 game$/ })
        .waitFor();
    }
  });

  test("is searched by words, game, player and date", async (stage) => {
    const page = await filled(stage);
    const count = (words) => page.locator(".library-count").filter({ hasText: words }).waitFor();
    await count(/^3 games$/);
    await page.goto(`${stage.program.address}#new=mini`);
    await pickPlayer(page, "The computer plays", "scatter");
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator(".table-board").waitFor();
    const begun = page.url();
    await page.goto(`${stage.program.address}#library`);
    await count(/^3 games$/); // one without a move is not listed
    await page.goto(begun);
    await clickMove(page, 4, 7);
    await untilMoves(page, 1);
    await page.goto(`${stage.program.address}#library`);
    await count(/^4 games$/);
    await page.getByRole("searchbox", { name: "Search" }).fill("boris");
    await count(/^1 game$/);
    await page.getByRole("button", { name: "Clear the search" }).first().click();
    await count(/^4 games$/);
    await page.getByLabel("Game", { exact: true }).selectOption("international");
    await count(/^2 games$/);
    await page.getByLabel("Game", { exact: true }).selectOption("");
    await page.getByLabel("Player", { exact: true }).fill("scatter");
    await count(/^1 game$/);
    assert.match(await rows(page).innerText(), /Mini-checkers[^]*Scatter[^]*Not finished/);
    await page.getByLabel("Until").fill("2001-01-01");
    await page.getByRole("heading", { name: "Nothing found" }).waitFor();
  });

  test("an opponent is called, and found, by its wood", async (stage) => {
    const page = await filled(stage);
    await page.goto(`${stage.program.address}#new=frisian`);
    await pickPlayer(page, "The computer plays", "engine", { Level: 1 });
    await page.getByRole("button", { name: "Start" }).click();
    await clickMove(page, 32, 28);
    await untilMoves(page, 1);
    await page.goto(`${stage.program.address}#library`);
    await row(page, "Frisian draughts").getByText("Balsa, level 1").waitFor();
    for (const field of [page.getByRole("searchbox", { name: "Search" }), page.getByLabel("Player", { exact: true })]) {
      await field.fill("balsa");
      await page
        .locator(".library-count")
        .filter({ hasText: /^1 game$/ })
        .waitFor();
      assert.match(await rows(page).innerText(), /Frisian draughts/);
      await page.getByRole("button", { name: "Clear the search" }).first().click();
    }
    await row(page, "Frisian draughts")
      .getByRole("button", { name: /^Delete/ })
      .click();
    await row(page, "Frisian draughts").waitFor({ state: "detached" });
  });

  test("a game is renamed, deleted, brought back, opened", async (stage) => {
    const page = await filled(stage);
    await row(page, "Boris's")
      .getByRole("button", { name: /^Rename/ })
      .click();
    const field = page.getByLabel(/^New name of/);
    await field.fill("The short one");
    await field.press("Enter");
    await row(page, "The short one").waitFor();
    await row(page, "The short one")
      .getByRole("button", { name: /^Delete/ })
      .click();
    await page.locator(".toast").filter({ hasText: "The short one was deleted." }).waitFor();
    await page
      .locator(".library-count")
      .filter({ hasText: /^3 games$/ })
      .waitFor();
    assert.equal(await row(page, "The short one").count(), 0);
    await page.reload();
    await page
      .locator(".library-count")
      .filter({ hasText: /^3 games$/ })
      .waitFor();
    // Deleting and taking that back without leaving the page.
    await row(page, "Clara's")
      .getByRole("button", { name: /^Delete/ })
      .click();
    await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await row(page, "Clara's").waitFor();
    await page.reload();
    await page
      .locator(".library-count")
      .filter({ hasText: /^3 games$/ })
      .waitFor();
    await row(page, "Clara's").getByRole("link").click();
    await untilMoves(page, 1);
    assert.deepEqual(await moves(page), ["33-28"]);
    assert.match(await over(page).innerText(), /^Draw/);
  });

  test("a game is exported", async (stage) => {
    const page = await filled(stage);
    await row(page, "Anna's")
      .getByRole("button", { name: /^Export/ })
      .click();
    const text = page.getByRole("dialog").getByLabel("Text");
    await page.waitForFunction(() => document.querySelector(".export-text")?.value.includes("32-28"));
    assert.match(await text.inputValue(), /\[Event "Anna's"\][^]*\[Result "2-0"\][^]*1\. 32-28/);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    assert.match(download.suggestedFilename(), /\.pdn$/);
  });
});
