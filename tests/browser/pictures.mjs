// Makes the pictures of docs/images anew, from the real program: node tests/browser/pictures.mjs [NAME...]
// CROWNHEAD names the executable. Look at every one of them before you keep it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, rootFolder } from "./support/browser.mjs";
import { anyMove, clickMove, pickPlayer, ready, seeded, untilMoves } from "./support/game.mjs";
import { Program } from "./support/program.mjs";

const folder = join(rootFolder, "docs", "images");
const views = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

const program = new Program();
let browser;

async function visitor({ view = "desktop", scheme = "light", palette = "standard" } = {}) {
  const context = await browser.newContext({
    viewport: views[view],
    colorScheme: scheme,
    deviceScaleFactor: 1,
    reducedMotion: "reduce",
    locale: "en-GB",
  });
  const page = await context.newPage();
  await page.addInitScript((settings) => localStorage.setItem("crownhead.settings", JSON.stringify(settings)), {
    palette,
  });
  return page;
}

async function go(page, place) {
  await page.goto(`${program.address}#${place}`);
  await page.locator("header.top").waitFor();
}

async function start(page, game, strategy, options) {
  await go(page, `new=${game}`);
  await pickPlayer(page, "The computer plays", strategy, options);
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".table-board").waitFor();
}

async function type(page, ...moves) {
  for (const move of moves) {
    const { listed } = await ready(page);
    await page.getByLabel("Type a move").fill(move);
    await page.getByLabel("Type a move").press("Enter");
    await ready(page, listed + 1);
  }
}

/** The first screen with a man in hand, and a game that goes on. */
async function home(page) {
  await go(page, "");
  await page.getByRole("combobox", { name: "Game" }).selectOption({ label: "Suicide checkers 8×8" });
  await page.locator('.home-board [data-square="11"]').click();
  await page.locator('.home-board [data-square="16"]').click();
  await ready(page, 1);
  await page.evaluate(() => localStorage.removeItem("crownhead.last-game"));
  await go(page, "");
  await page.locator('.home-board [data-square="11"]').click();
}

/** A step of a lesson that has been done. */
async function lesson(page) {
  await go(page, "learn=international&step=majority");
  await page.locator('.lesson-board [aria-label*="must capture"]').click();
  await page.locator('.lesson-board [aria-label*="can move here"]').last().click();
  await page.locator(".lesson-say.done").waitFor();
}

/** A game in the middle, with the engine's thoughts and a man in hand. */
async function middle(page) {
  await start(page, "english", "engine", { Level: 10, Seconds: 1 });
  const random = seeded(4);
  let seen = await ready(page);
  for (let turn = 0; turn < 6; turn++) {
    await anyMove(page, seen, random);
    seen = await ready(page, seen.listed + 1);
  }
  await page.mouse.move(2, 2);
}

async function inHand(page) {
  const { men } = await ready(page);
  for (const { x, y } of men) {
    await page.mouse.click(x, y);
    if (await page.locator(".mark.target").count()) return;
  }
}

