// Lessons: whole courses as a reader goes through them, judged by the program.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { axeFindings, phone, rootFolder } from "./support/browser.mjs";
import { suite } from "./support/suite.mjs";

/** The steps of a course with the first move that is right, by its squares. */
function stepsOf(game) {
  const text = readFileSync(join(rootFolder, "data", "lessons", `${game}.txt`), "utf8");
  return [...text.matchAll(/^step (\S+)\n[^]*?^moves (\S+)/gm)].map(([, name, move]) => ({
    name,
    squares: move.split(/[-x]/).map(Number),
  }));
}

const square = (page, number) => page.locator(`.lesson-board [data-square="${number}"]`);

/** Clicks a man, and then the squares of its way until the move is made. */
async function play(page, squares) {
  const [from, ...way] = squares;
  await square(page, from).click();
  await square(page, way[way.length - 1]).click();
}

suite("lessons", (test) => {
  test("English checkers from the first move to the last", async (stage) => {
    const page = await stage.open();
    await page.locator("header.top").getByRole("link", { name: "Learn" }).click();
    await page.getByRole("link", { name: "English checkers" }).click();
    const steps = stepsOf("english");
    for (const [index, { name, squares }] of steps.entries()) {
      await page.getByText(`Step ${index + 1} of ${steps.length}`).waitFor();
      await square(page, squares[0]).waitFor();
      if (name === "capture") {
        await square(page, 25).click();
        await page.locator(".lesson-say").filter({ hasText: "You must capture: 23x16." }).waitFor();
      }
      if (name === "king") {
        await play(page, [18, 14]);
        await page.locator(".lesson-say.wrong").filter({ hasText: "That is a legal move, but not the one" }).waitFor();
        await page.getByRole("button", { name: "Again" }).click();
      }
      await play(page, squares);
      await page.locator(".lesson-say.done").waitFor();
      if (index + 1 < steps.length) await page.getByRole("button", { name: "Next" }).click();
    }
    await page.locator(".learn-end").filter({ hasText: "You know how to play English checkers." }).waitFor();
    assert.equal(await page.locator(".learn-steps .icon").count(), steps.length);
    // The device remembers it.
    await page.goto(`${stage.program.address}#learn`);
    await page.reload();
    const card = page.locator(".tile").filter({ hasText: "English checkers" });
    assert.match(await card.innerText(), /All 9 steps done/);
    await card.click();
    await page.getByRole("button", { name: "All rules" }).click();
    await page.getByRole("dialog").filter({ hasText: "Black moves first." }).waitFor();
    await page.getByRole("button", { name: "Play this game" }).click();
    await page.getByRole("button", { name: "Start" }).waitFor();
  });

  test("the reversed goal: the answer follows, and it is won", async (stage) => {
    const page = await stage.open("learn=suicide&step=reversed");
    await square(page, 22).waitFor();
    await play(page, [22, 17]);
    await page.locator(".lesson-say.wrong").waitFor();
    await page.getByRole("button", { name: "Again" }).click();
    await play(page, [22, 18]);
    await page.locator(".lesson-say.done").filter({ hasText: "The answer: 15x22." }).waitFor();
    assert.equal(await square(page, 18).getAttribute("data-piece"), "e");
  });

  test("other rules, by keyboard, on a phone, in German", { viewport: phone, locale: "de-DE" }, async (stage) => {
    const page = await stage.open("learn=russian&step=passing");
    const squares = stepsOf("russian").find(({ name }) => name === "passing").squares;
    await page.getByRole("heading", { name: "Im Vorbeigehen" }).waitFor();
    await square(page, squares[0]).focus();
    await page.keyboard.press("Enter");
    await square(page, squares[squares.length - 1]).focus();
    await page.keyboard.press("Enter");
    await page.locator(".lesson-say.done").filter({ hasText: "mitten im Zug zur Dame" }).waitFor();
    // The button that goes on has the focus and is in sight.
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Weiter");
    const { y, height } = await page.locator(":focus").boundingBox();
    assert.ok(y + height <= phone.height - 54, `${y}`);
    for (const place of ["learn", "learn=frisian"]) {
      await page.goto(`${stage.program.address}#${place}`);
      await page.locator("main h1").waitFor();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= phone.width, place);
      assert.deepEqual(await axeFindings(page), [], place);
    }
    await page.goto(`${stage.program.address}#learn=go`);
    await page.getByText("Diese Lektion gibt es nicht.").waitFor();
  });
});
