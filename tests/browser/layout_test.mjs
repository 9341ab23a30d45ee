// Windows and phones of several sizes: nothing is cut off, nothing scrolls sideways, what one needs is in sight.
import assert from "node:assert/strict";
import { join } from "node:path";
import { before } from "node:test";
import { cell, clickMove, invited, more, note, over, playFrom, tool, untilMoves } from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const sizes = {
  "1280×800": { viewport: { width: 1280, height: 800 } },
  "1366×657": { viewport: { width: 1366, height: 657 } },
  "390×844": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  "390×664": { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true },
  "200 % of 1280×800": { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
};

/** Sideways overflow, and what of the note is out of the window or of its own box. */
const measure = (page) =>
  page.evaluate(() => {
    const box = document.querySelector(".note")?.getBoundingClientRect();
    const inner = [...document.querySelectorAll(".note, .note *")];
    return {
      sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      below: box ? Math.max(0, Math.round(box.bottom - innerHeight)) : 0,
      cut: inner.filter(
        (one) => one.scrollHeight > one.clientHeight + 2 && getComputedStyle(one).overflowY !== "visible",
      ).length,
    };
  });
const fits = { sideways: 0, below: 0, cut: 0 };

suite("every window", (test, program) => {
  // In the background a busy machine would come late to it.
  const tables = ["egdb", "build", "english-6", "--pieces", "5", "--metric", "dtw", "--quiet"];
  before(() => program.run(...tables, "--data", join(program.data, "egdb")));

  for (const [name, options] of Object.entries(sizes))
    for (const locale of ["en-GB", "de-DE"])
      test(`${name}, ${locale}: the screens, the result, the draw offer`, { ...options, locale }, async (stage) => {
        const german = locale === "de-DE";
        const page = await stage.open("new=english");
        await page.locator("form.new-game").waitFor();
        await page.getByRole("radio", { name: german ? "Zwei Spieler" : "Two players" }).check({ force: true });
        const start = page.getByRole("button", { name: "Start", exact: true });
        const { y, height } = await start.boundingBox();
        assert.ok(y + height <= options.viewport.height || name.startsWith("200"), "Start is in sight");
        assert.equal((await measure(page)).sideways, 0);
        await start.click();
        await cell(page, 1).waitFor();
        await clickMove(page, 11, 15);
        await untilMoves(page, 1);
        assert.deepEqual(await measure(page), fits);
        await tool(page, german ? "Mehr" : "More").click();
        await page
          .getByRole("dialog")
          .getByRole("button", { name: german ? "Remis anbieten" : "Offer a draw" })
          .click();
        await page.locator(".note.offer").waitFor();
        assert.deepEqual(await measure(page), fits, "the offer of a draw");
        await tool(page, german ? "Aufgeben" : "Resign").click();
        await page.locator("dialog .button.danger").click();
        await over(page).waitFor();
        assert.deepEqual(await measure(page), fits, "the result");
        for (const place of ["", "library", "lab", "setup"]) {
          await page.goto(`${stage.program.address}#${place}`);
          await page.locator("main h1").waitFor();
          assert.equal((await measure(page)).sideways, 0, `#${place}`);
        }
      });

  for (const name of ["390×844", "390×664", "200 % of 1280×800"])
    test(`${name}: the review shows more than one line`, sizes[name], async (stage) => {
      const page = await playFrom(stage, "english-6", "W:WK17,14:B2,6");
      for (const [count, text] of ["14-11", "2-5", "11-7"].entries()) {
        await page.getByPlaceholder("Type a move").fill(text);
        await page.keyboard.press("Enter");
        await untilMoves(page, count + 1);
      }
      await more(page, "Review the game");
      await page.locator(".mistake").nth(2).waitFor({ timeout: 90_000 });
      const list = page.locator(".review-list");
      await list.scrollIntoViewIfNeeded();
      const seen = await list.evaluate((box) => {
        const frame = box.getBoundingClientRect();
        const rows = [...box.querySelectorAll(".mistake")].map((row) => row.getBoundingClientRect());
        return rows.filter((row) => row.top >= frame.top - 1 && row.bottom <= frame.bottom + 1).length;
      });
      assert.ok(seen >= 2, `${seen} of 3 mistakes in sight`);
      assert.equal((await measure(page)).sideways, 0);
    });

  test("a bad position in a link is reported", async (stage) => {
    const page = await stage.open(new URLSearchParams({ new: "english", fen: "B:W99:B1" }).toString());
    await page.getByRole("alert").filter({ hasText: "The position in this link cannot be played." }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Start" }).isDisabled(), true);
    await page.getByRole("link", { name: "Play from the start position" }).click();
    await page.getByRole("button", { name: "Start" }).click();
    await cell(page, 1).waitFor();
  });

  test("that there is no connection is forgotten when it is back", async (stage) => {
    const page = await stage.open("new=english");
    await page.getByRole("radio", { name: "Two players" }).check();
    await page.getByRole("button", { name: "Start" }).click();
    await cell(page, 1).waitFor();
    const other = await invited(stage, page, "White");
    stage.mayLoseConnection = true;
    await stage.program.end("SIGKILL");
    await page.locator(".lost").waitFor();
    await clickMove(page, 11, 15);
    await note(page).filter({ hasText: "There is no connection" }).waitFor();
    await stage.program.start();
    await page.locator(".lost").waitFor({ state: "detached" });
    await note(page).filter({ hasText: "Your turn." }).waitFor();
    await other.locator(".lost").waitFor({ state: "detached" });
  });
});
