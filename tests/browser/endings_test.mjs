// Endgames: classes with their counts, examples, drills that are won, held and spoiled, what is kept of them, and games whose files
// cannot be used.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before } from "node:test";
import { axeFindings, phone } from "./support/browser.mjs";
import { suite } from "./support/suite.mjs";

const working = 90_000; // milliseconds: behind everything else that runs, files may take a while
const game = "international"; // the small set has three pieces

const data = (program) => join(program.data, "egdb");
const json = async (program, ...words) =>
  JSON.parse((await program.run(...words, "--data", data(program), "--json")).stdout);
const card = (page) => page.locator(".exercise-card");
const square = (page, number) => page.locator(`.exercise-board [data-square="${number}"]`);

/** The position on the board as FEN, this side to move. */
async function fenOf(page, turn) {
  const pieces = await page
    .locator(".exercise-board [data-square]")
    .evaluateAll((cells) => cells.map((one) => [one.dataset.square, one.dataset.piece]));
  const list = (colour) =>
    pieces
      .filter(([, piece]) => piece.toLowerCase() === colour)
      .sort(([a, one], [b, other]) => (one === other ? a - b : one < other ? 1 : -1)) // men before kings
      .map(([number, piece]) => (piece === piece.toUpperCase() ? `K${number}` : number));
  return `${turn}:W${list("w")}:B${list("b")}`;
}

async function play(page, move) {
  const squares = move.split(/[-x]/);
  await square(page, squares[0]).click();
  await square(page, squares.at(-1)).click();
}

/** Plays moves of this value, the quickest ones, until the drill has ended. */
async function playOn(stage, page, drill, value) {
  const turn = drill.fen[0];
  for (let move = 1; move <= 60; move++) {
    const probe = await json(stage.program, "egdb", "probe", game, await fenOf(page, turn));
    const right = probe.moves.filter((one) => one.value === value).sort((a, b) => (a.plies ?? 0) - (b.plies ?? 0));
    assert.ok(right.length > 0, "a move that keeps the value");
    await play(page, right[0].move);
    await card(page)
      .getByText(new RegExp(`^(You played ${right[0].move}\\.|Won\\.|You held the draw\\.)`))
      .waitFor();
    if ((await card(page).getAttribute("class")).includes("right")) return move;
  }
  assert.fail("the drill does not end");
}

const drillsOf = async (program, ...words) => (await json(program, "egdb", "drill", game, ...words)).drills;
const shortest = (drills) => drills.reduce((best, one) => (one.plies < best.plies ? one : best));

