// The review of a game on a large board: how it went, the curve, the moments, trying one of them again, and that it is kept.
import assert from "node:assert/strict";
import { axeFindings, phone } from "./support/browser.mjs";
import { lostGame, over, reviewed } from "./support/game.mjs";
import { tabUntil } from "./support/keyboard.mjs";
import { suite } from "./support/suite.mjs";

const ask = (page) => page.getByRole("button", { name: "Review the game" });
const panel = (page) => page.locator(".review");
const square = (page, number) => page.locator(`.try-board [data-square="${number}"]`);

suite("review", (test) => {
  test("after the end: what happened, the moment, and trying it again", async (stage) => {
    const page = await lostGame(stage);
    assert.match(await over(page).locator(".button.main").innerText(), /Review the game/);
    await over(page).getByRole("button", { name: "Rematch", exact: true }).waitFor();
    await ask(page).click();
    await reviewed(page);
    await page.locator(".review-story").filter({ hasText: "You lose." }).waitFor();
    assert.match(
      await page.locator(".review-curve svg").getAttribute("aria-label"),
      /^Expected score of White after each move, at the end \d+ %\./,
    );
    await panel(page).getByText("0 of 1 moves held").waitFor();
    assert.match(
      await panel(page).locator(".review-age").innerText(),
      /^Reviewed on .*\d{4}.*\. .*(Estimates: depth \d+ or more|up to \d pieces)\.$/,
    );
    assert.equal(await page.locator(".accounts details p").first().isVisible(), false);
    await panel(page).getByText("What does “held” mean?").click();
    assert.equal(await page.locator(".accounts details p").first().isVisible(), true);
    // The answer is hidden: it is one's own moment. An estimate says that it is one.
    const moment = page.locator(".moment").first();
    assert.match(await moment.innerText(), /18-15\s*\?\?[^]*(estimate, depth \d+|a (win|draw) becomes a (draw|loss))/);
    assert.match(await moment.innerText(), /A better move is hidden\./);
    await moment.getByRole("button", { name: "Try again, moment 1" }).click();
    const dialog = page.getByRole("dialog");
    // Wrong: the refutation, move by move.
    await square(page, 18).click();
    await square(page, 15).click();
    await dialog.getByText("18-15 seems weaker. See why:").waitFor();
    assert.equal(await square(page, 15).getAttribute("data-piece"), "W");
    await dialog.getByRole("button", { name: "One move forward" }).click();
    await dialog.locator(".try-line .now").filter({ hasText: "10x19" }).waitFor();
    assert.equal(await square(page, 15).getAttribute("data-piece"), "e");
    assert.equal(await square(page, 19).getAttribute("data-piece"), "b");
    // Right, by keyboard.
    await dialog.getByRole("button", { name: "Once more" }).click();
    await square(page, 26).focus();
    await page.keyboard.press("Enter");
    await square(page, 23).focus();
    await page.keyboard.press("Enter");
    await dialog.getByText("26-23: yes, the engine agrees.").waitFor();
    await page.keyboard.press("Escape");
    assert.match(await moment.innerText(), /The engine prefers \d+-\d+\.|holds\./);
    // In the list of moves.
    await page.getByRole("button", { name: "Back to the moves" }).click();
    assert.match(await page.locator(".move:has(.turned)").first().innerText(), /^18-15\s*\?\?/);
    // It is kept: whoever opens the game finds it.
    const other = await stage.visitor();
    await other.goto(page.url());
    await ask(other).click();
    await reviewed(other);
    await panel(other).locator(".review-age").filter({ hasText: "Reviewed on" }).waitFor();
    assert.equal(await other.locator(".moment").count(), 1);
  });

  test(
    "a phone, by keyboard, in the dark: nothing sideways, axe finds nothing",
    { viewport: phone, hasTouch: true, isMobile: true },
    async (stage) => {
      const page = await lostGame(stage);
      await tabUntil(page, (words) => document.activeElement.textContent === words, "Review the game");
      await page.keyboard.press("Enter");
      await reviewed(page);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= phone.width);
      await page.evaluate(() => (document.documentElement.dataset.scheme = "dark"));
      assert.deepEqual(await axeFindings(page), [], "the review");
      await tabUntil(page, (words) => document.activeElement.ariaLabel === words, "Try again, moment 1");
      await page.keyboard.press("Enter");
      await square(page, 18).waitFor();
      assert.deepEqual(await axeFindings(page), [], "trying again");
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= phone.width);
    },
  );
});
