// The analysis board: lines, bar and arrows of the real engine, variations with notes, and the ways that lead there.
import assert from "node:assert/strict";
import { axeFindings } from "./support/browser.mjs";
import { cell, moves, pieces, untilMoves } from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const line = (page, at = 0) => page.locator(".lines li").nth(at);
const analysed = (page, at = 0) => line(page, at).locator(".line-value").waitFor();
const typed = async (page, text) => {
  const count = (await moves(page)).length;
  await page.getByPlaceholder("Type a move").fill(text);
  await page.keyboard.press("Enter");
  await untilMoves(page, count + 1);
};
const address = (fields) => new URLSearchParams({ analyse: "", ...fields }).toString();

// Without endgame files, which would take seconds: here the solution knows it all.
suite(
  "analysis",
  (test) => {
    test("shows lines, a bar and arrows, and a move further down on the board", async (stage) => {
      const page = await stage.open("analyse");
      await analysed(page, 2);
      assert.match(page.url(), /#analyse=[a-z0-9]{10}$/);
      assert.match(await line(page).locator(".source").innerText(), /^depth \d+$/);
      assert.equal(await page.locator(".mark.arrow").count(), 3);
      assert.match(await page.locator(".evaluation").getAttribute("aria-label"), /^Estimate for Black: .*, depth \d+$/);
      assert.equal(await page.locator(".evaluation.exact").count(), 0);
      // Pointing shows the board; a click keeps it there.
      const before = await pieces(page);
      await line(page).locator(".line-move").first().click();
      await page.locator(".note").filter({ hasText: "After" }).waitFor();
      assert.notDeepEqual(await pieces(page), before);
      await page.getByRole("button", { name: "Add these moves" }).click();
      await untilMoves(page, 1);
      await page.locator(".moves [aria-current]:not(.start)").waitFor();
      // One line, none, and again.
      await page.getByRole("radio", { name: "1", exact: true }).first().check();
      await page.locator(".lines li").nth(1).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Engine", exact: true }).click();
      await page.getByText("The engine is off.").waitFor();
      await page.getByRole("button", { name: "Engine", exact: true }).click();
      await analysed(page);
      await page.getByRole("button", { name: "Threat", exact: true }).click();
      await page.getByRole("heading", { name: "If Black were to move" }).waitFor();
      await analysed(page);
      assert.deepEqual(await axeFindings(page), []);
    });

    test("says what is exact, and where it comes from", async (stage) => {
      const page = await stage.open(address({ game: "english-6", fen: "W:WK17,14:B2,6" }));
      await line(page).locator(".source.exact").waitFor({ timeout: 90_000 });
      assert.equal(await line(page).locator(".source.exact").innerText(), "proven");
      assert.equal(await line(page).locator(".line-value").innerText(), "Win");
      await page.locator(".evaluation.exact").waitFor();
      assert.match(await page.locator(".evaluation").getAttribute("aria-label"), /^White to move wins/);
      for (const scheme of ["light", "dark"])
        for (const palette of ["standard", "safe", "contrast"]) {
          await page.evaluate((looks) => Object.assign(document.documentElement.dataset, looks), { scheme, palette });
          assert.deepEqual(await axeFindings(page), [], `${scheme}, ${palette}`);
        }
      // On a phone it all fits.
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 844 });
        assert.deepEqual(await axeFindings(page), [], `${width}`);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      }
    });

    test("keeps variations with notes, in the library and in PDN", async (stage) => {
      const page = await stage.open(address({ game: "english" }));
      await cell(page, 11).click();
      await cell(page, 15).click();
      await untilMoves(page, 1);
      await page.getByRole("button", { name: "To the start" }).click();
      await typed(page, "9-14");
      await page.getByRole("button", { name: "! good move" }).click();
      await page.locator(".nag").filter({ hasText: "!" }).waitFor();
      await page.getByLabel("Note on 9-14!").fill("Sharper.");
      await page.locator(".comment").filter({ hasText: "Sharper." }).waitFor();
      await page.getByRole("button", { name: "Make this the main line" }).click();
      await page.locator(".pair .move").filter({ hasText: "9-14" }).waitFor();
      await page.reload();
      await page.locator(".pair .move").filter({ hasText: "9-14" }).waitFor();
      assert.equal(await page.locator(".comment").innerText(), "Sharper.");
      assert.deepEqual(await axeFindings(page), []);
      // Deleting can be undone.
      await page.locator(".variation .move").filter({ hasText: "11-15" }).click();
      await page.getByRole("button", { name: "Delete from here on" }).click();
      await page.locator(".variation").waitFor({ state: "detached" });
      await page.locator(".toast").getByRole("button", { name: "Undo" }).click();
      await page.locator(".variation .move").filter({ hasText: "11-15" }).waitFor();
      // From the library, and back to a game from here.
      await page.goto(page.url().replace(/#.*/, "#library"));
      await page.getByRole("button", { name: "Analyse English checkers 8×8" }).first().click();
      await page.locator(".comment").filter({ hasText: "Sharper." }).waitFor();
      await page.getByRole("button", { name: "Play from here" }).click();
      await page.locator("form.new-game").waitFor();
      assert.match(page.url(), /#new=english.*&fen=/);
    });
  },
  ["--no-endgames"],
);