suite("endgames", (test, program) => {
  // In the background a busy machine would come late to it.
  before(() =>
    program.run("egdb", "build", game, "--pieces", "3", "--metric", "dtw", "--quiet", "--data", data(program)),
  );

  test("every class with its counts, and examples on the analysis board", async (stage) => {
    const info = await json(program, "egdb", "info", game);
    const page = await stage.open("learn");
    await page.getByRole("link", { name: "Practise endgames" }).click();
    await page.getByLabel("Game").selectOption(game);
    await page.getByRole("heading", { name: "3 pieces" }).waitFor({ timeout: working });
    const rows = await page.locator(".ending-classes li").evaluateAll((all) => all.map((one) => one.textContent));
    assert.equal(rows.length, info.classes.length);
    const number = (value) => value.toLocaleString("en-GB");
    for (const { win, draw, loss, longest } of info.classes)
      assert.ok(
        rows.some(
          (row) =>
            row.includes(`${number(win)} won, ${number(draw)} drawn, ${number(loss)} lost`) &&
            row.includes(`longest: ${Math.ceil(longest / 2)} move`),
        ),
        `${win} ${draw} ${loss} ${longest}`,
      );
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole("link", { name: "1 king against 2 kings" }).click();
    await page.getByRole("heading", { name: "1 king against 2 kings" }).waitFor();
    const one = info.classes.find(({ material }) => material === "K v KK");
    await page.getByText(`${number(one.win)} won, ${number(one.draw)} drawn, ${number(one.loss)} lost`).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    // The longest one, as the files have it.
    const example = page.locator(".ending-example").filter({ hasText: "The longest way to the end" });
    await example.getByText(new RegExp(`in ${Math.ceil(one.longest / 2)} moves?$`)).waitFor();
    await example.getByRole("link", { name: "Analyse" }).click();
    await page.waitForURL(/#analyse=/);
    await page.locator(".analyse [data-piece='W'], .analyse [data-piece='B']").first().waitFor();
  });

  test("a win against perfect defence, which is kept by class", async (stage) => {
    const drill = shortest(await drillsOf(program, "KK-m", "--count", "6"));
    const page = await stage.open(`endings=${game}/${drill.key}`);
    await page.getByRole("heading", { name: "Win this against perfect defence" }).waitFor({ timeout: working });
    assert.equal(await fenOf(page, drill.fen[0]), (await json(program, "egdb", "probe", game, drill.fen)).fen);
    await page.getByText(`Won in ${Math.ceil(drill.plies / 2)} move`).waitFor();
    await page.getByText("Most moves win.").waitFor();
    const moves = await playOn(stage, page, drill, "win");
    // The shortest win against the longest resistance.
    assert.equal(moves, Math.ceil(drill.plies / 2));
    await card(page)
      .getByText(moves === 1 ? "It took you 1 move." : `It took you ${moves} moves.`)
      .waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const [, number] = /\/(\d+)$/.exec(drill.key);
    await page.getByRole("button", { name: "Next position" }).click();
    await page.waitForURL(new RegExp(`/${Number(number) + 1}$`));
    await page.getByRole("link", { name: "Back to the ending" }).click();
    await page.locator(".ending-drills").first().getByText("you: 1 of 1").waitFor();
    await page.reload();
    await page.locator(".ending-drills").first().getByText("you: 1 of 1").waitFor();
  });

  test(
    "a move that spoils it is named and refuted at once; by keyboard, on a phone",
    { viewport: phone },
    async (stage) => {
      const [drill] = await drillsOf(program, "Km-K", "--grade", "hard");
      const probe = await json(program, "egdb", "probe", game, drill.fen);
      const [right, ...others] = probe.moves.filter(({ value }) => value === "win");
      assert.equal(others.length, 0);
      const wrong = probe.moves.find(({ value }) => value !== "win");
      const page = await stage.open(`endings=${game}/${drill.key}`);
      await page.getByText("One move wins.").waitFor({ timeout: working });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      for (const number of wrong.move.split(/[-x]/)) {
        await square(page, number).focus();
        await page.keyboard.press("Enter");
      }
      await card(page).getByText(`${wrong.move} spoils the win.`).waitFor();
      await card(page)
        .getByText(new RegExp(`^Right was ${right.move}\\. Now it is ${wrong.value === "draw" ? "a draw" : "lost"}`))
        .waitFor();
      assert.ok((await page.locator(".exercise-line li").count()) >= 2);
      assert.match(await page.locator(".exercise-line .now").innerText(), new RegExp(wrong.move));
      await page.getByRole("button", { name: "Next move" }).click();
      assert.equal(await page.locator(".exercise-line li").nth(1).getAttribute("class"), "now");
      assert.deepEqual(await axeFindings(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.getByRole("button", { name: "Try again" }).click();
      assert.equal(await fenOf(page, drill.fen[0]), probe.fen);
      await play(page, right.move);
      await card(page)
        .getByText(new RegExp(`^(You played ${right.move}\\.|Won\\.)`))
        .waitFor();
      // Once missed, it is not counted as solved before it is.
      await page.goto(`${program.address}#endings=${game}/Km-K`);
      await page.locator(".ending-drills li").filter({ hasText: "One move wins." }).getByText("you: 0 of 1").waitFor();
    },
  );

  test("a draw that is held", async (stage) => {
    const [drill] = await drillsOf(program, "K-KK", "--goal", "hold");
    const page = await stage.open(`endings=${game}/K-KK`);
    await page
      .locator(".ending-drills li")
      .filter({ hasText: "Most moves hold the draw." })
      .getByRole("link")
      .click({ timeout: working });
    await page.getByRole("heading", { name: "Hold this draw" }).waitFor();
    await card(page).getByText("Move 1 of 10").waitFor();
    assert.equal(new URL(page.url()).hash, `#endings=${game}/${drill.key}`);
    assert.ok((await playOn(stage, page, drill, "draw")) <= 10);
    await card(page).getByText("You held the draw.").waitFor();
  });

  test("in Dutch and German", async (stage) => {
    for (const [locale, title, ending] of [
      ["nl-NL", "Eindspelen", "1 dam tegen 1 dam"],
      ["de-DE", "Endspiele", "1 Dame gegen 1 Dame"],
    ]) {
      const page = await stage.open(`endings=${game}`, { locale });
      await page.getByRole("heading", { name: title }).waitFor();
      await page.getByRole("link", { name: ending }).first().waitFor({ timeout: working });
    }
  });

  test("endings and drills that do not exist", async (stage) => {
    const page = await stage.open(`endings=${game}/KKKKKK-K`);
    await page.getByRole("alert").getByText("This ending is not in the endgame files.").waitFor({ timeout: working });
    await page.goto(`${program.address}#endings=${game}/K-K/win/easy/0`);
    await page.getByRole("alert").getByText("This ending is not in the endgame files.").waitFor();
    await page.goto(`${program.address}#endings=chess`);
    await page.getByRole("alert").getByText("This ending is not here.").waitFor();
    await page.getByRole("link", { name: "All endings" }).click();
    await page.getByLabel("Game").waitFor();
  });
});

suite("a damaged endgame file", (test, program) => {
  test("is named, with what to do, and the endings come back without it", async (stage) => {
    const folder = join(data(program), "mini");
    mkdirSync(folder, { recursive: true });
    const damaged = join(folder, "mmm-mmm.wdl"); // more pieces than the small set, which is made anew by itself
    writeFileSync(damaged, "no endgames");
    const page = await stage.open("endings=mini");
    const alert = page.getByRole("alert");
    await alert.getByText("The endgame files of this game cannot be used").waitFor({ timeout: working });
    assert.match(await alert.innerText(), /mmm-mmm\.wdl.*Delete the file that is named, or make them again/s);
    assert.deepEqual(await axeFindings(page), []);
    assert.ok(existsSync(damaged));
    rmSync(damaged);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("link", { name: "1 man against 1 man" }).waitFor({ timeout: working });
  });
});

suite(
  "a program without endgame files",
  (test) => {
    test("says so, with what to do", async (stage) => {
      const page = await stage.open("endings=english");
      await page.getByRole("alert").getByText("start it without --no-endgames").waitFor();
    });
  },
  ["--no-endgames"],
);