const scenes = {
  home: { show: home },
  "home-phone": { looks: { view: "phone" }, show: home },
  learn: { show: lesson },
  "new-game": { show: (page) => go(page, "new=suicide") },
  play: {
    async show(page) {
      await middle(page);
      await inHand(page);
    },
  },
  "play-dark": {
    looks: { scheme: "dark" },
    async show(page) {
      await middle(page);
      await inHand(page);
    },
  },
  "play-phone": {
    looks: { view: "phone" },
    async show(page) {
      await start(page, "international", "engine", { Level: 6 });
      await type(page, "33-28");
      await clickMove(page, 32);
    },
  },
  "play-contrast": {
    looks: { palette: "contrast" },
    async show(page) {
      await start(page, "suicide", "scatter");
      const random = seeded(6);
      let seen = await ready(page);
      for (let turn = 0; turn < 5 && !seen.ended; turn++) {
        await anyMove(page, seen, random);
        seen = await ready(page, seen.listed + 1);
      }
    },
  },
  "set-up": {
    async show(page) {
      await go(page, "setup");
      await page.getByLabel("FEN, PDN or course log").fill("W:W18,22,K30:B9,12,K5");
      await page.getByRole("button", { name: "Put on the board" }).click();
      await page.locator(".verdict .fen").filter({ hasText: "K30" }).waitFor();
      await page.locator(".toast button").click();
    },
  },
  library: {
    async show(page) {
      for (const [game, strategy, name] of [
        ["english", "engine", "Sunday morning"],
        ["suicide-6", "scatter", ""],
        ["mini", "mini-ab", "Level one at last"],
        ["international", "minimax", ""],
      ]) {
        await start(page, game, strategy);
        await anyMove(page, await ready(page), seeded(1));
        await ready(page, 1);
        if (name) {
          await page.getByRole("button", { name: "More", exact: true }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
          await page.getByLabel("Name of this game").fill(name);
          await page.getByRole("button", { name: "Apply" }).click();
        }
      }
      await page.getByRole("button", { name: "Resign" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
      await page.locator(".note.over").waitFor();
      await go(page, "new=suicide-12");
      await page.getByRole("radio", { name: "Watch computers" }).check();
      await pickPlayer(page, "Player 1 (moves first)", "random");
      await pickPlayer(page, "Player 2", "scatter");
      await page.getByRole("button", { name: "Start" }).click();
      await page.getByLabel("Speed").selectOption({ label: "fastest" });
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await untilMoves(page, 1);
      await page.locator(".note.over").waitFor({ timeout: 60_000 });
      await go(page, "library");
      await page.locator(".library-table").waitFor();
    },
  },
  analysis: { show: analysed },
  "analysis-phone": { looks: { view: "phone", scheme: "dark" }, show: analysed },
  puzzles: { show: puzzle },
  review: { show: reviewed },
  "review-phone": {
    looks: { view: "phone" },
    async show(page) {
      await reviewed(page);
      await page.locator(".review").evaluate((panel) => panel.scrollIntoView());
    },
  },
  laboratory: {
    async show(page) {
      await run(page);
      await page.locator("#run-standings").evaluate((heading) => heading.closest("section").scrollIntoView());
      await page.mouse.wheel(0, -16);
    },
  },
  "laboratory-phone": { looks: { view: "phone", scheme: "dark" }, show: run },
};

/** A known opening on the analysis board, with a note, and the engine at work. */
async function analysed(page) {
  await go(page, "analyse");
  for (const [at, move] of ["11-15", "23-19", "8-11", "22-17"].entries()) {
    await page.getByPlaceholder("Type a move").fill(move);
    await page.keyboard.press("Enter");
    await untilMoves(page, at + 1);
  }
  await page
    .locator(".lines .source")
    .filter({ hasText: /depth (1[89]|2\d)/ })
    .nth(2)
    .waitFor({ timeout: 60_000 });
  await page.getByRole("button", { name: "Value every move" }).click();
  await page.locator(".graph-work").waitFor({ state: "detached", timeout: 60_000 });
  await page.locator(".side").evaluate((side) => side.scrollTo(0, 0));
  await page.evaluate(() => {
    document.activeElement.blur();
    scrollTo(0, 0);
  });
}

/** A puzzle as it is set. */
async function puzzle(page) {
  await go(page, "puzzles");
  await page.getByLabel("Game", { exact: true }).selectOption("english");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator(".exercise-board").waitFor();
}

/** Two weak computers have played, and the game was reviewed. */
async function reviewed(page) {
  await go(page, "new=english");
  await page.getByRole("radio", { name: "Watch computers" }).check();
  await pickPlayer(page, "Black (moves first)", "engine", { Level: 3 });
  await pickPlayer(page, "White", "engine", { Level: 4 });
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByLabel("Speed").selectOption({ label: "fastest" });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(".note.over").waitFor({ timeout: 120_000 });
  await page.getByRole("button", { name: "Review the game" }).click();
  await page
    .locator(".review-head p")
    .filter({ hasText: /mistakes?\.$/ })
    .waitFor({ timeout: 120_000 });
}

/** The study of the first document, in small. */
async function run(page) {
  await go(page, "lab");
  for (const size of ["6×6", "8×8", "10×10", "12×12"])
    await page.getByRole("checkbox", { name: `Suicide checkers ${size}` }).check();
  await page.getByLabel("Games per pairing").fill("400");
  await page.getByLabel("Name", { exact: true }).fill("Three simple strategies");
  await page.locator("form.plan").getByRole("button", { name: "Start" }).click();
  await page.locator(".run-head .state.complete").waitFor({ timeout: 120_000 });
}

async function shoot(name, { looks, show }) {
  const page = await visitor(looks);
  await show(page);
  await page.waitForTimeout(500);
  const picture = await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
  console.log(`${name}.png: ${picture.length} bytes`);
  await page.context().close();
}

const wanted = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
try {
  [browser] = await Promise.all([launch(), program.start()]);
  for (const [name, scene] of Object.entries(scenes))
    if (wanted.length === 0 || wanted.includes(name)) await shoot(name, scene);
} finally {
  await browser?.close();
  await program.stop();
}
