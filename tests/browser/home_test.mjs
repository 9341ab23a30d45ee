// The first screen: a board that starts a game with the first move, the opponents, what goes on, and what is proven.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { axeFindings, rootFolder } from "./support/browser.mjs";
import { clickMove, moves, over, ready, tool, untilMoves } from "./support/game.mjs";
import { tabUntil } from "./support/keyboard.mjs";
import { suite } from "./support/suite.mjs";

const square = (page, number) => page.locator(`.home-board [data-square="${number}"]`);
const level = (page) => page.getByRole("slider", { name: "Level" });

suite("the first screen", (test) => {
  test("the first move starts a game, with the opponent that is shown", async (stage) => {
    const page = await stage.open();
    await square(page, 11).waitFor();
    assert.match(await page.locator(".home-say").innerText(), /^Move a man to begin/);
    assert.equal(await page.locator(".home-seat .says").innerText(), "After you.");
    await square(page, 1).click();
    await page.locator(".home-say.refused").filter({ hasText: "The piece on 1 cannot move now." }).waitFor();
    await square(page, 11).click();
    assert.match(await square(page, 15).getAttribute("aria-label"), /can move here/);
    await square(page, 15).click();
    await untilMoves(page, 1);
    assert.equal((await moves(page))[0], "11-15");
    assert.match(await page.locator('.strip[data-side="white"]').innerText(), /Alder, level 3/);
    await ready(page, 1);
  });

  test("a man is dragged, by the other side after the computer has begun", async (stage) => {
    const page = await stage.open();
    await level(page).fill("1");
    await page.locator(".home-opponent h2").filter({ hasText: "Balsa" }).waitFor();
    await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "International draughts 10×10" });
    await page.getByRole("radio", { name: "White" }).check();
    const box = async (number) => {
      const { x, y, width, height } = await square(page, number).boundingBox();
      return [x + width / 2, y + height / 2];
    };
    await square(page, 50).waitFor();
    await page.mouse.move(...(await box(33)));
    await page.mouse.down();
    await page.mouse.move(...(await box(28)), { steps: 4 });
    await page.mouse.up();
    await untilMoves(page, 1);
    assert.equal((await moves(page))[0], "33-28");
    // What was chosen is remembered, also over a reload.
    await page.goto(stage.program.address);
    await page.reload();
    await square(page, 50).waitFor();
    assert.equal(await level(page).inputValue(), "1");
    assert.equal(await level(page).getAttribute("aria-valuetext"), "1 of 10, Balsa");
    assert.equal(await page.getByRole("radio", { name: "White" }).isChecked(), true);
    await page.getByRole("radio", { name: "Black" }).check();
    await page.locator(".home-say").filter({ hasText: "Balsa moves first." }).waitFor();
    await page.getByRole("button", { name: "Start the game" }).click();
    await untilMoves(page, 1);
    assert.match(await page.locator('.strip[data-side="black"]').innerText(), /^You/);
  });

  test("a move, a capture and the end are heard, unless sounds are off", async (stage) => {
    const page = await stage.visitor();
    // Notes when each tone begins.
    await page.addInitScript(() => {
      window.tones = [];
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (at) {
        window.tones.push(at);
        return start.call(this, at);
      };
    });
    await page.goto(`${stage.program.address}#new=english&fen=B%3AW18%3AB15`);
    await page.getByRole("radio", { name: "Two players" }).check();
    await page.getByRole("button", { name: "Start" }).click();
    await clickMove(page, 15, 22);
    await over(page).waitFor();
    const heard = () => page.evaluate(() => window.tones.length);
    await page.waitForFunction(() => window.tones.length >= 5); // two of the capture, three of the end
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Sounds").uncheck();
    await page.keyboard.press("Escape");
    const before = await heard();
    await tool(page, "Rematch").click();
    await page.locator(".note").filter({ hasText: "Black to move." }).waitFor();
    await clickMove(page, 15, 22);
    await over(page).waitFor();
    assert.equal(await heard(), before);
  });

  test("by keyboard alone", async (stage) => {
    const page = await stage.open();
    await square(page, 1).waitFor();
    await tabUntil(page, () => document.activeElement.closest?.(".home-board") !== null);
    // Black is at the bottom: up and to the side is forwards.
    await square(page, 9).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await untilMoves(page, 1);
    assert.match((await moves(page))[0], /^9-1[34]$/);
  });

  test("games that go on, and the review of the last one, are one click away", async (stage) => {
    const page = await stage.open();
    await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "Suicide checkers 6×6" });
    await square(page, 18).waitFor();
    await square(page, 6).click();
    await square(page, 9).click();
    await ready(page, 1);
    await page.goto(stage.program.address);
    const going = page.locator(".home-newest a").filter({ hasText: "Continue" }).first();
    assert.match(await going.innerText(), /Suicide checkers 6×6\s+You – Alder, level 3 · 1 move/);
    await going.click();
    await untilMoves(page, 2);
    await tool(page, "Resign").click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await over(page).waitFor();
    await page.locator('.strip[data-side="white"] .says').waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Opponents say a word").uncheck();
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".says").count(), 0);
    await page.goto(stage.program.address);
    await page.locator(".home-newest a").filter({ hasText: "Review" }).click();
    await page.locator(".review").first().waitFor();
  });

  test("the tiles say what is proven, and lead to every game", async (stage) => {
    const page = await stage.open();
    await page.locator(".tile").first().waitFor();
    const folder = join(rootFolder, "data", "certificates");
    const proofs = readdirSync(folder).filter((name) => name.endsWith(".proof"));
    const drawn = proofs.filter((name) => /^value draw$/m.test(readFileSync(join(folder, name), "latin1")));
    const badges = await page.locator(".badge.known").allInnerTexts();
    assert.equal(badges.filter((text) => text.endsWith("solved: draw")).length, drawn.length);
    assert.equal(badges.filter((text) => text.endsWith("wins")).length, proofs.length - drawn.length);
    const tile = (title) => page.locator(".tile").filter({ has: page.getByRole("link", { name: title, exact: true }) });
    assert.match(await tile("Sacrifice checkers").innerText(), /Reversed\s+Solved: Player 1 wins/);
    assert.match(await tile("Frisian draughts").innerText(), /6×6, 10×10\s+6×6 solved: Black wins/);
    await tile("Thai draughts").click();
    await page.getByRole("heading", { name: "Thai draughts", level: 1 }).waitFor();
    await page.goto(stage.program.address);
    await page.getByRole("link", { name: "Two players here" }).click();
    assert.equal(await page.getByRole("radio", { name: "Two players" }).isChecked(), true);
    await page.getByRole("button", { name: "Start" }).click();
    await clickMove(page, 11, 15);
    await untilMoves(page, 1);
  });

  test("fits every width, and has the places below on a phone", { hasTouch: true }, async (stage) => {
    const page = await stage.open();
    await square(page, 1).waitFor();
    for (const [width, height] of [
      [320, 568],
      [390, 664],
      [640, 400], // 1280×800 at 200 %
      [900, 700],
      [1024, 768],
      [1366, 768],
    ]) {
      await page.setViewportSize({ width, height });
      for (const place of ["", "games", "new=english"]) {
        await page.goto(`${stage.program.address}#${place}`);
        await page.locator("main h1").waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `#${place} is ${wide} pixels wide at ${width}`);
      }
    }
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto(stage.program.address);
    const board = await page.locator(".home-board .board").boundingBox();
    assert.ok(board.width >= 350 && board.y + board.height <= 664 - 54, JSON.stringify(board));
    const bar = await page.locator("nav.bar").boundingBox();
    assert.ok(bar.y + bar.height >= 663 && bar.width >= 389, JSON.stringify(bar));
    assert.deepEqual(await axeFindings(page), []);
  });
});
