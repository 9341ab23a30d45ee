// Looks and access: size of the page, phones, dark, keyboard only, languages.
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { phone } from "./support/browser.mjs";
import { cell, more, moves, newGame, note, over, ready, seeded, untilMoves } from "./support/game.mjs";
import { playByKeys, tabTo, tabToBoard, tabUntil } from "./support/keyboard.mjs";
import { screens } from "./support/screens.mjs";
import { suite } from "./support/suite.mjs";

const mostBytes = 120_000; // of the first load, compressed

suite("looks and access", (test) => {
  test("the first load is small, and other screens come when they are asked for", async (stage) => {
    const page = await stage.visitor();
    let sockets = 0;
    page.on("websocket", () => sockets++);
    const bodies = [];
    page.on("response", (response) => bodies.push(response.body()));
    await page.goto(stage.program.address);
    await page.locator(".home-board [data-square]").first().waitFor();
    assert.equal(sockets, 1);
    const { requests } = stage.watches[0];
    assert.equal(requests[0], "GET /");
    const first = requests.length;
    const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body, { level: 9 }).length);
    const size = sizes.reduce((sum, one) => sum + one, 0);
    assert.ok(size > 20_000 && size <= mostBytes, `${size} bytes`);
    assert.ok(!requests.some((one) => /laboratory|library|pack_nl/.test(one)), requests.join());
    await page.locator("header.top").getByRole("link", { name: "Laboratory" }).click();
    await page.locator("main.lab h1").waitFor();
    assert.ok(
      requests.slice(first).some((one) => /^GET \/assets\/laboratory-[\w-]+\.js$/.test(one)),
      requests.join(),
    );
    // Once is enough.
    const then = requests.length;
    await page.locator("header.top").getByRole("link", { name: "Play" }).click();
    await page.locator(".home-board [data-square]").first().waitFor();
    await page.locator("header.top").getByRole("link", { name: "Laboratory" }).click();
    await page.locator("main.lab h1").waitFor();
    assert.equal(requests.length, then);
  });

  test("a part that cannot be loaded says so and offers to reload", async (stage) => {
    const page = await stage.open();
    const [watch] = stage.watches;
    watch.mayLoseConnection = true;
    await page.route(/assets\/(library|pack_de)-.*\.js$/, (route) => route.abort("connectionrefused"));
    await page.locator("header.top").getByRole("link", { name: "Library" }).click();
    await page.getByText("This part of the page could not be loaded.").waitFor();
    // The rest goes on; a language that cannot be loaded leaves the one before.
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Language").selectOption("de");
    await page.getByRole("status").getByText("could not be loaded").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Language").selectOption("en");
    await page.keyboard.press("Escape");
    await page.unrouteAll();
    await page.getByRole("alert").getByRole("button", { name: "Reload" }).click();
    await page.locator("main.library h1").waitFor();
  });

  test("a page whose language cannot be loaded is not blank", async (stage) => {
    const page = await stage.visitor();
    stage.watches[0].mayLoseConnection = true;
    await page.route(/pack_en-.*\.js$/, (route) => route.abort("connectionrefused"));
    await page.goto(`${stage.program.address}#library`);
    await page.getByText("Crownhead could not be loaded.").waitFor();
    await page.unrouteAll();
    await page.getByRole("link", { name: "Reload" }).click();
    await page.locator("main.library h1").waitFor();
  });

  test(
    "a phone: nothing to scroll sideways, the whole board in sight",
    { viewport: phone, hasTouch: true, isMobile: true },
    async (stage) => {
      const page = await stage.open();
      for (const [name, show] of Object.entries(screens)) {
        await show(page, stage.program.address);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= phone.width, `${name} is ${width} pixels wide`);
        if (name !== "play" && name !== "set-up") continue;
        await page.evaluate(() => scrollTo(0, 0));
        const box = await page.locator(".board:has(.board-cells)").boundingBox();
        assert.ok(
          box.x >= 0 && box.y >= 0 && box.x + box.width <= phone.width && box.y + box.height <= phone.height,
          `${name}: ${JSON.stringify(box)}`,
        );
        if (name === "play") assert.ok(box.width >= 340, "as wide as the screen");
      }
    },
  );

  test(
    "a twelve by twelve game on a phone is played by taps",
    { viewport: phone, hasTouch: true, isMobile: true },
    async (stage) => {
      const page = await stage.open("new=suicide-12");
      await page.getByRole("radio", { name: "Two players" }).check();
      await page.getByRole("button", { name: "Start" }).click();
      const seen = await ready(page);
      const box = await page.locator(".table-board .board").boundingBox();
      assert.ok(box.y + box.height <= phone.height);
      for (const { x, y } of seen.men.slice(-2)) await page.touchscreen.tap(x, y);
      await page.locator('.table-board [aria-label*="can move here"]').first().tap();
      await untilMoves(page, 1);
    },
  );

  test("dark: as the system says, or as the user chooses", { colorScheme: "dark" }, async (stage) => {
    const page = await stage.open();
    const brightness = () =>
      page.evaluate(() => {
        const [red, green, blue] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g).map(Number);
        return (red + green + blue) / 3;
      });
    assert.ok((await brightness()) < 80);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("radio", { name: "Light" }).check();
    await page.locator('html[data-scheme="light"]').waitFor();
    assert.ok((await brightness()) > 180);
    await page.getByRole("radio", { name: "High contrast" }).check();
    await page.keyboard.press("Escape");
    await page.reload();
    await page.locator(".home-board [data-square]").first().waitFor();
    assert.ok((await brightness()) > 180, "the choice is remembered");
    assert.equal(await page.locator("html").getAttribute("data-palette"), "contrast");
  });

  test("Dutch", async (stage) => {
    const page = await stage.open();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Language").selectOption({ label: "Nederlands" });
    await page.keyboard.press("Escape");
    await page.locator('html[lang="nl"]').waitFor();
    await page.locator("header.top").getByRole("link", { name: "Partijen" }).waitFor();
    await page.goto(`${stage.program.address}#new=english`);
    await page.getByRole("button", { name: "Begin", exact: true }).click();
    await note(page)
      .filter({ hasText: /^Jij bent aan zet/ })
      .waitFor();
    await page.reload();
    await page.locator('html[lang="nl"]').waitFor();
    await page.getByRole("button", { name: "Opgeven" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Opgeven" }).click();
    await over(page).waitFor();
    assert.match(await over(page).innerText(), /^Jij verliest Zwart geeft op en verliest/);
    assert.match(await page.locator(".log p.referee span").last().innerText(), /geeft op/);
    assert.equal(await page.locator("[lang]:not(html)").count(), 0, "nothing is left in another language");
    const other = await stage.open("", { locale: "nl-NL" });
    assert.equal(await other.locator("html").getAttribute("lang"), "nl", "as the browser asks for");
  });

  test("German, as the browser asks for", { locale: "de-AT" }, async (stage) => {
    const page = await stage.open();
    assert.equal(await page.locator("html").getAttribute("lang"), "de");
    await page.getByRole("heading", { name: "Du bist am Zug." }).waitFor();
    await page.goto(`${stage.program.address}#games`);
    await page.getByRole("button", { name: "Regeln: Internationale Dame" }).click();
    await page.getByRole("dialog").filter({ hasText: "Remis:" }).waitFor();
    assert.doesNotMatch(await page.getByRole("dialog").innerText(), /\b(the|captur|king|draw)\b/i);
    await page.keyboard.press("Escape");
    await page.goto(`${stage.program.address}#new=english`);
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await note(page).filter({ hasText: "Du bist am Zug." }).waitFor();
    await page.getByRole("button", { name: "Aufgeben" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Aufgeben" }).click();
    await over(page).waitFor();
    assert.match(await over(page).innerText(), /^Du verlierst Schwarz gibt auf/);
    assert.equal(await page.locator("[lang]:not(html)").count(), 0, "nothing is left in another language");
    for (const [place, title] of [
      ["library", "Partien"],
      ["lab", "Labor"],
      ["setup", "Stellung aufbauen"],
    ]) {
      await page.goto(`${stage.program.address}#${place}`);
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    }
  });

  test("a whole game by keyboard alone, from the first screen to a rematch", async (stage) => {
    const page = await stage.open();
    await tabTo(page, "Mini-checkers");
    await page.keyboard.press("Enter");
    await page.locator("form.new-game").waitFor();
    await tabUntil(page, () => document.activeElement.type === "radio");
    await page.keyboard.press("ArrowRight"); // from the computer to two players
    await page.locator(".summary").filter({ hasText: "two players" }).waitFor();
    await tabTo(page, "Start");
    await page.keyboard.press("Enter");
    await cell(page, 1).waitFor();
    await tabToBoard(page);
    await playByKeys(page, seeded(2));
    assert.match(await over(page).innerText(), /^(Draw|Player [12] wins)/);
    assert.ok((await moves(page)).length > 8);
    const ended = page.url();
    await tabTo(page, "Rematch");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.href !== ended);
    await note(page).filter({ hasText: "Player 1 to move." }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "How to move" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("m");
    await page.keyboard.type("4-7");
    await page.keyboard.press("Enter");
    await untilMoves(page, 1);
  });

  test("shortcuts of single characters can be switched off", async (stage) => {
    const page = await stage.open("new=english");
    await page.getByRole("radio", { name: "Two players" }).check();
    await page.getByRole("button", { name: "Start" }).click();
    await cell(page, 1).waitFor();
    const top = () => page.locator(".strip").first().getAttribute("data-side");
    assert.equal(await top(), "black");
    await page.keyboard.press("f");
    await page.locator('.strip[data-side="white"]:first-child').waitFor();
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByLabel("Keyboard shortcuts").uncheck();
    await page.keyboard.press("Escape");
    await page.reload();
    await cell(page, 1).waitFor();
    await page.keyboard.press("f");
    await page.keyboard.press("?");
    assert.equal(await top(), "black", "also after a reload");
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("dialog").filter({ hasText: "switched off in the settings" }).waitFor();
  });

  test("the focus can be seen", async (stage) => {
    const page = await stage.open("new=english");
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(() => {
        // A radio button that looks like a bar shows the focus on its label.
        const shows = (element) => {
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
          return (outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0) || boxShadow !== "none";
        };
        const at = document.activeElement;
        return at === document.body ||
          shows(at) ||
          (at.parentElement !== null && shows(at.parentElement)) ||
          (at.nextElementSibling !== null && shows(at.nextElementSibling))
          ? ""
          : at.outerHTML.slice(0, 120);
      });
      assert.equal(seen, "");
    }
  });

  test("the cards, the rules and the reversed goal", async (stage) => {
    const page = await stage.open();
    await page.getByRole("link", { name: "All games and rules" }).click();
    await page.getByRole("button", { name: "Rules: Suicide checkers" }).click();
    await page.getByRole("dialog").filter({ hasText: "you win when you have lost all your pieces" }).waitFor();
    await page.getByRole("button", { name: "Play this game" }).click();
    await page.locator(".summary .warm").filter({ hasText: "whoever loses all pieces wins" }).waitFor();
    await page.goto(stage.program.address);
    await newGame(page, { card: "Suicide checkers", way: "Two players" });
    await page.locator(".side .loud").filter({ hasText: "Reversed" }).waitFor();
    await more(page, "Rules");
    await page.getByRole("dialog").waitFor();
  });
});
