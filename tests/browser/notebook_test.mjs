// The library as a notebook: files in and out, the bin, folders, tags, and games by position.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { clickMove, more, untilMoves } from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const rows = (page) => page.locator(".library-table tbody tr");
const row = (page, words) => rows(page).filter({ hasText: words });
const count = (page, words) => page.locator(".library-count").filter({ hasText: words }).waitFor();

const game = (event, white, moves, result) =>
  `[Event "${event}"]\n[White "${white}"]\n[Black "Ben"]\n[Date "1998.05.??"]\n[Result "${result}"]\n` +
  `[GameType "21"]\n[Annotator "K. \\"Kees\\" de Vries"]\n\n${moves} ${result}\n`;
const one = game(
  "One",
  "Anna",
  "{Before.} 1. 11-15 {[%clk 0:10:00]} {so far} 23-19 2. 8-11! $36 22-17\n(2... 24-20 {better})",
  "1-0",
);
const two = game("Two", "Clara", "1. 11-15 23-19 2. 8-11 22-18 3. 15x22 25x18", "0-1");
const bad = game("Three", "Eva", "1. 9-14 22-18 2. 1-32", "0-1");
const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

async function imported(stage) {
  const page = await stage.open("library");
  await page.getByRole("heading", { name: "Library" }).waitFor();
  if (!imported.done) {
    await page
      .locator('input[type="file"]')
      .setInputFiles([file("first.pdn", `${one}\n${two}`), file("second.pdn", `${bad}\n${two}`)]);
    await page.getByText("2 games imported, 1 were here already, 1 refused.").waitFor();
    imported.done = page;
  }
  await rows(page).first().waitFor();
  return page;
}

async function saved(page, press) {
  const [download] = await Promise.all([page.waitForEvent("download"), press()]);
  return readFile(await download.path(), "utf8");
}

