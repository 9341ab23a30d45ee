// Computers play each other: each game to its end, and play, pause, step and speed.
import assert from "node:assert/strict";
import { moves, newGame, note, over, pickPlayer, playFrom, untilMoves } from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const games = [
  {
    card: "Mini-checkers",
    first: ["Player 1", "mini-ab", { Level: 1 }],
    second: ["Player 2", "random"],
    summary: /^Mini-checkers, Mini-ab, level 1 against Random\.$/,
  },
  {
    card: "English checkers",
    first: ["Black", "steps"],
    second: ["White", "random"],
    summary: /^English checkers 8×8, Steps against Random\.$/,
  },
  {
    card: "Suicide checkers",
    size: "6×6",
    first: ["Player 1", "edge"],
    second: ["Player 2", "scatter"],
    summary: /^Suicide checkers 6×6, Edge against Scatter\.$/,
  },
  {
    card: "Suicide checkers",
    size: "12×12",
    first: ["Player 1", "random"],
    second: ["Player 2", "scatter"],
    summary: /^Suicide checkers 12×12, Random against Scatter\.$/,
  },
  {
    card: "King-me checkers",
    first: ["Black", "alphabeta", { Depth: 3 }],
    second: ["White", "random"],
    summary: /^King-me checkers, Alphabeta, depth 3 against Random\.$/,
  },
  {
    card: "International draughts",
    first: ["White", "engine", { Level: 1 }],
    second: ["Black", "random"],
    summary: /^International draughts 10×10, Balsa, level 1 against Random\.$/,
  },
];
const speed = (page, words) => page.getByLabel("Speed").selectOption({ label: words });
const button = (page, name) => page.locator(".runner").getByRole("button", { name, exact: true });

async function watch(page, { card, size, first: [begins, ...one], second: [answers, ...other], summary }) {
  await newGame(page, {
    card,
    size,
    way: "Watch computers",
    summary,
    choose: async () => {
      await pickPlayer(page, `${begins} (moves first)`, ...one);
      await pickPlayer(page, answers, ...other);
    },
  });
}

suite("computers play each other", (test) => {
  for (const game of games)
    test(`${game.card} ${game.size ?? ""}`.trim() + " to the end", async (stage) => {
      const page = await stage.open();
      await watch(page, game);
      await speed(page, "fastest");
      await button(page, "Play").click();
      await over(page).waitFor({ timeout: 60_000 });
      assert.match(await over(page).innerText(), /^(Draw|(Black|White|Player [12]) wins)/);
      assert.ok((await moves(page)).length > 8);
      assert.equal(await button(page, "Play").isDisabled(), true);
    });

  test("King-me checkers: a double kill by the computer", async (stage) => {
    // Its only way to win at once: the king takes both men in one hop.
    const page = await playFrom(stage, "kingme", "B:W14,18:BK9", "Watch computers", (form) =>
      pickPlayer(form, "Black (moves first)", "minimax", { Depth: 2 }),
    );
    await button(page, "Play").click();
    await over(page).waitFor();
    assert.deepEqual(await moves(page), ["9x23"]);
    assert.match(await over(page).innerText(), /^Black wins/);
  });

  test("play, pause, step and speed", async (stage) => {
    const page = await stage.open();
    await watch(page, games[1]);
    assert.match(await note(page).innerText(), /^Paused\./);
    await button(page, "One move").click();
    await untilMoves(page, 1);
    await button(page, "One move").click();
    await untilMoves(page, 2);
    await note(page).filter({ hasText: "Paused." }).waitFor();
    assert.equal((await moves(page)).length, 2, "a step is one move");

    await speed(page, "fast");
    await button(page, "Play").click();
    await untilMoves(page, 5);
    await button(page, "Pause").click();
    await note(page).filter({ hasText: "Paused." }).waitFor();
    const stopped = (await moves(page)).length;
    await button(page, "One move").click();
    await untilMoves(page, stopped + 1);
    assert.equal((await moves(page)).length, stopped + 1, "nothing moved while it was paused");

    await speed(page, "slow");
    const begun = Date.now();
    await button(page, "Play").click();
    await untilMoves(page, stopped + 3);
    assert.ok(Date.now() - begun >= 2000, "two seconds lie between slow moves");
    await speed(page, "fastest");
    await over(page).waitFor({ timeout: 30_000 });
  });
});
