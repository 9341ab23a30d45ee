// Several pages at one table: seats, watching, and private looking back.
import assert from "node:assert/strict";
import { axeFindings } from "./support/browser.mjs";
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
    await clickMove(black, 11, 15);
    await untilMoves(white, 1);
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

  test("a move is taken back if the other agrees", async (stage) => {
    const black = await twoPlayers(stage);
    const white = await invited(stage, black, "White");
    await clickMove(black, 11, 15);
    await untilMoves(white, 1);
    await tool(black, "Take back").click();
    await black.locator(".toast").filter({ hasText: "You asked to take your move back." }).waitFor();
    await note(white).filter({ hasText: "Black asks to take a move back." }).waitFor();
    assert.deepEqual(await axeFindings(white), []);
    await note(white).getByRole("button", { name: "Decline" }).click();
    await note(white).filter({ hasText: "Your turn." }).waitFor();
    await clickMove(white, 22, 18);
    await untilMoves(black, 2);
    // With the answer; a page that was reloaded meanwhile still asks.
    await tool(black, "Take back").click();
    await note(white).filter({ hasText: "Black asks" }).waitFor();
    await white.reload();
    await note(white).getByRole("button", { name: "Agree" }).click();
    await note(black).filter({ hasText: "Your turn." }).waitFor();
    await clickMove(black, 12, 16);
    await white.locator(".moves [aria-current]", { hasText: "12-16" }).waitFor();
  });

  test("a move that is entered ahead is played in its turn", async (stage) => {
    const black = await twoPlayers(stage);
    const white = await invited(stage, black, "White");
    await clickMove(white, 22, 18);
    await note(white).filter({ hasText: "Premove: 22-18." }).waitFor();
    assert.deepEqual(await axeFindings(white), []);
    // Dropped by a click on its piece, and entered anew.
    await cell(white, 22).click();
    await note(white).filter({ hasText: "Premove" }).waitFor({ state: "detached" });
    await clickMove(white, 23, 19);
    await note(white).filter({ hasText: "Premove: 23-19." }).waitFor();
    await clickMove(black, 11, 15);
    await untilMoves(black, 2);
    assert.deepEqual(await moves(black), ["11-15", "23-19"]);
    // One that the rules do not allow then is not played: a capture is due.
    await clickMove(white, 24, 20);
    await note(white).filter({ hasText: "Premove: 24-20." }).waitFor();
    await clickMove(black, 15, 18);
    await white.locator(".toast").filter({ hasText: "The premove is not possible now." }).waitFor();
    await untilMoves(black, 3);
    await clickMove(white, 22, 15);
    await untilMoves(black, 4);
  });

  test("two people play, through a lost connection, to a rematch; a third watches", async (stage) => {
    const black = await twoPlayers(stage);
    const white = await invited(stage, black, "White");
    const watcher = await stage.visitor();
    await watcher.goto(black.url());
    await note(watcher).filter({ hasText: "You are watching." }).waitFor();
    await clickMove(black, 11, 15);
    await untilMoves(white, 1);
    await black.locator('.strip[data-side="white"]').filter({ hasNotText: "not connected" }).waitFor();
    await white.goto("about:blank");
    await black.locator('.strip[data-side="white"]').filter({ hasText: "not connected" }).waitFor();
    await white.goBack();
    await clickMove(white, 22, 18);
    await untilMoves(black, 2);
    await untilMoves(watcher, 2);
    await clickMove(watcher, 15, 22);
    await watcher.locator(".note.problem").filter({ hasText: "You are watching." }).waitFor();
    await tool(white, "Resign").click();
    await white.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await over(black).waitFor();
    await over(black).getByRole("button", { name: "Rematch", exact: true }).click();
    await note(black).filter({ hasText: "Your turn." }).waitFor();
    await over(white).filter({ hasText: "Black wants a rematch." }).waitFor();
    await over(white).getByRole("button", { name: "Join" }).click();
    await note(white).filter({ hasText: "Black to move." }).waitFor();
    assert.equal(new URL(white.url()).hash, new URL(black.url()).hash);
    await clickMove(black, 9, 13);
    await untilMoves(white, 1);
    await clickMove(white, 22, 17);
    await untilMoves(black, 2);
    assert.equal(await over(watcher).count(), 1);
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
