// Several pages at one table: seats, watching, and private looking back.
import assert from "node:assert/strict";
import {
  cell,
  clickMove,
  currentMove,
  invited,
  inviteTo,
  more,
  moves,
  note,
  over,
  tool,
  untilMoves,
} from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const walk = (page, name) => page.locator(".walk").getByRole("button", { name });
const current = (page, move) => page.locator(".moves [aria-current]", { hasText: move }).waitFor();

async function twoPlayers(stage) {
  const page = await stage.open("new=english");
  await page.getByRole("radio", { name: "Two players" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await cell(page, 1).waitFor();
  return page;
}

suite("sharing a game", (test) => {
  test("looking back is private to a page", async (stage) => {
    const black = await twoPlayers(stage);
    const white = await invited(stage, black, "White");
    await clickMove(black, 11, 15);
    await untilMoves(white, 1);
    await clickMove(white, 22, 18);
    await untilMoves(black, 2);
    await walk(white, "To the start").click();
    await white.locator(".moves .start[aria-current]").waitFor();
    assert.equal(await currentMove(black), "22-18");
    // What is played meanwhile is listed, and the page stays where it looks.
    await clickMove(black, 15, 22);
    await untilMoves(white, 3);
    await white.locator(".moves .start[aria-current]").waitFor();
    await note(white).getByRole("button", { name: "Back to the game" }).click();
    await current(white, "15x22");
    // Reopening shows the game as it stands.
    await walk(white, "One move back").click();
    await current(white, "22-18");
    await white.reload();
    await current(white, "15x22");
  });

  test("a seat is kept over a reload, and its secret leaves the address", async (stage) => {
    const black = await twoPlayers(stage);
    const white = await invited(stage, black, "White");
    assert.doesNotMatch(white.url(), /seat/);
    await white.reload();
    await cell(white, 1).waitFor();
    assert.match(await white.locator('.strip[data-side="white"]').innerText(), /^You/);
    assert.match(await black.locator('.strip[data-side="black"]').innerText(), /^You/);
    await clickMove(white, 22, 18);
    await note(white).filter({ hasText: "It is your opponent's turn." }).waitFor();
    await clickMove(black, 11, 15);
    await untilMoves(white, 1);
    await clickMove(black, 23, 19);
    await note(black).filter({ hasText: "It is your opponent's turn." }).waitFor();
    await clickMove(white, 23, 19);
    await untilMoves(black, 2);
    assert.deepEqual(await moves(black), ["11-15", "23-19"]);
    // Each resigns for its own side.
    await tool(white, "Resign").click();
    await white.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await over(black).waitFor();
    assert.match(await over(black).innerText(), /^You win/);
    assert.match(await over(white).innerText(), /^You lose/);
  });

  test("whoever has no seat watches", async (stage) => {
    const page = await twoPlayers(stage);
    await more(page, "Share");
    const address = await page.getByLabel("Link to watch only").inputValue();
    await page.keyboard.press("Escape");
    const watcher = await stage.visitor();
    await watcher.goto(address);
    await note(watcher).filter({ hasText: "You are watching." }).waitFor();
    await clickMove(watcher, 11, 15);
    await watcher.locator(".note.problem").filter({ hasText: "You are watching." }).waitFor();
    assert.equal(await tool(watcher, "Undo").isDisabled(), true);
    assert.equal(await tool(watcher, "Hint").isDisabled(), true);
    assert.equal(await tool(watcher, "Resign").count(), 0);
    await clickMove(page, 11, 15);
    await untilMoves(watcher, 1);
    await note(watcher).filter({ hasText: "White to move." }).waitFor();
    assert.deepEqual(await moves(page), ["11-15"]);
  });

  test("an invitation that nobody has taken can be taken back", async (stage) => {
    const page = await twoPlayers(stage);
    await inviteTo(page, "White");
    await page.locator('.strip[data-side="white"]').filter({ hasText: "not connected" }).waitFor();
    await clickMove(page, 11, 15);
    await untilMoves(page, 1);
    await more(page, "Share");
    await page.getByRole("button", { name: "Take White back" }).click();
    await page.locator(".toast").filter({ hasText: "You play White again." }).waitFor();
    await page.keyboard.press("Escape");
    await clickMove(page, 22, 18);
    await untilMoves(page, 2);
  });
});
