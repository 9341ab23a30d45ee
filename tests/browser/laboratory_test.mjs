// The laboratory: a run is started, stopped, resumed and completed; its games are opened, its files downloaded.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { moves, over } from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const state = (page, words) => page.locator(".run-head .state").filter({ hasText: words });
const doneOf = async (page) => Number((await page.locator(".run-head progress").getAttribute("value")) ?? 0);

/** The first run of the form, with other numbers. */
async function start(page, { count, games }) {
  for (const [name, wanted] of Object.entries(games)) await page.getByRole("checkbox", { name }).setChecked(wanted);
  await page.getByLabel("Games per pairing").fill(String(count));
  await page.getByLabel("Seed").fill("42");
  await page.locator("form.plan").getByRole("button", { name: "Start" }).click();
  await page.locator(".run-head").waitFor();
}

suite("the laboratory", (test) => {
  test("says what is missing in a plan", async (stage) => {
    const page = await stage.open("lab");
    await page.getByRole("button", { name: "Remove random" }).click();
    await page.getByRole("button", { name: "Remove edge" }).click();
    await page.getByText("Choose two strategies or more.").waitFor();
    await page.getByRole("button", { name: "+ steps" }).click();
    await page.getByLabel("Games per pairing").fill("many");
    await page.getByText("The number of games must be a whole number from 1.").waitFor();
    await page.getByLabel("Games per pairing").fill("50002");
    await page.getByText("A run has at most 100,000 games.").waitFor();
    await page.getByLabel("Random moves").fill("61");
    await page.getByText("Random moves: a whole number from 0 to 60.").waitFor();
    await page.getByLabel("Random moves").fill("6");
    await page.getByLabel("Games per pairing").fill("7");
    await page.getByText("16 games: 1 pairing × 2 games or sizes × 8.").waitFor();
  });

  test("a run is started, stopped, resumed and completed", async (stage) => {
    const page = await stage.open("lab");
    await start(page, {
      count: 300,
      games: { "Suicide checkers 6×6": true, "Suicide checkers 8×8": true, "Suicide checkers 12×12": true },
    });
    await page.waitForFunction(() => Number(document.querySelector(".run-head progress")?.value) > 0);
    await page.getByRole("button", { name: "Stop" }).click();
    await state(page, "Stopped").waitFor();
    const stopped = await doneOf(page);
    assert.ok(stopped > 0 && stopped < 2700, `stopped after ${stopped} games`);
    await page.goto(`${stage.program.address}#lab`);
    await page.locator(".runs li").filter({ hasText: "Stopped" }).getByRole("link").click();
    await page.getByRole("button", { name: "Resume" }).click();
    await state(page, "Running").waitFor(); // at once, before the next game ends
    await page.waitForFunction(
      (before) => Number(document.querySelector(".run-head progress")?.value) > before,
      stopped,
    );
    await state(page, "Complete").waitFor({ timeout: 90_000 });
    assert.equal(await doneOf(page), 2700);
  });

  test("its results, games and files", async (stage) => {
    const page = await stage.open("lab");
    await page.getByLabel("Who moves first").selectOption({ label: "The one listed first" });
    await page.getByText(/stands higher in the list begins all games/).waitFor();
    await page.getByLabel("Who moves first").selectOption({ label: "Both in turn" });
    await start(page, { count: 20, games: { "Suicide checkers 6×6": true, "Suicide checkers 8×8": true } });
    await state(page, "Complete").waitFor({ timeout: 60_000 });
    assert.equal(await doneOf(page), 120);
    const standings = await page.getByRole("group", { name: "Standings" }).innerText();
    for (const name of ["random", "edge", "scatter"]) assert.match(standings, new RegExp(name));
    assert.ok((await page.locator(".charts svg").count()) >= 3, "bars of results, of who began, and by size");

    await page.locator("table.cross button").first().click();
    await page.locator("table.list").waitFor();
    assert.equal(await page.locator("table.list tbody tr").count(), 20);
    const listed = Number(await page.locator("table.list tbody tr").first().locator("td").last().innerText());
    await page.locator("table.list tbody button").first().click();
    await over(page).waitFor();
    assert.equal(Math.ceil((await moves(page)).length / 2), listed);
    await page.goBack();
    await state(page, "Complete").waitFor();

    const files = page.getByRole("list", { name: "Files of this run" });
    const download = async (name) => {
      const [file] = await Promise.all([page.waitForEvent("download"), files.getByRole("link", { name }).click()]);
      return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
    };
    const pdn = await download("Games, PDN");
    assert.equal(pdn.name, "games.pdn");
    assert.equal(pdn.text.match(/^\[Result /gm).length, 120);
    const log = await download("Games, course log");
    assert.equal(log.name, "games.log");
    assert.ok(log.text.length > 1000);
    const csv = await download("Games, CSV");
    assert.equal(csv.text.trim().split("\n").length, 121);
    assert.match((await download("Results, CSV")).text, /random/);
    assert.ok(JSON.parse((await download("Results, JSON")).text));
    const [report] = await Promise.all([
      page.waitForEvent("popup"),
      files.getByRole("link", { name: "Report" }).click(),
    ]);
    await report.waitForLoadState();
    assert.match(await report.locator("body").innerText(), /scatter/);
  });

  test("a run is deleted", async (stage) => {
    const page = await stage.open("lab");
    await start(page, { count: 2, games: { "Suicide checkers 6×6": true, "Suicide checkers 8×8": false } });
    await state(page, "Complete").waitFor();
    const address = page.url();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.locator("form.plan").waitFor();
    assert.equal(await page.locator(`.runs a[href="${new URL(address).hash}"]`).count(), 0);
  });
});
