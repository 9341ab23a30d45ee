// A group of browser tests: one program and one browser for all, a fresh context for each. Everything is stopped
// whatever happens, and a test fails when its pages had errors.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { Watch, desktop, launch, rootFolder } from "./browser.mjs";
import { Program } from "./program.mjs";

const longest = 120_000; // milliseconds for one test
const patience = 15_000; // for one thing to appear

/** `define` gets `test(name, [options], body)`, where `body` gets a Stage, and the program, which has these `options`. */
export function suite(name, define, options = []) {
  describe(name, () => {
    const shared = { program: new Program(options), browser: null };
    before(async () => {
      // Both are known to `after`, even if one of them could not start.
      const begun = await Promise.allSettled([
        launch().then((browser) => (shared.browser = browser)),
        shared.program.start(),
      ]);
      for (const { reason } of begun) if (reason) throw reason;
    });
    after(async () => {
      await shared.browser?.close();
      await shared.program.stop();
    });
    define((title, ...rest) => {
      const body = rest.pop();
      it(title, { timeout: longest }, () => new Stage(shared, title, rest[0] ?? {}).run(body));
    }, shared.program);
  });
}

/** What one test has at hand. */
export class Stage {
  constructor({ program, browser }, title, options) {
    this.program = program;
    this.browser = browser;
    this.title = title;
    this.options = options;
    this.contexts = [];
    this.watches = [];
  }

  /** A page in a browser of its own, as if by another visitor. Pieces do not glide unless `reducedMotion` says so. */
  async visitor(options = {}) {
    const context = await this.browser.newContext({
      viewport: desktop,
      reducedMotion: "reduce",
      locale: "en-GB",
      ...this.options,
      ...options,
    });
    context.setDefaultTimeout(patience);
    this.contexts.push(context);
    this.watches.push(new Watch(context));
    return context.newPage();
  }

  /** A page at a place: "", "new=english", "library", ... */
  async open(place = "", options = {}) {
    const page = await this.visitor(options);
    await page.goto(`${this.program.address}${place ? `#${place}` : ""}`);
    await page.locator("header.top").waitFor();
    // Most screens are loaded on demand, and listen to nothing before that.
    await page.locator("p.waiting[role=status]").waitFor({ state: "detached" });
    return page;
  }

  set mayLoseConnection(value) {
    for (const watch of this.watches) watch.mayLoseConnection = value;
  }

  async run(body) {
    try {
      await body(this);
      assert.deepEqual(
        this.watches.flatMap(({ problems }) => problems),
        [],
        "the page must not have problems",
      );
    } catch (error) {
      await this.#picture();
      throw error;
    } finally {
      await Promise.all(this.contexts.map((context) => context.close()));
    }
  }

  // What the pages looked like when the test failed.
  async #picture() {
    const folder = join(rootFolder, "build", "browser");
    mkdirSync(folder, { recursive: true });
    const pages = this.contexts.flatMap((context) => context.pages());
    for (const [index, page] of pages.entries()) {
      const path = join(folder, `${this.title.replace(/[^a-z0-9]+/gi, "-").slice(0, 80)}-${index + 1}.png`);
      await page.screenshot({ path, timeout: 3000 }).then(
        () => console.error(`   ${path}`),
        () => undefined, // the page is gone; the error says more
      );
    }
  }
}
