// The board: every way to enter a move, what it says when a move is wrong, and what it shows.
import assert from "node:assert/strict";
import {
  cell,
  clickMove,
  more,
  moves,
  note,
  over,
  pieces,
  pickPlayer,
  playFrom,
  squaresCalled,
  tool,
  untilMoves,
} from "./support/game.mjs";
import { tabToBoard, walkTo } from "./support/keyboard.mjs";
import { suite } from "./support/suite.mjs";

async function twoPeople(stage, game = "english", options = {}) {
  const page = await stage.open(`new=${game}`, options);
  await page.getByRole("radio", { name: "Two players" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await cell(page, 1).waitFor();
  return page;
}

async function drag(page, from, to) {
  const [start, end] = await Promise.all([cell(page, from).boundingBox(), cell(page, to).boundingBox()]);
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width, start.y + start.height, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 3 });
  await page.mouse.up();
}

/** Counts elements of this class that appear from now on. */
async function countAppearing(page, name) {
  await page.evaluate((wanted) => {
    window.appeared = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes, target, type } of changes) {
        if (type === "attributes" && target.classList.contains(wanted)) window.appeared++;
        for (const node of addedNodes)
          if (node instanceof Element)
            window.appeared += Number(node.matches(`.${wanted}`)) + node.querySelectorAll(`.${wanted}`).length;
      }
    }).observe(document.querySelector(".table-board"), {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ["class"],
    });
  }, name);
  return () => page.evaluate(() => window.appeared);
}

