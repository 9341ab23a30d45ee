// Pictures of the page in Chromium, and axe on each of them. Usage: node mock/shot.mjs ADDRESS FOLDER
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [address = "http://127.0.0.1:8080/", folder = "/tmp/shots", only = ""] = process.argv.slice(2);
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
  if (only && !name.includes(only)) return;
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate((to) => (document.documentElement.dataset.palette = to), palette);
  await page.setViewportSize(views[view]);
  await page.waitForTimeout(150);
  const file = `${name}-${view}-${scheme}${palette === "usual" ? "" : `-${palette}`}.png`;
  await page.screenshot({ path: join(folder, file) });
  await check(file);
}
const all = async (name) => {
  for (const view of ["desktop", "phone"]) for (const scheme of ["light", "dark"]) await shoot(name, { view, scheme });
};
const square = (n) => page.locator(`[data-square="${n}"]`).click();

await page.goto(address);
await page.waitForSelector("h1");
await all("home");
await page.goto(`${address}#new=suicide`);
await page.waitForSelector("form.new-game");
await all("new");
await page.goto(`${address}#new=english`);
await page.waitForSelector("form.new-game");
await page.getByRole("button", { name: "Start" }).click();
await page.waitForSelector(".table-board");
await square(11);
await all("play-selected");
await shoot("play-selected", { palette: "safe" });
await shoot("play-selected", { palette: "contrast" });
await shoot("play-selected", { palette: "contrast", scheme: "dark" });
await shoot("play-selected", { palette: "safe", scheme: "dark" });
await square(15);
for (let turn = 0; turn < 8; turn++) {
  await page.waitForFunction(() => document.querySelector(".note")?.textContent?.includes("Your turn") || document.querySelector(".note.over"));
  if (await page.locator(".note.must").count()) {
    await page.waitForTimeout(500);
    await all("play-must");
    break;
  }
  const moves = await page.evaluate(() => [...document.querySelectorAll('[data-piece="b"]')].map((cell) => Number(cell.dataset.square)));
  for (const man of moves.reverse()) {
    await square(man);
    const target = await page.evaluate(() => [...document.querySelectorAll(".cell")].find((cell) => cell.getAttribute("aria-label").includes("can move here"))?.dataset.square);
    if (target) {
      await square(target);
      break;
    }
  }
  await page.waitForTimeout(600);
}
await browser.close();
