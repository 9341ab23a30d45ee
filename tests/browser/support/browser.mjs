// Debian's Chromium without its windows, and pages that notice what must not happen: errors in the console, and requests besides the page and its files.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// The packages of the page are used here as well; there is no second list of them.
const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

export const rootFolder = fileURLToPath(new URL("../../../", import.meta.url));
export const desktop = { width: 1280, height: 800 };
export const phone = { width: 360, height: 640 };

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
    headless: true,
    slowMo: 40, // milliseconds after each click or key, as no person is quicker
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** What a page did that it should not have done. */
export class Watch {
  problems = [];
  requests = [];
  /** While true, a lost connection is expected. */
  mayLoseConnection = false;

  constructor(context) {
    context.on("page", (page) => this.#follow(page));
  }

  #follow(page) {
    page.on("console", (message) => {
      if (message.type() !== "error" && message.type() !== "warning") return;
      if (this.mayLoseConnection && /WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text())) return;
      this.problems.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.problems.push(`error: ${error.stack ?? error.message}`));
    page.on("crash", () => this.problems.push("the page crashed"));
    page.on("request", (request) => {
      const address = new URL(request.url());
      if (address.protocol === "data:" || address.protocol === "blob:") return;
      this.requests.push(`${request.method()} ${address.pathname}`);
      if (address.pathname !== "/" && !/^\/(runs|assets)\//.test(address.pathname))
        this.problems.push(`request: ${request.url()}`);
    });
  }
}

/** What axe finds on the page as it is, in words; empty: nothing. */
export async function axeFindings(page) {
  // Through the debugger: the page's own policy would not let a script in.
  const client = await page.context().newCDPSession(page);
  await client.send("Runtime.evaluate", { expression: axe });
  await client.detach();
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 3)
        .map((node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`)
        .join(" | ")}`,
  );
}