suite("the board", (test) => {
  test("click: a man is marked with its destinations, and put down again", async (stage) => {
    const page = await twoPeople(stage);
    await cell(page, 11).click();
    assert.equal(await cell(page, 11).getAttribute("aria-selected"), "true");
    assert.equal(await page.locator(".mark.selected").count(), 1);
    assert.deepEqual(await squaresCalled(page, "can move here"), [15, 16]);
    assert.equal(await page.locator(".mark.target").count(), 2);
    await cell(page, 11).click();
    assert.equal(await page.locator(".mark.selected, .mark.target").count(), 0);
    await clickMove(page, 11, 15);
    await untilMoves(page, 1);
    assert.deepEqual(await moves(page), ["11-15"]);
    assert.deepEqual(await squaresCalled(page, "last move"), [11, 15]);
    assert.match(await note(page).innerText(), /^White to move\./);
  });

  test("click: a square where only one man can go plays that move", async (stage) => {
    const page = await playFrom(stage, "english", "B:W32:B1,12");
    await cell(page, 16).click();
    await untilMoves(page, 1);
    assert.deepEqual(await moves(page), ["12-16"]);
  });

  test("tap", { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }, async (stage) => {
    const page = await twoPeople(stage);
    await cell(page, 11).tap();
    assert.deepEqual(await squaresCalled(page, "can move here"), [15, 16]);
    await cell(page, 16).tap();
    await untilMoves(page, 1);
    assert.deepEqual(await moves(page), ["11-16"]);
  });

  test("drag, also to a wrong square and off the board", async (stage) => {
    const page = await twoPeople(stage);
    await drag(page, 11, 18);
    await note(page).filter({ hasText: "11 cannot move to 18. It can move to 15 or 16." }).waitFor();
    await drag(page, 9, 13);
    await untilMoves(page, 1);
    assert.deepEqual(await moves(page), ["9-13"]);
    const start = await cell(page, 22).boundingBox();
    await page.mouse.move(start.x + 20, start.y + 20);
    await page.mouse.down();
    await page.mouse.move(5, 400, { steps: 4 });
    await page.mouse.up();
    assert.equal((await pieces(page))[22], "w");
    assert.deepEqual(await moves(page), ["9-13"]);
  });

  test("arrow keys and Enter", async (stage) => {
    const page = await twoPeople(stage);
    await tabToBoard(page);
    await walkTo(page, 10);
    await page.keyboard.press("Enter");
    assert.deepEqual(await squaresCalled(page, "can move here"), [14, 15]);
    await page.keyboard.press("Escape");
    assert.deepEqual(await squaresCalled(page, "can move here"), []);
    await page.keyboard.press("Space");
    await walkTo(page, 14);
    await page.keyboard.press("Enter");
    await untilMoves(page, 1);
    assert.deepEqual(await moves(page), ["10-14"]);
  });

  test("typed moves, right and wrong", async (stage) => {
    const page = await twoPeople(stage);
    await page.keyboard.press("m");
    await page.keyboard.type("11-18");
    await page.keyboard.press("Enter");
    await page.locator(".note.problem").waitFor();
    const field = page.getByLabel("Type a move");
    assert.equal(await field.inputValue(), "11-18", "what was wrong can be changed");
    await field.fill("11-15");
    await page.keyboard.press("Enter");
    await untilMoves(page, 1);
    await page.keyboard.type("22-18");
    await page.keyboard.press("Enter");
    await untilMoves(page, 2);
    await page.keyboard.type("15x22");
    await page.keyboard.press("Enter");
    await untilMoves(page, 3);
    assert.deepEqual(await moves(page), ["11-15", "22-18", "15x22"]);
  });

  test("a compulsory capture is marked, and explained after a wrong click", async (stage) => {
    const page = await playFrom(stage, "english", "B:W18,32:B1,14");
    assert.deepEqual(await squaresCalled(page, "must capture"), [14]);
    assert.equal(await page.locator(".mark.capturing").count(), 1);
    await cell(page, 1).click();
    await page.locator(".note.problem").filter({ hasText: "You must capture: 14x23." }).waitFor();
    assert.equal(await page.locator(".note").getAttribute("role"), "alert");
    assert.match(await page.locator(".log").innerText(), /Referee\s+You must capture: 14x23\./);
    await clickMove(page, 14, 17);
    await page.locator(".note.problem").filter({ hasText: "You must capture: 14x23." }).waitFor();
    await cell(page, 23).click();
    await untilMoves(page, 1);
    assert.deepEqual(await pieces(page), { 1: "b", 23: "b", 32: "w" });
  });

  test("wrong clicks say why", async (stage) => {
    const page = await twoPeople(stage);
    await cell(page, 22).click();
    await note(page).filter({ hasText: "That piece is not yours." }).waitFor();
    await cell(page, 1).click();
    await note(page).filter({ hasText: "The piece on 1 cannot move now." }).waitFor();
    await cell(page, 18).click();
    await note(page).filter({ hasText: "None of your pieces can move to 18." }).waitFor();
  });

  test("a multi-jump by its end square", async (stage) => {
    const page = await playFrom(stage, "english", "B:W6,15,32:B1");
    await clickMove(page, 1, 19);
    await untilMoves(page, 1);
    assert.deepEqual(await pieces(page), { 19: "b", 32: "w" });
    assert.deepEqual(await squaresCalled(page, "last move"), [1, 10, 19]);
  });

  test("a multi-jump square by square where the end does not decide", async (stage) => {
    const page = await playFrom(stage, "english", "B:W6,7,14,15,32:B2");
    await clickMove(page, 2, 18);
    await page.locator(".note.ask").waitFor();
    assert.deepEqual(await page.locator(".note.ask button").allInnerTexts(), ["2x9x18", "2x11x18"]);
    await cell(page, 11).click();
    await untilMoves(page, 1);
    assert.deepEqual(await pieces(page), { 6: "w", 14: "w", 18: "b", 32: "w" });
    await tool(page, "Undo").click();
    await note(page).filter({ hasText: "Black to move." }).waitFor();
    await clickMove(page, 2, 9);
    await untilMoves(page, 2);
    assert.deepEqual(await pieces(page), { 7: "w", 15: "w", 18: "b", 32: "w" });
  });

  test("a pass in mini-checkers is played and announced", async (stage) => {
    // The man on 16 stands on the far row, where it can never move again.
    const page = await playFrom(stage, "mini", "W:W13:B16");
    await clickMove(page, 13, 10);
    await untilMoves(page, 2);
    assert.deepEqual(await moves(page), ["13-10", "pass"]);
    assert.match(await page.locator('.table [aria-live="polite"]').innerText(), /^Player 1 has no move and passes\.$/);
    assert.match(await page.locator(".log").innerText(), /Referee.*pass/i);
    for (const [from, to, count] of [
      [10, 7, 4],
      [7, 4, 6],
    ]) {
      await clickMove(page, from, to);
      await untilMoves(page, count);
    }
    await clickMove(page, 4, 1);
    await over(page).waitFor();
    assert.match(await over(page).innerText(), /^Draw/);
  });

  test("hint with an arrow", async (stage) => {
    const page = await playFrom(stage, "english", "B:W18,32:B1,14", "Against the computer", (form) =>
      pickPlayer(form, "The computer plays", "random"),
    );
    await tool(page, "Hint").click();
    await page.locator(".note.hinting").waitFor();
    assert.match(await note(page).innerText(), /^Hint: 14x23\./);
    assert.equal(await page.locator(".mark.arrow").count(), 1);
    await tool(page, "Hint (1)").waitFor();
    await clickMove(page, 14, 23);
    await untilMoves(page, 1);
    assert.equal(await page.locator(".mark.arrow").count(), 0);
  });

  test(
    "pieces glide jump by jump, captured men fade, a crown appears",
    { reducedMotion: "no-preference" },
    async (stage) => {
      const page = await playFrom(stage, "english", "B:W12,18,27:B14");
      const ghosts = await countAppearing(page, "ghost");
      await clickMove(page, 14, 32);
      await page.locator(".mover").waitFor({ state: "attached" });
      await page.locator(".place.crowned").waitFor({ state: "attached" });
      assert.equal(await ghosts(), 2, "first one ghost, then another");
      assert.deepEqual(await pieces(page), { 12: "w", 32: "B" });
      assert.match(await page.locator('.table [aria-live="polite"]').innerText(), /Crowned\./);
    },
  );

  test("reduced motion: nothing glides", async (stage) => {
    const page = await playFrom(stage, "english", "B:W12,18,27:B14");
    const movers = await countAppearing(page, "mover");
    await clickMove(page, 14, 32);
    await untilMoves(page, 1);
    assert.equal(await movers(), 0);
  });

  test("turn the board, square numbers, sound", async (stage) => {
    const page = await twoPeople(stage);
    const top = async (square) => (await cell(page, square).boundingBox()).y;
    assert.ok((await top(1)) < (await top(32)), "White is at the bottom");
    await tool(page, "Flip board").click();
    assert.ok((await top(1)) > (await top(32)));
    assert.equal(await page.locator(".board-drawing .number").count(), 32);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Show square numbers").uncheck();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".table-board .number").count(), 0);
    await more(page, "Sounds");
    await page.getByRole("button", { name: "Settings" }).click();
    assert.equal(await page.getByLabel("Sounds").isChecked(), false);
  });
});
