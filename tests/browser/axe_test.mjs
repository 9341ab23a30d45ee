// axe finds nothing on any screen in any theme.
import assert from "node:assert/strict";
import { axeFindings } from "./support/browser.mjs";
import { screens } from "./support/screens.mjs";
import { suite } from "./support/suite.mjs";

const themes = ["light", "dark"].flatMap((scheme) =>
  ["standard", "safe", "contrast"].map((palette) => ({ scheme, palette })),
);

suite("axe", (test) => {
  test("finds nothing on any screen in any theme", async (stage) => {
    const page = await stage.open();
    for (const [name, show] of Object.entries(screens)) {
      await show(page, stage.program.address);
      for (const { scheme, palette } of themes) {
        await page.evaluate((looks) => Object.assign(document.documentElement.dataset, looks), { scheme, palette });
        assert.deepEqual(await axeFindings(page), [], `${name}, ${scheme}, ${palette}`);
      }
    }
  });
});
