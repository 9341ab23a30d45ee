// The report of a run: one file that works from a disk, with the results of the run inside it.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { axeFindings, rootFolder } from "./support/browser.mjs";
import { suite } from "./support/suite.mjs";

const place = '<script id="run" type="application/json">null</script>';

/** The games of the program, as it describes them. */
const gamesOf = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const line = new WebSocket(`ws://${location.host}/ws`, "crownhead.2");
        line.onmessage = ({ data }) => {
          const frame = JSON.parse(data);
          if (frame.event !== "hello") return;
          line.close();
          done(frame.games);
        };
      }),
  );

function runOf(board) {
  const move = (from, to) => ({ text: `${from}-${to}`, from, hops: [[to, 0, 0]], crowned: false });
  return {
    name: "</script><b>A run</b>",
    state: "complete",
    done: 10,
    planned: 10,
    seconds: 12.5,
    players: ["random", "edge"],
    games: [board.name],
    plan: "players random edge",
    standings: [
      { game: null, player: 1, won: 6, drawn: 1, lost: 3, score: [0.65, 0.4123, 0.85], forfeits: 0 },
      { game: null, player: 0, won: 3, drawn: 1, lost: 6, score: [0.35, 0.15, 0.5877], forfeits: 0 },
      { game: board.name, player: 1, won: 6, drawn: 1, lost: 3, score: [0.65, 0.4123, 0.85], forfeits: 0 },
      { game: board.name, player: 0, won: 3, drawn: 1, lost: 6, score: [0.35, 0.15, 0.5877], forfeits: 0 },
    ],
    starters: [{ game: board.name, games: 10, score: [0.55, 0.3, 0.78] }],
    cells: [
      {
        game: board.name,
        first: 0,
        second: 1,
        won: 3,
        drawn: 1,
        lost: 6,
        score: [0.35, 0.15, 0.5877],
        elo: [-107, -300, 62],
        first_begins: [2, 0, 3],
        second_begins: [1, 1, 3],
        first_begins_score: [0.4, 0.12, 0.77],
        second_begins_score: [0.3, 0.08, 0.69],
        plies: 31.5,
        ends: { "no-move": 9, repetition: 1 },
        seconds_per_move: [0.001, 0.002],
        slowest_move: [0.01, 0.02],
      },
    ],
    boards: [board],
    replays: [
      {
        cell: 0,
        number: 0,
        black: 0,
        white: 1,
        winner: "white",
        opening: 1,
        end: { code: "outcome.no-move", params: { side: "black", verdict: "loses" } },
        moves: [move(11, 15), move(22, 18)],
      },
    ],
  };
}

async function report(stage, options = {}) {
  const page = await stage.open();
  const board = (await gamesOf(page)).find(({ name }) => name === "english");
  const json = JSON.stringify(runOf(board)).replaceAll("<", "\\u003c");
  const html = readFileSync(join(rootFolder, "web", "dist", "report.html"), "utf8");
  assert.equal(html.split(place).length, 2, "there is one place for the run");
  const file = join(stage.program.data, "report.html");
  writeFileSync(
    file,
    html.replace(place, () => place.replace("null", () => json)),
  );
  const context = await stage.browser.newContext({ locale: "en-GB", ...options });
  stage.contexts.push(context);
  const shown = await context.newPage();
  const problems = [];
  shown.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  shown.on("pageerror", (error) => problems.push(error.message));
  shown.on("request", (request) => request.url().startsWith("file:") || problems.push(request.url()));
  await shown.goto(pathToFileURL(file).href);
  await shown.locator("h1").waitFor();
  return { page: shown, problems };
}

suite("the report of a run", (test) => {
  test("results, charts and a replay, from a file", async (stage) => {
    const { page, problems } = await report(stage);
    assert.equal(await page.locator("h1").innerText(), "</script><b>A run</b>");
    const standings = await page.getByRole("group", { name: "Standings" }).innerText();
    assert.match(standings, /edge[^]*65\.0\s*%[^]*41\.2–85\.0/, "the interval that was sent");
    assert.ok((await page.locator(".charts svg").count()) >= 2);
    await page.getByText("The side that moves first scored 55.0").waitFor();
    await page.locator("table.cross button").first().click();
    await page.locator("table.list tbody button").first().click();
    const board = page.locator(".replay svg.board-drawing");
    await board.waitFor();
    const men = await board.locator(".man").count();
    await page.getByRole("button", { name: "One move forward" }).click();
    assert.equal(await page.locator('.replay .move[aria-current="true"]').innerText(), "11-15");
    await page.keyboard.press("End");
    await page.locator(".replay [role=status]").filter({ hasText: "Black has no move and loses." }).waitFor();
    assert.equal(await board.locator(".man").count(), men);
    assert.deepEqual(await axeFindings(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(problems, []);
  });

  test("in German, on a phone", async (stage) => {
    const { page, problems } = await report(stage, { locale: "de-DE", viewport: { width: 390, height: 844 } });
    await page.getByRole("heading", { name: "Tabelle" }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(problems, []);
  });
});
