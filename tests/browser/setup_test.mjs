// Setting up a position, and games and positions as text: FEN, PDN, course log, diagram, link.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "./support/browser.mjs";
import {
  cell,
  clickMove,
  clipboard,
  currentMove,
  mayCopy,
  more,
  moves,
  note,
  pieces,
  untilMoves,
} from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const place = (page, square) => page.locator(`.setup-board [data-square="${square}"]`);
const verdict = (page, words) => page.locator(".setup-side .verdict").filter({ hasText: words }).first().waitFor();
const chooseTool = (page, name) => page.locator(".palette label").filter({ hasText: name }).click();
const source = (page) => page.getByLabel("FEN, PDN or course log");
const found = (page) => page.locator(".found li");

async function dragTo(page, from, to) {
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 12, from.y + from.height / 2 - 12, { steps: 2 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
}

async function twoPeople(stage, options = {}) {
  const page = await stage.open("new=english", options);
  await page.getByRole("radio", { name: "Two players" }).check();
  await page.getByRole("button", { name: "Start" }).click();
  await cell(page, 1).waitFor();
  return page;
}

const pdn = `[Event "A short one"]
[White "Alice"]
[Black "Bob"]
[Result "0-1"]
[GameType "21"]

1. 11-15 23-19 (22-18 15x22) 2. 8-11 22-17 0-1
`;

suite("set-up and texts", (test) => {
  test("a position is refused with the reason, then accepted and played", async (stage) => {
    const page = await stage.open("setup");
    await page.getByLabel("Game", { exact: true }).selectOption("english");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await verdict(page, "This position cannot be played.");
    await chooseTool(page, "White man");
    await place(page, 2).click();
    await chooseTool(page, "Black man");
    await place(page, 12).click();
    await verdict(page, /This position cannot be played\. .*\b2\b/);
    assert.equal(await page.getByRole("button", { name: "Play from here" }).isDisabled(), true);
    await dragTo(page, await place(page, 2).boundingBox(), await place(page, 30).boundingBox());
    await page.getByRole("radio", { name: "White", exact: true }).check();
    await verdict(page, "White has 2 legal moves.");
    assert.equal(await page.locator(".verdict .fen").innerText(), "W:W30:B12");
    // From the palette, and off the board again.
    await dragTo(
      page,
      await page.locator(".palette label").filter({ hasText: "Black king" }).boundingBox(),
      await place(page, 5).boundingBox(),
    );
    await page.locator(".verdict .fen").filter({ hasText: "W:W30:B12,K5" }).waitFor();
    await dragTo(page, await place(page, 12).boundingBox(), { x: 2, y: 300, width: 2, height: 2 });
    await page.locator(".verdict .fen").filter({ hasText: "W:W30:BK5" }).waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.locator(".verdict .fen").filter({ hasText: "W:W30:B12,K5" }).waitFor();
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.getByRole("radio", { name: "Two players" }).check();
    assert.match(
      await page.locator(".summary p").first().innerText(),
      /^English checkers 8×8 \(from your position\), two players\.$/,
    );
    await page.getByRole("button", { name: "Start" }).click();
    await note(page).filter({ hasText: "White to move." }).waitFor();
    assert.deepEqual(await pieces(page), { 5: "B", 12: "b", 30: "w" });
  });

  test("a FEN is pasted, put on the board and copied", mayCopy, async (stage) => {
    const page = await stage.open("setup");
    await source(page).fill("W:W18,K30:B9,K5");
    await page.getByText("Read as FEN: 1 game or position.").waitFor();
    await page.getByRole("button", { name: "Put on the board" }).click();
    await page.locator(".verdict .fen").filter({ hasText: "W:W18,K30:B9,K5" }).waitFor();
    assert.equal(await place(page, 30).getAttribute("data-piece"), "W");
    await page.getByRole("button", { name: "Copy FEN" }).click();
    await page.locator(".toast").filter({ hasText: "Copied." }).waitFor();
    assert.equal(await clipboard(page), "W:W18,K30:B9,K5");
    await source(page).fill("W:W18,K30:B9,K99");
    await page
      .locator(".setup-reader .verdict.bad")
      .filter({ hasText: /The FEN is wrong at character \d+/ })
      .waitFor();
  });

  test("a PDN is pasted and opened, with its variation", async (stage) => {
    const page = await stage.open("setup");
    await source(page).fill(pdn);
    await found(page).filter({ hasText: "Bob – Alice" }).waitFor();
    assert.match(await found(page).innerText(), /English checkers.*4 moves.*Black won/);
    await found(page).getByRole("button", { name: "Open" }).click();
    await untilMoves(page, 6);
    assert.deepEqual(await page.locator(".pair .move").allInnerTexts(), ["11-15", "23-19", "8-11", "22-17"]);
    assert.deepEqual(await page.locator(".variation .move").allInnerTexts(), ["22-18", "15x22"]);
    assert.equal(await currentMove(page), "22-17");
  });

  test("a file with several games is dropped on the page", async (stage) => {
    const page = await stage.open("setup");
    const files = await page.evaluateHandle(
      (text) => {
        const given = new DataTransfer();
        given.items.add(new File([text], "games.pdn", { type: "text/plain" }));
        return given;
      },
      `${pdn}\n${pdn.replace("Alice", "Carol")}`,
    );
    await page.dispatchEvent("body", "dragenter", { dataTransfer: files });
    await page.getByText("Drop the file to read it").waitFor();
    await page.dispatchEvent("body", "drop", { dataTransfer: files });
    await page.getByText("Read as PDN: 2 games or positions.").waitFor();
    await found(page).filter({ hasText: "Carol" }).getByRole("button", { name: "Open" }).click();
    await untilMoves(page, 6);
  });

  test("a course log is read from a file", async (stage) => {
    const page = await stage.open("setup");
    await page.locator('input[type="file"]').setInputFiles(join(rootFolder, "tests", "data", "appendix_d.log"));
    await page.getByText(/Read as course log/).waitFor();
    await found(page).first().getByRole("button", { name: "Open" }).click();
    await page.locator(".note.over").waitFor();
    const first = /^p1 (\S+)/m.exec(readFileSync(join(rootFolder, "tests", "data", "appendix_d.log"), "utf8"))[1];
    assert.equal((await moves(page))[0], first);
  });

  test("PDN, FEN, log and diagram come out", mayCopy, async (stage) => {
    const page = await twoPeople(stage);
    await clickMove(page, 11, 15);
    await untilMoves(page, 1);
    await clickMove(page, 22, 18);
    await untilMoves(page, 2);
    await clickMove(page, 15, 22);
    await untilMoves(page, 3);
    const copied = async (entry) => {
      await more(page, entry);
      await page.locator(".toast").filter({ hasText: "Copied." }).last().waitFor();
      const text = await clipboard(page);
      await page.locator(".toast button").last().click();
      return text;
    };
    assert.match(await copied("Copy PDN"), /\[GameType "21[^\]]*\][^]*1\. 11-15 22-18 2\. 15x22/);
    assert.match(await copied("Copy FEN"), /^W:W[\d,-]+:B[\d,-]+/);
    assert.match(await copied("Copy log"), /^8\np1 11-15\np2 22-18\np1 15x22\(18\)\n/);
    const [download] = await Promise.all([page.waitForEvent("download"), more(page, "Save diagram (SVG)")]);
    const svg = readFileSync(await download.path(), "utf8");
    assert.match(svg, /^(<\?xml[^>]*>\s*)?<svg /);
    // What went out comes in again.
    const text = await copied("Copy PDN");
    await page.goto(`${stage.program.address}#setup`);
    await source(page).fill(text);
    await found(page).getByRole("button", { name: "Open" }).click();
    await untilMoves(page, 3);
    assert.deepEqual(await moves(page), ["11-15", "22-18", "15x22"]);
  });

  test("a link reopens exactly this game and position", mayCopy, async (stage) => {
    const page = await twoPeople(stage);
    await clickMove(page, 11, 15);
    await untilMoves(page, 1);
    await clickMove(page, 22, 18);
    await untilMoves(page, 2);
    await page.locator(".moves .move", { hasText: "11-15" }).click();
    await page.locator(".moves [aria-current]", { hasText: "11-15" }).waitFor();
    await more(page, "Copy link to this position");
    await page.locator(".toast").filter({ hasText: "Copied." }).waitFor();
    const link = await clipboard(page);
    const before = await pieces(page);
    // Meanwhile the game goes elsewhere.
    await page.locator(".moves .move", { hasText: "22-18" }).click();
    await page.locator(".moves [aria-current]", { hasText: "22-18" }).waitFor();
    const other = await stage.visitor();
    await other.goto(link);
    await other.locator(".moves [aria-current]", { hasText: "11-15" }).waitFor();
    assert.deepEqual(await pieces(other), before);
    assert.deepEqual(await moves(other), ["11-15", "22-18"]);
  });

  test("the position of a game is changed", async (stage) => {
    const page = await twoPeople(stage);
    await clickMove(page, 11, 15);
    await untilMoves(page, 1);
    await more(page, "Edit this position");
    await page
      .locator(".verdict .fen")
      .filter({ hasText: /^W:W21-32:B1-10,12,15$/ })
      .waitFor();
  });
});
