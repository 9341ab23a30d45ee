// Proofs: from the first screen to the strategy, along its moves, why not others, the verifier to the end, a link to any node; a file
// that is damaged, and one that proves nothing.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { axeFindings, phone, rootFolder } from "./support/browser.mjs";
import { suite } from "./support/suite.mjs";

const working = 90_000; // milliseconds: endgames and values come behind everything else that runs

const certificate = (game) => readFileSync(join(rootFolder, "data", "certificates", `${game}.proof`));
const rows = (page) => page.locator(".proof-moves > li");
const claim = (page) => page.locator(".proof-claim");
const verifier = (page) => page.locator(".verifier");
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

/** A certificate with one bit of its strategy changed, and the checksum made right. */
function changed(bytes, bit) {
  const text = Buffer.from(bytes.subarray(0, bytes.length - 65));
  const [head] = /payload \d+\n/.exec(text.toString("latin1"));
  const at = text.toString("latin1").indexOf(head) + head.length + Math.floor(bit / 8);
  text[at] ^= 1 << (bit % 8);
  return Buffer.concat([text, Buffer.from(`${createHash("sha256").update(text).digest("hex")}\n`)]);
}

/** One whose strategy fails at a position, by the command that verifies. */
async function failing(program, game) {
  const path = join(program.data, "failing.proof");
  for (let bit = 0; bit < 64; ++bit) {
    const bytes = changed(certificate(game), bit);
    writeFileSync(path, bytes);
    const complaint = await program.run("verify-proof", path).then(
      () => "",
      (error) => error.stderr,
    );
    if (/\(position \d+, after/.test(complaint)) return bytes;
  }
  throw new Error("every strategy holds");
}

suite("proofs", (test) => {
  test("from the tile along the strategy to the end, and verified", async (stage) => {
    const page = await stage.open();
    await page
      .locator(".tile")
      .filter({ hasText: "Antifrisian" })
      .getByRole("link", { name: "6×6 solved: Black wins" })
      .click();
    await page.getByRole("heading", { name: /^Black wins .*6×6\.$/, level: 1 }).waitFor();
    assert.match(page.url(), /#proof=antifrisian-6$/);
    await verifier(page).getByRole("heading", { name: "Not verified yet" }).waitFor();
    // White begins: every move is answered.
    await claim(page).getByText("Black’s strategy answers every one.").waitFor();
    await claim(page)
      .getByText(/Black wins in at most \d+ more moves/)
      .waitFor();
    const count = await rows(page).count();
    assert.ok(count > 1);
    assert.equal(await page.locator(".proof-answer").count(), count);
    assert.deepEqual(await axeFindings(page), []);
    // To the end, by the first reply each time.
    const forward = page.getByRole("button", { name: "Follow the strategy" });
    for (let ply = 0; ply < 60 && (await forward.isEnabled()); ++ply) {
      await forward.click();
      await page.locator(`.proof-path li:nth-child(${ply + 2}) a[aria-current]`).waitFor();
      await page.waitForFunction(
        () =>
          document.querySelector(".proof-moves li") ||
          document.querySelector(".proof-claim h2")?.textContent === "The game is over.",
      );
    }
    await claim(page).getByRole("heading", { name: "The game is over." }).waitFor();
    await claim(page)
      .getByText(/^Black has no .* and wins\.$/)
      .waitFor();
    // The verifier, to the end; it stays verified on the way back.
    await page.getByRole("button", { name: "Verify" }).click();
    await verifier(page).getByRole("heading", { name: "Verified", exact: true }).waitFor({ timeout: working });
    await verifier(page)
      .getByText(/^2,757 positions, [\d.]+ s\. Nothing was taken on trust\.$/)
      .waitFor();
    await verifier(page).getByText("537 bytes read").waitFor();
    await verifier(page).getByText("Black wins in at most 29 plies: 2,757").waitFor();
    await page.getByRole("button", { name: "To the start" }).click();
    await claim(page).getByRole("heading", { name: "White to move." }).waitFor();
    await verifier(page).getByRole("heading", { name: "Verified", exact: true }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    // Another visit knows nothing of it.
    await page.reload();
    await verifier(page).getByRole("heading", { name: "Not verified yet" }).waitFor();
  });

  test("two promises, why not, and a link to any node", async (stage) => {
    const page = await stage.open("proof=suicide-6");
    await page.getByRole("heading", { name: "Suicide checkers 6×6 is a draw." }).waitFor({ timeout: working });
    const chosen = page.locator(".proof-moves > .chosen");
    await chosen.getByText("the strategy plays it").waitFor();
    assert.equal(await chosen.count(), 1);
    // The values of the others, from the program (docs/results/solved.md).
    const bad = rows(page).filter({ has: page.locator(".proof-move", { hasText: "5-8" }) });
    await bad.getByText("avoided").waitFor({ timeout: working });
    await bad.getByRole("button", { name: "Why not 5-8?" }).click();
    await bad.getByText("It loses. This is how Player 1 is beaten:").waitFor({ timeout: working });
    await bad.getByText("Source: by the solver").waitFor();
    const steps = bad.locator(".exercise-line button");
    assert.ok((await steps.count()) >= 2);
    assert.equal(await steps.first().innerText(), "5-8");
    await steps.nth(1).click();
    assert.equal(await steps.nth(1).getAttribute("aria-current"), "step");
    assert.deepEqual(await axeFindings(page), []);
    await bad.getByRole("button", { name: "Back to the position" }).click();
    // By the strategy's move to White's replies, and over an answer.
    const first = await chosen.locator(".proof-move").innerText();
    await chosen.locator(".proof-move").click();
    await claim(page).getByText("and Player 1’s strategy answers every one.").waitFor();
    await page.locator(".proof-answer").first().click();
    await page.locator(".proof-path li:nth-child(4) a[aria-current]").waitFor();
    const link = await page.getByLabel("Link to this position").inputValue();
    assert.match(link, new RegExp(`#proof=suicide-6&side=black&moves=${first},\\d+[-x]\\d+,\\d+[-x]\\d+$`));
    const path = await page.locator(".proof-path").innerText();
    // A visitor with the link, and after a reload.
    const other = await stage.visitor();
    for (const visit of [() => other.goto(link), () => other.reload()]) {
      await visit();
      await other.locator(".proof-path li:nth-child(4) a[aria-current]").waitFor({ timeout: working });
      assert.equal(await other.locator(".proof-path").innerText(), path);
    }
    // The other promise, at the same node.
    await other.getByRole("radio", { name: /Why Player 2 never loses/ }).check();
    await other.waitForURL(/side=white&moves=/);
    // Back by the keyboard.
    await page.locator("body").press("[");
    await page.locator(".proof-path li:nth-child(3) a[aria-current]").waitFor();
    assert.equal(await page.locator(".proof-path li").count(), 3);
  });

  test("on a phone, by the board, in other languages", { viewport: phone }, async (stage) => {
    const page = await stage.open("proof=antidraughts-6");
    const chosen = page.locator(".proof-moves > .chosen .proof-move");
    await chosen.waitFor({ timeout: working });
    assert.ok(await fits(page), "nothing is wider than the phone");
    assert.deepEqual(await axeFindings(page), []);
    const [from, to] = (await chosen.innerText()).split("-");
    for (const square of [from, to]) {
      await page.locator(`.proof-board [data-square="${square}"]`).focus();
      await page.keyboard.press("Enter");
    }
    await page.waitForURL(new RegExp(`moves=${from}-${to}$`));
    await claim(page).getByText("answers every one").waitFor();
    for (const [locale, words] of [
      ["nl-NL", "Nog niet gecontroleerd"],
      ["de-DE", "Noch nicht geprüft"],
    ]) {
      const other = await stage.open("proof=antidraughts-6", { viewport: phone, locale });
      await verifier(other).getByRole("heading", { name: words }).waitFor();
      assert.ok(await fits(other), `${locale}: nothing is wider than the phone`);
    }
  });

  test("the list, and addresses that lead nowhere", async (stage) => {
    const page = await stage.open("proof");
    await page.locator(".proof-list .tile").nth(12).waitFor();
    assert.equal(await page.locator(".proof-list .tile").count(), 13);
    assert.deepEqual(await axeFindings(page), []);
    await page.goto(`${stage.program.address}#proof=antifrisian-6&moves=1-18`);
    await page.getByRole("alert").getByText("1-18").waitFor({ timeout: working });
    await page.getByRole("link", { name: "To the start of the proof" }).click();
    await rows(page).first().waitFor();
    await page.goto(`${stage.program.address}#proof=english`);
    await page.getByRole("alert").getByText("There is no proof of english here.").waitFor();
    await page.getByRole("link", { name: "All proofs" }).click();
    await page.locator(".proof-list .tile").first().waitFor();
  });
});

suite("proofs of one’s own", (test, program) => {
  test("a damaged file is named, with what to do; one that proves nothing shows where it fails", async (stage) => {
    mkdirSync(join(program.data, "proofs"));
    const damaged = certificate("antidraughts-6");
    damaged[700] ^= 1;
    writeFileSync(join(program.data, "proofs", "antidraughts-6.proof"), damaged);
    const page = await stage.open("proof=antidraughts-6");
    await page
      .getByText(
        /The file proofs\/antidraughts-6\.proof in your data folder cannot be used \(.*\)\. Delete it, or make it/,
      )
      .waitFor({ timeout: working });
    await rows(page).first().waitFor();

    writeFileSync(join(program.data, "proofs", "antifrisian-6.proof"), await failing(program, "antifrisian-6"));
    await page.goto(`${stage.program.address}#proof=antifrisian-6`);
    await page.getByRole("alert").getByText("The board shows the position that fails.").waitFor({ timeout: working });
    await page.getByRole("button", { name: "Verify" }).click();
    await verifier(page).getByRole("heading", { name: "Not proven" }).waitFor({ timeout: working });
    await verifier(page)
      .getByText(/nothing is proven|positions this one was still new/)
      .waitFor();
    assert.equal(await verifier(page).getByText("Verified", { exact: true }).count(), 0);
    assert.deepEqual(await axeFindings(page), []);
  });
});
