// A person against the computer, each game from the first screen to its end.
import assert from "node:assert/strict";
import {
  clickMove,
  newGame,
  over,
  pickPlayer,
  pieces,
  playFrom,
  playToTheEnd,
  ready,
  squaresCalled,
  untilMoves,
} from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const opponent = (strategy, options) => (page) => pickPlayer(page, "The computer plays", strategy, options);
const first = (who) => (page) => page.getByRole("radio", { name: who, exact: true }).check();
const both =
  (...choices) =>
  async (page) => {
    for (const choose of choices) await choose(page);
  };

const games = [
  {
    card: "Mini-checkers",
    choose: opponent("mini-ab", { Level: 2 }),
    summary: /^Mini-checkers, Mini-ab, level 2, you move first \(Player 1\)\.$/,
  },
  {
    card: "English checkers",
    choose: both(opponent("minimax", { Depth: 2 }), first("The computer")),
    summary: /^English checkers 8×8, Minimax, depth 2, .*the computer moves first \(you are White\)\.$/,
  },
  {
    card: "Suicide checkers",
    size: "6×6",
    choose: opponent("edge"),
    summary: /^Suicide checkers 6×6, Edge, you move first \(Player 1\)\.$/,
  },
  {
    card: "Suicide checkers",
    size: "12×12",
    choose: opponent("scatter"),
    summary: /^Suicide checkers 12×12, Scatter, you move first/,
  },
  {
    card: "King-me checkers",
    choose: opponent("alphabeta", { Depth: 3 }),
    summary: /^King-me checkers, Alphabeta, depth 3, .*you move first \(Black\)\.$/,
  },
  {
    card: "International draughts",
    choose: both(opponent("engine", { Level: 2 }), first("Random")),
    summary: /^International draughts 10×10, Pine, level 2, a random side moves first\.$/,
  },
];

suite("a person plays the computer to the end", (test) => {
  for (const { card, size, choose, summary } of games)
    test(`${card} ${size ?? ""}`.trim(), async (stage) => {
      const page = await stage.open();
      await newGame(page, { card, size, way: "Against the computer", choose, summary });
      const plies = await playToTheEnd(page, 7);
      assert.ok(plies > 8, `a whole game, not ${plies} plies`);
      assert.match(await over(page).innerText(), /^(Draw|You win|You lose)/);
    });

  test("King-me checkers: a capture refused, then a double kill", async (stage) => {
    // White can move nothing but its king, so its men wait for the second chance to take them.
    const page = await playFrom(
      stage,
      "kingme",
      "B:W14,18,K29:B5,7,10,11,12,15,K9",
      "Against the computer",
      opponent("random"),
    );
    assert.deepEqual(await squaresCalled(page, "must capture"), []);
    await clickMove(page, 12, 16);
    await ready(page, 1);
    await clickMove(page, 9, 23);
    await untilMoves(page, 3);
    const left = await pieces(page);
    assert.deepEqual([left[23], left[14], left[18]], ["B", undefined, undefined]);
    await playToTheEnd(page, 5);
    assert.match(await over(page).innerText(), /^(Draw|You win|You lose)/);
  });
});
