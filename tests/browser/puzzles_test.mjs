// Puzzles: choosing, solving, wrong answers, hints, the streak that is kept, one a day; and one's own mistakes, which come back after
// days.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { axeFindings, phone, rootFolder } from "./support/browser.mjs";
import { lostGame, reviewed, working } from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

/** The puzzles of a game as they come with the program: columns of docs/formats.md. */
function shipped(game) {
  const lines = readFileSync(join(rootFolder, "data", "puzzles", `${game}.txt`), "utf8").split("\n");
  return lines
    .map((line) => line.split("\t"))
    .filter((columns) => columns.length === 9)
    .map(([goal, proof, depth, plies, , themes, fen, line]) => {
      let hash = 0xcbf29ce484222325n; // FNV-1a, as docs/protocol.md says of keys
      for (const byte of Buffer.from(fen)) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
      const id = (hash >> 32n).toString(16).padStart(8, "0");
      return {
        key: `${game}/${id}`,
        goal,
        proof,
        depth,
        plies: Number(plies),
        themes,
        fen,
        line: line.split(" "),
      };
    });
}

const board = (page, square) => page.locator(`.exercise-board [data-square="${square}"]`);
const card = (page) => page.locator(".exercise-card");

async function play(page, move) {
  const squares = move.split(/[-x:]/);
  await board(page, squares[0]).click();
  await board(page, squares.at(-1)).click();
}

/** Plays the rest of a solution from this ply on. */
async function solve(page, puzzle, from = 0) {
  for (let ply = from; ply < puzzle.plies; ply += 2) {
    await play(page, puzzle.line[ply]);
    if (ply + 2 < puzzle.plies)
      await card(page).getByText(`${puzzle.line[ply]} is right.`).waitFor({ timeout: working });
  }
  await card(page)
    .getByText(`${puzzle.line[puzzle.plies - 1]}. That’s it.`)
    .waitFor({ timeout: working });
}

async function wrongMove(stage, puzzle) {
  const { stdout } = await stage.program.run("moves", puzzle.key.split("/")[0], "--fen", puzzle.fen);
  const from = (move) => move.split("-").join(" ");
  return stdout.split("\n").find((move) => /^\d+-\d+$/.test(move) && from(move) !== from(puzzle.line[0]));
}

/** The page believes that so many days have passed. */
async function later(stage, days, options = {}) {
  const page = await stage.visitor(options);
  await page.addInitScript((shift) => {
    const Real = Date;
    window.Date = class extends Real {
      constructor(...given) {
        if (given.length > 0) super(...given);
        else super(Real.now() + shift);
      }
      static now() {
        return Real.now() + shift;
      }
    };
  }, days * 86_400_000);
  return page;
}

const english = shipped("english");
const simple = (puzzle) => puzzle.line.every((move) => !/^\d+x\d+x/.test(move));
const shot = english.find((one) => one.themes.includes("shot") && one.plies >= 3 && simple(one));
const others = english.filter((one) => one.proof === "search" && one.plies === 1 && one !== shot && simple(one));

