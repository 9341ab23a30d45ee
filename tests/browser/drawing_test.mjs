// The analysis board: what people draw on it, the graph below it, and files that are dropped on it.
import assert from "node:assert/strict";
import { axeFindings } from "./support/browser.mjs";
import { cell, clipboard, mayCopy, more, moves, pickPlayer, untilMoves } from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const address = (fields) => new URLSearchParams({ analyse: "", ...fields }).toString();
const drawn = (page) => page.locator(".board-drawing .drawn").count();
const untilDrawn = (page, count) =>
  page.waitForFunction((wanted) => document.querySelectorAll(".board-drawing .drawn").length === wanted, count);
const centre = async (page, square) => {
  const box = await cell(page, square).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
const drag = async (page, from, to, button) => {
  await page.mouse.move(...(await centre(page, from)));
  await page.mouse.down({ button });
  await page.mouse.move(...(await centre(page, to)), { steps: 4 });
  await page.mouse.up({ button });
};
const dropFile = async (page, text) => {
  const data = await page.evaluateHandle((words) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([words], "games.pdn", { type: "text/plain" }));
    return transfer;
  }, text);
  await page.dispatchEvent("main", "dragover", { dataTransfer: data });
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
};
const exported = async (page) => {
  await more(page, "Copy PDN");
  await page.locator(".toast").filter({ hasText: "Copied." }).last().waitFor(); // the text comes from the program
  const text = await clipboard(page);
  await page.locator(".toast button").last().click();
  return text;
};

