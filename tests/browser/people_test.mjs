// Two players at one board, each game from the first screen to its end; every move is clicked.
import assert from "node:assert/strict";
import {
  clickMove,
  newGame,
  over,
  pieces,
  playFrom,
  playToTheEnd,
  squaresCalled,
  untilMoves,
} from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

// The seeds give whole games that are not too long.
const games = [
  { card: "Mini-checkers", seed: 3, summary: /^Mini-checkers, two players\.$/ },
  { card: "English checkers", size: "8×8", seed: 3, summary: /^English checkers 8×8, two players\.$/ },
  { card: "Suicide checkers", size: "6×6", seed: 5, summary: /^Suicide checkers 6×6, two players\.$/ },
  { card: "Suicide checkers", size: "12×12", seed: 5, summary: /^Suicide checkers 12×12, two players\.$/ },
  { card: "King-me checkers", seed: 4, summary: /^King-me checkers, two players\.$/ },
  { card: "International draughts", seed: 4, summary: /^International draughts 10×10, two players\.$/ },
];

suite("two players play to the end", (test) => {
  for (const { card, size, seed, summary } of games)
    test(`${card} ${size ?? ""}`.trim(), async (stage) => {
      const page = await stage.open();
      await newGame(page, { card, size, way: "Two players", summary });
      const plies = await playToTheEnd(page, seed);
      assert.ok(plies > 8, `a whole game, not ${plies} plies`);
      assert.match(await over(page).innerText(), /^(Draw|(Black|White|Player [12]) wins)/);
      assert.equal(await page.getByRole("button", { name: "Rematch" }).first().isVisible(), true);
    });

  test("King-me checkers: a capture refused, then a double kill", async (stage) => {
    // The king on 9 could take 14 and 18 at once, but does not have to.
    const page = await playFrom(stage, "kingme", "B:W14,18,32:B1,K9");
    assert.deepEqual(await squaresCalled(page, "must capture"), []);
    await clickMove(page, 1, 5);
    await untilMoves(page, 1);
    await clickMove(page, 32, 28);
    await untilMoves(page, 2);
    await clickMove(page, 9, 23);
    await untilMoves(page, 3);
    assert.deepEqual(await pieces(page), { 5: "b", 23: "B", 28: "w" });
    await playToTheEnd(page, 1);
    assert.match(await over(page).innerText(), /^(Draw|(Black|White) wins)/);
  });
});
