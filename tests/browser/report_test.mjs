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
        ends: { "no-move": 8, repetition: 1, forfeit: 1 },
        seconds_per_move: [0.001, 0.002],
        slowest_move: [0.01, 0.02],
        forfeits: [1, 0],
        forfeit_example: "no answer in time",
        sprt: { llr: -1.25, lower: -2.94, upper: 2.94, verdict: "open" },
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

async function sample(stage) {
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
  return file;
}

/** A run played by the program, and its report. */
async function played(stage) {
  const folder = join(stage.program.data, "run");
  const players = ["random", "edge", "alphabeta:depth=1"];
  await stage.program.run("match", ...players, "--game", "suicide-6", "suicide", "--games", "30", "--out", folder);
  const { stdout } = await stage.program.run("report", folder, "--games-per-cell", "4");
  assert.equal(stdout, `${join(folder, "report.html")}\n`);
  return { file: join(folder, "report.html"), results: JSON.parse(readFileSync(join(folder, "results.json"), "utf8")) };
}

async function show(stage, file, options = {}) {
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
    const { page, problems } = await show(stage, await sample(stage));
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
    await page.locator("details > summary", { hasText: "English" }).click();
    const details = await page.locator("details[open]").innerText();
    assert.match(details, /no move: 8\n[^]*forfeit: 1\n/);
    assert.match(details, /random – edge: random forfeited 1 \(an example: no answer in time\)/);
    assert.match(details, /random – edge: open; LLR -1\.25 \[-2\.94, 2\.94\]/);
    assert.deepEqual(await axeFindings(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(problems, []);
  });

  test("a run that the program has played", async (stage) => {
    const { file, results } = await played(stage);
    const { page, problems } = await show(stage, file);
    assert.equal(await page.locator(".state").innerText(), "Complete");
    await page.getByText("180 of 180").waitFor();
    const [best] = results.standings;
    const standings = await page.getByRole("group", { name: "Standings" }).locator("tbody tr").allInnerTexts();
    assert.equal(standings.length, 3);
    const shown = standings[0].split(/\s+/);
    assert.ok(shown.includes(results.players[best.player]) && shown.includes(`${(100 * best.score[0]).toFixed(1)}`));
    assert.deepEqual(shown.slice(-4), [120, best.won, best.drawn, best.lost].map(String));
    assert.ok((await page.locator(".charts svg").count()) >= 3, "results, who began, and by size");
    assert.equal(await page.getByText(/NaN|undefined|null|\{\w+\}/).count(), 0);

    // Every game that is there is shown, and the last position is the one the rules lead to.
    await page.locator("table.cross button").first().click();
    assert.equal(await page.locator("table.list tbody tr").count(), 4);
    await page.getByText("4 of 30 games.").waitFor();
    const data = JSON.parse(await page.locator("#run").textContent());
    const [replay] = data.replays;
    await page.locator("table.list tbody button").first().click();
    const pieces = page.locator(".replay svg.board-drawing .man");
    assert.equal(await pieces.count(), 12);
    await page.keyboard.press("End");
    const captured = replay.moves.flatMap(({ hops }) => hops.flatMap(([, ...squares]) => squares.filter(Boolean)));
    assert.equal(await pieces.count(), 12 - captured.length);
    assert.notEqual(await page.locator(".replay [role=status]").innerText(), "");
    assert.equal(await page.locator(".replay-moves li").count(), replay.moves.length);
    for (const summary of await page.locator("main > div > details > summary").all()) await summary.click();
    assert.equal(await page.getByText(/NaN|undefined|\{\w+\}/).count(), 0);
    assert.match(await page.locator("details[open]").last().innerText(), /How the games ended\n[^]*Thinking time\n/);
    assert.match(
      await page.locator(".game-details svg.chart desc").first().textContent(),
      /^90 games, \d+ to \d+ plies/,
    );
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(problems, []);
  });

  test("in German, on a phone", async (stage) => {
    const { page, problems } = await show(stage, await sample(stage), {
      locale: "de-DE",
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole("heading", { name: "Tabelle" }).waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(problems, []);
  });
});