suite(
  "drawing",
  (test) => {
    test("draws with the mouse, keeps it with the game and in PDN, and takes it away", mayCopy, async (stage) => {
      const page = await stage.open(address({ game: "english" }));
      await page.locator(".mark.arrow").first().waitFor();
      await drag(page, 11, 15, "right");
      await untilDrawn(page, 1);
      await page.keyboard.down("Shift");
      await cell(page, 18).click({ button: "right" });
      await page.keyboard.up("Shift");
      await untilDrawn(page, 2);
      assert.equal(await page.locator(".drawn.square.R").count(), 1);
      assert.match(await cell(page, 11).getAttribute("aria-label"), /green arrow to 15/);
      assert.match(await cell(page, 18).getAttribute("aria-label"), /coloured red/);
      // Words and drawings of one position do not overwrite each other.
      await page.getByLabel("Note on the start").fill("Watch 18.");
      await drag(page, 9, 14, "right");
      await untilDrawn(page, 3);
      await page.locator(".comment").filter({ hasText: "Watch 18." }).waitFor();
      await page.reload();
      await untilDrawn(page, 3);
      assert.equal(await page.locator(".comment").innerText(), "Watch 18.");
      // Another position has nothing of it, and a moved man is still there to be moved.
      await cell(page, 11).click();
      await cell(page, 15).click();
      await untilMoves(page, 1);
      await untilDrawn(page, 0);
      const pdn = await exported(page);
      assert.match(pdn, /\{Watch 18\. \[%csl R18\] \[%cal G1115,G0914\]\} 1\. 11-15/);
      await page.getByRole("button", { name: "To the start" }).click();
      await untilDrawn(page, 3);
      // The same once more takes it away.
      await drag(page, 9, 14, "right");
      await untilDrawn(page, 2);
      // What was written can be read again.
      const before = page.url();
      await dropFile(page, pdn);
      await page.waitForURL((url) => url.href !== before);
      await page.getByRole("button", { name: "To the start" }).click();
      await untilDrawn(page, 3);
    });

    test("draws with the keys and in a mode of its own", async (stage) => {
      const page = await stage.open(address({ game: "russian" }));
      await page.getByRole("button", { name: "Draw", exact: true }).click();
      await page.getByRole("radio", { name: "blue" }).check();
      await page.locator('[data-name="c3"]').focus();
      await page.keyboard.press("Enter");
      await page.getByText("from c3").waitFor({ state: "attached" });
      await page.keyboard.press("Enter");
      await untilDrawn(page, 1);
      assert.equal(await page.locator(".drawn.square.B").count(), 1);
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await untilDrawn(page, 2);
      await page.getByText(/blue arrow from c3 to [bd]4/).waitFor({ state: "attached" });
      // With the first button too, as a finger does.
      await drag(page, 21, 17, "left");
      await untilDrawn(page, 3);
      assert.equal((await moves(page)).length, 0);
      assert.deepEqual(await axeFindings(page), []);
      await page.setViewportSize({ width: 390, height: 664 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole("button", { name: "Remove all drawings here" }).click();
      await untilDrawn(page, 0);
      await page.getByRole("button", { name: "Done", exact: true }).click();
      await page.locator(".drawing-bar").waitFor({ state: "detached" });
      assert.equal(await drawn(page), 0);
    });

    test("opens the game that was chosen of a dropped file, with its graph", async (stage) => {
      const page = await stage.open(address({ game: "english" }));
      const game = (white, moves) =>
        `[White "${white}"]\n[Black "Byrd"]\n[Result "*"]\n[GameType "21"]\n\n${moves} *\n\n`;
      const text =
        game("Ames", "1. 11-15 23-19 2. 8-11 22-17") + game("Cole", "1. 9-14 22-18") + game("Dunn", "1. 9-14 24-24");
      await dropFile(page, text);
      const dialog = page.getByRole("dialog");
      await dialog.getByText("3 of 3 games").waitFor();
      assert.ok(await dialog.getByRole("button", { name: /Dunn/ }).isDisabled());
      await dialog.getByLabel("Filter by name").fill("cole");
      await dialog.getByText("1 of 3 games").waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await dialog.getByRole("button", { name: /Cole/ }).click();
      await untilMoves(page, 2);
      // A single game needs no choice.
      await dropFile(page, game("Ames", "1. 11-15 23-19 2. 8-11 22-17"));
      await untilMoves(page, 4);
      await page.locator(".graph .spot").nth(3).waitFor();
      await page.getByRole("button", { name: "Value every move" }).click();
      await page.getByRole("button", { name: "Value every move" }).waitFor({ state: "detached", timeout: 90_000 });
      await page.locator(".graph progress").waitFor({ state: "detached", timeout: 90_000 });
      assert.match(await page.locator(".graph svg").getAttribute("aria-label"), /4/);
      await page.locator(".graph .spot").nth(1).click();
      await page.locator(".moves [aria-current]").filter({ hasText: "23-19" }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      // What cannot be read changes nothing.
      const before = page.url();
      await dropFile(page, "no game at all");
      await page.locator(".toast").waitFor();
      assert.equal(page.url(), before);
    });

    test("plays many games from the position, and shows their results as they come", async (stage) => {
      const page = await stage.open(address({ game: "english-6", fen: "W:W13,14,K17:B1,2,6" }));
      await page.getByRole("button", { name: "Games", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await pickPlayer(page, "First player", "random");
      await pickPlayer(page, "Second player", "edge");
      await dialog.getByLabel("Games", { exact: true }).selectOption("100");
      assert.deepEqual(await axeFindings(page), []);
      await dialog.getByRole("button", { name: "Play 100 games" }).click();
      const sheet = page.locator(".games-sheet");
      await sheet.getByText(/^random won .* drew .* and lost .* of the games\.$/).waitFor();
      assert.equal(await sheet.getByText("100 of 100 games").count(), 1);
      assert.equal(await sheet.getByRole("img", { name: /random/ }).count(), 2); // results, and by who began
      assert.equal(await sheet.getByRole("img", { name: /plies/ }).count(), 1);
      assert.deepEqual(await axeFindings(page), []);
      // It is a run of the laboratory, and its games begin here.
      await sheet.getByRole("link", { name: "Open in the laboratory" }).click();
      await page.locator(".plan-text summary").click();
      await page.getByText("fen W:W13,14,K17:B1,2,6").waitFor();
    });

    test("stops games, and plays on from a variation against any strategy", async (stage) => {
      const page = await stage.open(address({ game: "english" }));
      await page.getByRole("button", { name: "Games", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await pickPlayer(page, "First player", "minimax");
      await dialog.getByLabel("Games", { exact: true }).selectOption("10000");
      await dialog.getByRole("button", { name: "Play 10,000 games" }).click();
      const sheet = page.locator(".games-sheet");
      await sheet.getByRole("button", { name: "Stop" }).click();
      await sheet.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
      await sheet.getByRole("button", { name: "Hide these games" }).click();
      // Two first moves: the second is a variation.
      for (const text of ["11-15", "9-14"]) {
        if (text === "9-14") await page.getByRole("button", { name: "To the start" }).click();
        await page.getByPlaceholder("Type a move").fill(text);
        await page.keyboard.press("Enter");
        await page.locator(".moves [aria-current]").filter({ hasText: text }).waitFor();
      }
      await page.getByRole("button", { name: "Play from here" }).click();
      const offered = await page.getByLabel("The computer plays").locator("option").allTextContents();
      for (const name of ["Engine (Balsa to Ebony)", "Random", "Minimax", "Alphabeta", "Edge"])
        assert.ok(offered.includes(name), name);
      assert.match(decodeURIComponent(page.url()), /fen=W:W21-32:B1-8,10-12,14/);
    });
  },
  ["--no-endgames"],
);
