// Pictures of the page in Chromium, and axe on each of them. Usage: node mock/shot.mjs ADDRESS FOLDER [SCENE,...]
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [address = "http://127.0.0.1:8080/", folder = "shots", only = ""] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), "shots-")), {
  executablePath: "/usr/bin/chromium", headless: true, bypassCSP: false,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const page = await browser.newPage();
page.on("console", (message) => ["error", "warning"].includes(message.type()) && console.log("console:", message.text()));
page.on("pageerror", (error) => console.log("page error:", error.message));

async function check(name) {
  const client = await page.context().newCDPSession(page);
  await client.send("Runtime.evaluate", { expression: axe });
  const { violations } = await page.evaluate(() => window.axe.run());
  for (const { id, help, nodes } of violations) console.log(`axe ${name}: ${id}: ${help}\n   ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 150)} ${node.any[0]?.message ?? ""}`).join("\n   ")}`);
}
const views = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
async function shoot(name, { scheme = "light", palette = "usual", view = "desktop" } = {}) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate((to) => (document.documentElement.dataset.palette = to), palette);
  await page.setViewportSize(views[view]);
  await page.waitForTimeout(400);
  const file = `${name}-${view}-${scheme}${palette === "usual" ? "" : `-${palette}`}.png`;
  await page.screenshot({ path: join(folder, file) });
  await check(file);
}
const all = async (name) => {
  for (const view of ["desktop", "phone"]) for (const scheme of ["light", "dark"]) await shoot(name, { view, scheme });
};
const square = (n) => page.locator(`[data-square="${n}"]`).click();

const start = async (game, choose = async () => {}) => {
  await page.goto(`${address}#new=${game}`);
  await page.waitForSelector("form.new-game");
  await choose();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForSelector(".table-board");
};
const dialog = async (name, open) => {
  await open();
  await page.waitForSelector("dialog[open]");
  await all(name);
  await page.keyboard.press("Escape");
};
const myTurn = () => page.waitForFunction(() => document.querySelector(".note:not(.problem)")?.textContent?.includes("Your turn") || document.querySelector(".note.over"), null, { timeout: 20000 });
const anyMove = async (piece) => {
  const men = await page.evaluate((kind) => [...document.querySelectorAll(`[data-piece="${kind}"]`)].map((cell) => Number(cell.dataset.square)), piece);
  for (const man of men.reverse()) {
    await square(man);
    const target = await page.evaluate(() => [...document.querySelectorAll(".cell")].find((cell) => cell.getAttribute("aria-label").includes("can move here"))?.dataset.square);
    if (!target) continue;
    await square(target);
    return;
  }
};

const scenes = {
  async home() {
    await page.goto(address);
    await page.waitForSelector("h1");
    await all("home");
  },
  async new() {
    await page.goto(`${address}#new=suicide`);
    await page.waitForSelector("form.new-game");
    await all("new");
  },
  async dialogs() {
    await page.goto(address);
    await page.waitForSelector("h1");
    await dialog("settings", () => page.getByRole("button", { name: "Settings" }).click());
    await dialog("help", () => page.keyboard.press("?"));
    await dialog("rules", () => page.getByRole("button", { name: "Rules: Suicide checkers" }).click());
  },
  async play() {
    await start("english");
    await square(11);
    await all("play");
    for (const palette of ["safe", "contrast"]) for (const scheme of ["light", "dark"]) await shoot("play", { palette, scheme });
    await square(15);
    for (let turn = 0; turn < 9; turn++) {
      await page.waitForTimeout(700);
      await myTurn();
      if (turn > 2 && (await page.locator(".note.must").count())) break;
      await anyMove("b");
    }
    await page.waitForTimeout(500);
    await all("middle");
    await page.locator('[data-piece="w"]').first().click();
    await page.waitForTimeout(100);
    await shoot("refused");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".note.hinting");
    await all("hint");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForTimeout(300);
    await anyMove("b");
    await page.waitForTimeout(2500);
    await all("variation");
    await dialog("more", () => page.getByRole("button", { name: "More" }).click());
    await page.getByRole("button", { name: "More" }).click();
    await dialog("players", () => page.getByRole("button", { name: "Change players" }).click());
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.waitForSelector(".note.over");
    await all("over");
  },
  async watch() {
    await start("suicide-12", () => page.getByRole("radio", { name: "Watch computers" }).check());
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForTimeout(6000);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.waitForTimeout(500);
    await all("watch");
  },
  async small() {
    views.phone = { width: 360, height: 640 };
    views.across = { width: 740, height: 360 };
    views.wide = { width: 1920, height: 1080 };
    views.tablet = { width: 768, height: 1024 };
    await start("suicide-6", () => page.getByRole("radio", { name: "The computer", exact: true }).check());
    await page.waitForTimeout(1800);
    for (const view of ["phone", "across", "wide", "tablet"]) await shoot("sizes", { view });
  },
};
for (const [name, scene] of Object.entries(scenes)) if (!only || only.split(",").includes(name)) await scene();
await browser.close();