suite("puzzles", (test) => {
  test("a wrong move is refuted, and the right ones solve it", async (stage) => {
    const page = await stage.open("puzzles");
    await page.getByRole("heading", { name: "Puzzle of the day" }).waitFor();
    await page.getByText("0 in a row").waitFor();
    await page.getByLabel("Game", { exact: true }).selectOption("english");
    await page.getByLabel("Theme").selectOption("shot");
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator(".exercise").waitFor();
    assert.match(page.url(), /#puzzles=english\/[0-9a-f]{8}$/);
    await page.locator(".proof-badge").filter({ hasText: "Shot" }).waitFor();
    // One that is known here.
    await page.goto(`${stage.program.address}#puzzles=${shot.key}`);
    await page.getByText(`search, depth ${shot.depth}`).waitFor();
    await page.getByText("This is an estimate, no proof.").waitFor();
    const wrong = await wrongMove(stage, shot);
    await play(page, wrong);
    await card(page).getByText(`${wrong} is not the move.`).waitFor({ timeout: working });
    assert.ok((await page.locator(".exercise-line li").count()) >= 2);
    assert.match(await page.locator(".exercise-line .now").innerText(), new RegExp(wrong));
    await page.getByRole("button", { name: "Next move" }).click();
    assert.equal(await page.locator(".exercise-line li").nth(1).getAttribute("class"), "now");
    assert.deepEqual(await axeFindings(page), []);
    await page.getByRole("button", { name: "Try again" }).click();
    await solve(page, shot);
    await card(page).getByText("It does not count for the row").waitFor();
    await page.getByText("0 in a row").waitFor();
    const before = page.url();
    await page.getByRole("button", { name: "Next puzzle" }).click();
    await page.waitForURL((url) => url.href !== before);
    await card(page).getByText("Play your move on the board.").waitFor();
  });

  test("first tries make a row, which is kept; a hint and the answer end it", { viewport: phone }, async (stage) => {
    const [first, second, third] = others;
    const page = await stage.open(`puzzles=${first.key}`);
    await page.locator(".exercise").waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(wide, "nothing is wider than the phone");
    // By keyboard.
    const [from, to] = first.line[0].split(/[-x]/);
    for (const square of [from, to]) {
      await board(page, square).focus();
      await page.keyboard.press("Enter");
    }
    await card(page).getByText("At the first try.").waitFor({ timeout: working });
    await page.getByText("1 in a row").waitFor();
    await page.reload();
    await page.getByText("1 in a row").waitFor();
    // Solving it again does not count twice.
    await solve(page, first);
    await page.getByText("1 in a row").waitFor();
    await page.goto(`${stage.program.address}#puzzles=${second.key}`);
    await page.getByRole("button", { name: "Hint" }).click();
    await card(page)
      .getByText(`Move the piece on ${second.line[0].split(/[-x]/)[0]}.`)
      .waitFor();
    await page.getByText("0 in a row").waitFor();
    await page.getByText("best: 1").waitFor();
    await solve(page, second);
    await page.goto(`${stage.program.address}#puzzles=${third.key}`);
    await page.getByRole("button", { name: "Show the answer" }).click();
    await card(page).getByRole("heading", { name: "The answer" }).waitFor();
    assert.equal(await page.locator(".exercise-line li").first().innerText(), third.line[0]);
  });

  test("one a day, the same for everyone", async (stage) => {
    const keys = [];
    for (const days of [0, 0, 1, 2, 3]) {
      const page = await later(stage, days);
      await page.goto(`${stage.program.address}#puzzles`);
      await page.getByRole("button", { name: "Solve it" }).click();
      await page.locator(".exercise").waitFor();
      keys.push(new URL(page.url()).hash);
    }
    assert.equal(keys[0], keys[1]);
    assert.ok(new Set(keys).size >= 3, keys.join());
  });

  test("a puzzle that is not there, and a choice that nothing fits", async (stage) => {
    const page = await stage.open("puzzles=english/00000000");
    await page.getByRole("alert").getByText("That exercise is not here any more.").waitFor();
    await page.getByRole("link", { name: "All puzzles" }).click();
    await page.getByLabel("Game", { exact: true }).selectOption("mini");
    await page.getByLabel("Theme").selectOption("net");
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("alert").getByText("No puzzle fits this choice.").waitFor();
  });

  test("one’s own mistakes come back after days", async (stage) => {
    const empty = await stage.open("mistakes");
    await empty.getByText("There are none yet.").waitFor();
    const page = await lostGame(stage);
    await page.getByRole("button", { name: "Review the game" }).click();
    await reviewed(page);
    await page.goto(`${stage.program.address}#mistakes`);
    await page.locator(".mistakes").getByText("18-15??").waitFor();
    await page.getByText("Nothing for today.").waitFor();
    assert.ok(await page.getByRole("button", { name: "Start" }).isDisabled());
    assert.deepEqual(await axeFindings(page), []);
    // Days later it is due; by kind and phase, too.
    const then = await later(stage, 2);
    await then.goto(`${stage.program.address}#mistakes`);
    await then.getByText("1 position today").waitFor();
    await then.getByLabel("Phase").selectOption("opening");
    await then.getByText("Nothing for today.").waitFor();
    await then.getByLabel("Phase").selectOption("endgame");
    await then.getByRole("radio", { name: "Blunders ??" }).check();
    await then.getByRole("button", { name: "Start" }).click();
    await then.getByText("You played 18-15.").waitFor();
    await play(then, "18-15");
    await card(then).getByText("18-15 is not the move.").waitFor();
    await then.getByRole("button", { name: "Try again" }).click();
    await play(then, "26-23");
    await card(then).getByText("26-23. That’s it.").waitFor();
    await then.getByRole("button", { name: "Next mistake" }).click();
    // It was missed: it comes back the day after, and then later and later.
    await then.getByText("1 more waits for its day").waitFor();
    const third = await later(stage, 4);
    await third.goto(`${stage.program.address}#mistakes`);
    await third.getByRole("button", { name: "Start" }).click();
    await play(third, "26-23");
    await card(third).getByText("26-23. That’s it.").waitFor();
    const fourth = await later(stage, 6);
    await fourth.goto(`${stage.program.address}#mistakes`);
    await fourth.getByText("Nothing for today.").waitFor();
    const fifth = await later(stage, 8);
    await fifth.goto(`${stage.program.address}#puzzles`);
    await fifth.getByText("1 position today").waitFor();
  });
});

suite("a damaged puzzle file", (test, program) => {
  test("is named, with what to do, and the others are there", async (stage) => {
    mkdirSync(join(program.data, "puzzles"));
    const text = readFileSync(join(rootFolder, "data", "puzzles", "english.txt"), "utf8");
    writeFileSync(join(program.data, "puzzles", "english.txt"), text.slice(0, 2000));
    const page = await stage.open("puzzles");
    await page
      .getByRole("alert")
      .getByText(
        /A puzzle file in your data folder cannot be used \(english\.txt: line \d+: .*Delete it or make it again/,
      )
      .waitFor();
    await page.getByLabel("Game", { exact: true }).selectOption("english");
    await page.getByRole("button", { name: "Start" }).click();
    await page.locator(".exercise").waitFor();
  });
});
