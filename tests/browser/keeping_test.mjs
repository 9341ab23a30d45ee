// Nothing is lost: reloading in the middle of a game, and a program that is killed and started again.
import assert from "node:assert/strict";
import {
  anyMove,
  cell,
  clickMove,
  moves,
  note,
  pickPlayer,
  pieces,
  ready,
  seeded,
  untilMoves,
} from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

async function begin(stage) {
  const page = await stage.open("new=english");
  await pickPlayer(page, "The computer plays", "random");
  await page.getByRole("button", { name: "Start" }).click();
  await cell(page, 1).waitFor();
  await clickMove(page, 11, 15);
  await ready(page, 1);
  return page;
}

suite("a game is kept", (test) => {
  test("reloaded in the middle", async (stage) => {
    const page = await begin(stage);
    const before = { pieces: await pieces(page), moves: await moves(page) };
    await page.reload();
    await untilMoves(page, 2);
    assert.deepEqual({ pieces: await pieces(page), moves: await moves(page) }, before);
    await page.goto(stage.program.address);
    await page.locator(".home-newest a").first().click();
    await untilMoves(page, 2);
    assert.deepEqual(await pieces(page), before.pieces, "also by the first screen");
  });

  test("a link to a position is followed once, not at every reload", async (stage) => {
    const page = await stage.open("new=english");
    await page.getByRole("radio", { name: "Two players" }).check();
    await page.getByRole("button", { name: "Start" }).click();
    await clickMove(page, 11, 15);
    await untilMoves(page, 1);
    await clickMove(page, 23, 19);
    await untilMoves(page, 2);
    const place = new URL(page.url()).hash.slice(1);
    const other = await stage.open(`${place}&n=1`);
    const current = (move) => other.locator(".moves [aria-current]", { hasText: move }).waitFor();
    await current("11-15");
    assert.equal(new URL(other.url()).hash, `#${place}`);
    await other.getByRole("button", { name: "One move forward" }).click();
    await current("23-19");
    await other.reload();
    await current("23-19");
    // The same link once more leads there again.
    await other.evaluate((to) => (location.hash = to), `${place}&n=1`);
    await current("11-15");
  });

  test("killed in the middle, and started again", async (stage) => {
    const page = await begin(stage);
    const before = { pieces: await pieces(page), moves: await moves(page) };
    stage.mayLoseConnection = true;
    await stage.program.end("SIGKILL");
    await page.locator(".lost").waitFor();
    await stage.program.start();
    await page.locator(".lost").waitFor({ state: "detached" });
    await note(page).filter({ hasText: "Your turn." }).waitFor();
    assert.deepEqual({ pieces: await pieces(page), moves: await moves(page) }, before);
    const seen = await ready(page);
    await anyMove(page, seen, seeded(1));
    await ready(page, seen.listed + 1);
    assert.equal((await moves(page)).length, 4, "and the game goes on");
  });

  test("killed while the computer thinks: it thinks again", async (stage) => {
    const page = await stage.open("new=english");
    await pickPlayer(page, "The computer plays", "engine", { Level: 10, Seconds: 2 });
    await page.getByRole("button", { name: "Start" }).click();
    await clickMove(page, 11, 15);
    await note(page).filter({ hasText: "is thinking" }).waitFor();
    stage.mayLoseConnection = true;
    await stage.program.end("SIGKILL");
    await page.locator(".lost").waitFor();
    await stage.program.start();
    await ready(page, 1);
    assert.equal((await moves(page))[0], "11-15");
  });
});