suite("the notebook", (test) => {
  test("takes files and names what it refuses", async (stage) => {
    const page = await imported(stage);
    await count(page, /^2 games$/);
    assert.match(await row(page, "One").innerText(), /1998-05/);
    await page.getByText("Refused games: 1").click();
    const reason = await page.locator(".refused li").innerText();
    assert.match(reason, /^second\.pdn, line 9, game 1: .*1-32/);
    const list = await saved(page, () => page.getByRole("button", { name: "Download the list" }).click());
    assert.match(list, /^second\.pdn\t9\t1\t.*1-32.*\n$/);
    await page.locator(".import").getByRole("button", { name: "Close" }).click();
    await page.locator(".import").waitFor({ state: "detached" });
  });

  test("gives the games back as they were", async (stage) => {
    const page = await imported(stage);
    const all = await saved(page, () => page.getByRole("button", { name: "Export these games" }).click());
    const words = (text) => text.split(/\s+/).join(" ").trim();
    assert.equal(words(all), words(`${one}\n${two}`).replace("{so far} 23-19", "{so far} 1... 23-19"));
  });

  test("deletes into a bin and brings back", async (stage) => {
    const page = await imported(stage);
    await page.getByLabel("Select all games on this page").check();
    await page.getByText("2 selected").waitFor();
    await page.locator(".selection").getByRole("button", { name: "Delete" }).click();
    await count(page, /^0 games$/);
    await page.getByText("2 games deleted.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await count(page, /^2 games$/);
    await row(page, "Two").getByLabel("Select Two").check();
    await page.locator(".selection").getByRole("button", { name: "Delete" }).click();
    await count(page, /^1 game$/);
    await page.getByRole("button", { name: "Bin", exact: true }).click();
    await page.getByRole("heading", { name: "Bin" }).waitFor();
    await row(page, "Two").getByRole("button", { name: "Restore Two" }).click();
    await page.getByRole("button", { name: "Back to the library" }).click();
    await count(page, /^2 games$/);
  });

  test("has folders and tags", async (stage) => {
    const page = await imported(stage);
    await page.getByRole("button", { name: "Folders" }).click();
    await page.getByLabel("New folder").fill("Club");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByLabel("Name of the folder Club").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
    await page.getByLabel("Select One").check();
    await page.locator(".selection").getByLabel("Move to folder").selectOption("Club");
    await row(page, "One").locator(".chip.folder", { hasText: "Club" }).waitFor();
    await page.getByLabel("Select One").check();
    await page.locator(".selection").getByLabel("Tag").fill("sharp");
    await page.getByRole("button", { name: "Add tag" }).click();
    await row(page, "One").locator(".chip", { hasText: "sharp" }).waitFor();
    await page.locator(".library-search").getByLabel("Folder").selectOption("Club");
    await count(page, /^1 game$/);
    await page.locator(".library-search").getByLabel("Tag").selectOption("sharp");
    await count(page, /^1 game$/);
    await page.getByRole("button", { name: "Folders" }).click();
    await page.getByRole("button", { name: "Delete the folder Club" }).click();
    await page.getByText("There are no folders yet.").waitFor();
  });

  test("finds games by a position and by material", async (stage) => {
    const page = await imported(stage);
    await page.getByLabel("Black men").fill("11");
    await page.getByLabel("White men").fill("11");
    await count(page, /^1 game$/);
    await row(page, "Two").waitFor();
    await page.goto(`${stage.program.address}#new=english`);
    await page.getByRole("radio", { name: "Two players" }).check();
    await page.getByRole("button", { name: "Start" }).click();
    for (const [i, [from, to]] of [
      [11, 15],
      [23, 19],
      [8, 11],
      [22, 17],
    ].entries()) {
      await clickMove(page, from, to);
      await untilMoves(page, i + 1);
    }
    await more(page, "Find this position");
    await page.getByText("Games that reached this position").waitFor();
    await count(page, /^2 games$/);
    await row(page, "One").waitFor();
    await page.getByRole("button", { name: "Any position" }).click();
    await count(page, /^3 games$/);
  });

  test("changes all games that a search finds, and takes that back", async (stage) => {
    const page = await imported(stage);
    const many = Array.from({ length: 60 }, (_, i) => game(`Bulk ${i}`, `Player ${i}`, "1. 9-14 22-18", "1-0"));
    await page.locator('input[type="file"]').setInputFiles([file("many.pdn", many.join("\n"))]);
    await page.getByText("60 games imported, 0 were here already, 0 refused.").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("bulk");
    await count(page, "1–25 of 60");
    await page.getByRole("button", { name: "Select all 60 games found" }).click();
    const bar = page.locator(".selection");
    await bar.getByText("60 selected").waitFor();
    await bar.getByLabel("Tag").fill("mass");
    await bar.getByRole("button", { name: "Add tag" }).click();
    await page.getByText("60 games tagged.").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("");
    await page.locator(".library-search").getByLabel("Tag").selectOption("mass");
    await count(page, "1–25 of 60");
    await page.getByRole("button", { name: "Select all 60 games found" }).click();
    await bar.getByText("60 selected").waitFor();
    const text = await saved(page, () => bar.getByRole("button", { name: "Export" }).click());
    assert.equal(text.match(/\[Event "Bulk \d+"\]/g).length, 60);
    await bar.getByRole("button", { name: "Delete" }).click();
    await page.getByText("60 games deleted.").waitFor();
    await count(page, /^0 games$/);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("60 games restored.").waitFor();
    await count(page, "1–25 of 60");
    // The same from the bin.
    await page.getByRole("button", { name: "Select all 60 games found" }).click();
    await bar.getByRole("button", { name: "Delete" }).click();
    await count(page, /^0 games$/);
    await page.getByRole("button", { name: "Clear the search" }).first().click();
    await page.getByRole("button", { name: "Bin", exact: true }).click();
    await page.getByRole("button", { name: "Select all 60 games found" }).click();
    await bar.getByRole("button", { name: "Restore" }).click();
    await page.getByText("60 games restored.").last().waitFor();
    await count(page, /^0 games$/);
  });
});
