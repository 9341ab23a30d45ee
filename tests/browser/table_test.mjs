// What one can do at a table besides moving: taking back, variations, ending a game, players, clocks, two pages.
import assert from "node:assert/strict";
import {
  cell,
  clickMove,
  currentMove,
  invited,
  more,
  moves,
  note,
  over,
  pickPlayer,
  pieces,
  playFrom,
  ready,
  tool,
  untilMoves,
} from "./support/game.mjs";
import { suite } from "./support/suite.mjs";

const walk = (page, name) => page.locator(".walk").getByRole("button", { name });
const dialog = (page) => page.getByRole("dialog");
const against = (strategy, options) => (form) => pickPlayer(form, "The computer plays", strategy, options);

async function start(stage, { way = "Two players", choose, game = "english" } = {}) {
  const page = await stage.open(`new=${game}`);
  await page.getByRole("radio", { name: way }).check();
  await choose?.(page);
  await page.getByRole("button", { name: "Start" }).click();
  await cell(page, 1).waitFor();
  return page;
}

async function play(page, ...texts) {
  const field = page.getByLabel("Type a move");
  for (const text of texts) {
    const listed = (await moves(page)).length;
    await field.fill(text);
    await field.press("Enter");
    await untilMoves(page, listed + 1);
  }
}

suite("at a table", (test) => {
  test("undo and redo after the end", async (stage) => {
    const page = await playFrom(stage, "english", "B:W18:B14");
    await clickMove(page, 14, 23);
    await over(page).waitFor();
    assert.match(await over(page).innerText(), /^Black wins/);
    assert.equal(await tool(page, "Redo").isDisabled(), true);
    await tool(page, "Undo").click();
    await note(page).filter({ hasText: "Black to move." }).waitFor();
    assert.deepEqual(await pieces(page), { 14: "b", 18: "w" });
    await tool(page, "Redo").click();
    await over(page).waitFor();
    assert.deepEqual(await pieces(page), { 23: "b" });
  });

  test("undo takes back your move and the answer", async (stage) => {
    const page = await start(stage, { way: "Against the computer", choose: against("random") });
    const before = await pieces(page);
    await clickMove(page, 11, 15);
    await ready(page, 1);
    assert.equal((await moves(page)).length, 2);
    await tool(page, "Undo").click();
    await page.locator(".moves .start[aria-current]").waitFor();
    assert.deepEqual(await pieces(page), before);
    assert.match(await note(page).innerText(), /^Your turn\./);
    await tool(page, "Redo").click();
    await page.locator(".moves .start:not([aria-current])").waitFor();
    assert.equal((await moves(page)).length, 2, "redo plays nothing new");
  });

  test("variations are kept; first, back, forward, last", async (stage) => {
    const page = await start(stage);
    await play(page, "11-15", "23-19", "8-11");
    await walk(page, "One move back").click();
    await walk(page, "One move back").click();
    await page.locator(".moves [aria-current]", { hasText: "11-15" }).waitFor();
    await play(page, "22-18", "15x22");
    assert.deepEqual(await page.locator(".variation .move").allInnerTexts(), ["22-18", "15x22"]);
    assert.deepEqual(await page.locator(".pair .move").allInnerTexts(), ["11-15", "23-19", "8-11"]);
    assert.equal(await currentMove(page), "15x22");
    await walk(page, "To the start").click();
    await page.locator(".moves .start[aria-current]").waitFor();
    assert.equal(await walk(page, "One move back").isDisabled(), true);
    await walk(page, "One move forward").click();
    await page.locator(".moves [aria-current]", { hasText: "11-15" }).waitFor();
    await walk(page, "One move forward").click();
    await page.locator(".moves [aria-current]", { hasText: "22-18" }).waitFor();
    await walk(page, "To the end").click();
    await page.locator(".moves [aria-current]", { hasText: "15x22" }).waitFor();
    assert.equal(await walk(page, "To the end").isDisabled(), true);
    await walk(page, "To the start").click();
    await page.locator(".moves .start[aria-current]").waitFor();
    await walk(page, "To the end").click(); // of the same variation
    await page.locator(".moves [aria-current]", { hasText: "15x22" }).waitFor();
    // By a click on a move of the other line.
    await page.locator(".moves .move", { hasText: "8-11" }).click();
    await page.locator(".moves [aria-current]", { hasText: "8-11" }).waitFor();
    assert.equal((await pieces(page))[19], "w");
  });

  test("going back against a computer: looking back is private, and it plays on from there when asked", async (stage) => {
    const page = await start(stage, { way: "Against the computer", choose: against("random") });
    await clickMove(page, 11, 15);
    await ready(page, 1);
    await walk(page, "One move back").click();
    await note(page).filter({ hasText: "It is the computer's turn here." }).waitFor();
    await cell(page, 9).click();
    await page.locator(".note.problem").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Play on from here" }).click();
    await note(page).filter({ hasText: "Your turn." }).waitFor();
  });

  test("resign, and go on after all", async (stage) => {
    const page = await start(stage, { way: "Against the computer", choose: against("random") });
    await clickMove(page, 11, 15);
    await ready(page, 1);
    const before = await pieces(page);
    await tool(page, "Resign").click();
    await dialog(page).getByRole("button", { name: "Play on" }).click();
    await tool(page, "Resign").click();
    await dialog(page).getByRole("button", { name: "Resign" }).click();
    await over(page).waitFor();
    assert.match(await over(page).innerText(), /^You lose .*resign/i);
    await cell(page, 9).click();
    await cell(page, 22).click();
    // Clicks after the end do nothing: the result and the rematch stay.
    assert.match(await over(page).innerText(), /^You lose .*resign/i);
    assert.equal(await page.locator(".note").getByRole("button", { name: "Rematch", exact: true }).isVisible(), true);
    assert.doesNotMatch(await page.locator(".log").innerText(), /The game is over/);
    await tool(page, "Undo").click();
    await note(page).filter({ hasText: "Your turn." }).waitFor();
    assert.deepEqual(await pieces(page), before);
  });

  test("clicking square by square through a capture that one click has played", async (stage) => {
    const page = await playFrom(stage, "english", "B:W14,22,32:B9,1");
    await clickMove(page, 9, 18); // decides it: 9x18x25
    await untilMoves(page, 1);
    await cell(page, 25).click();
    await cell(page, 18).click();
    await note(page).filter({ hasText: "White to move." }).waitFor();
    assert.equal(await page.locator(".note.problem").count(), 0);
  });

  test("resign before the first move, and go on after all", async (stage) => {
    const page = await start(stage, { way: "Against the computer", choose: against("random") });
    assert.equal(await tool(page, "Undo").isDisabled(), true);
    await tool(page, "Resign").click();
    await dialog(page).getByRole("button", { name: "Resign" }).click();
    await over(page).waitFor();
    await tool(page, "Undo").click();
    await note(page).filter({ hasText: "Your turn." }).waitFor();
  });

  test("a draw that the computer refuses, and one that it accepts", async (stage) => {
    const engine = against("engine", { Level: 3 });
    const worse = await playFrom(stage, "english", "B:WK14,K15,K22,K23:B3,4", "Against the computer", engine);
    await more(worse, "Offer a draw");
    await worse.locator(".toast").filter({ hasText: "The computer declines the draw." }).waitFor();
    assert.equal(await over(worse).count(), 0);
    const better = await playFrom(stage, "english", "B:W29,30:BK14,K15,K18,K19", "Against the computer", engine);
    await more(better, "Offer a draw");
    await over(better).waitFor();
    assert.match(await over(better).innerText(), /^Draw/);
  });

  test("a draw between two players", async (stage) => {
    const page = await start(stage);
    const other = await invited(stage, page, "White");
    await more(page, "Offer a draw");
    const offered = note(other).filter({ hasText: "Black offers a draw." });
    await offered.getByRole("button", { name: "Play on" }).click();
    await note(other).filter({ hasText: "Black to move." }).waitFor();
    await clickMove(page, 11, 15);
    await note(page).filter({ hasText: "White to move." }).waitFor(); // a move withdraws it
    await more(other, "Offer a draw");
    await note(page).filter({ hasText: "White offers a draw." }).getByRole("button", { name: "Accept" }).click();
    for (const where of [page, other]) {
      await over(where).waitFor();
      assert.match(await over(where).innerText(), /^Draw/);
    }
  });

  test("rematch, also with sides swapped", async (stage) => {
    const page = await start(stage, { way: "Against the computer", choose: against("random") });
    const first = page.url();
    await tool(page, "Resign").click();
    await dialog(page).getByRole("button", { name: "Resign" }).click();
    await over(page).waitFor();
    await page.locator(".note").getByRole("button", { name: "Rematch", exact: true }).click();
    await page.waitForURL((url) => url.href !== first);
    await note(page).filter({ hasText: "Your turn." }).waitFor();
    assert.deepEqual(await moves(page), []);
    await more(page, "Rematch with sides swapped");
    await untilMoves(page, 1);
    await note(page).filter({ hasText: "Your turn." }).waitFor();
    assert.match(await page.locator('.strip[data-side="white"]').innerText(), /You/);
  });

  test("swap sides and change the level in the middle of a game", async (stage) => {
    const page = await start(stage, { way: "Against the computer", choose: against("engine", { Level: 1 }) });
    await more(page, "Swap sides");
    await untilMoves(page, 1);
    await ready(page, 0);
    assert.match(await page.locator('.strip[data-side="black"]').innerText(), /Balsa, level 1/);
    await more(page, "Change players");
    await dialog(page)
      .getByLabel(/^Level/)
      .fill("4");
    await dialog(page).getByRole("button", { name: "Apply" }).click();
    await page.locator('.strip[data-side="black"]').filter({ hasText: "Cherry, level 4" }).waitFor();
    assert.equal((await moves(page)).length, 1, "the game goes on where it was");
  });

  test("clocks with increment", async (stage) => {
    const begun = Date.now();
    const page = await start(stage, {
      choose: async (form) => {
        await form.getByText("More: clock, name").click();
        await form.getByLabel("Clock").selectOption({ label: "3 minutes + 2 s" });
        await form.getByLabel("Name of the game").fill("Blitz");
        assert.match(await form.locator(".summary p").first().innerText(), /3 minutes \+ 2 s\.$/);
      },
    });
    assert.equal(await page.locator("h1").innerText(), "Blitz");
    const left = async (side) => {
      const [minutes, seconds] = (await page.locator(`.strip[data-side="${side}"] .clock`).innerText())
        .split(":")
        .map(Number);
      return 60 * minutes + seconds;
    };
    assert.equal(await left("white"), 180);
    await clickMove(page, 11, 15);
    await untilMoves(page, 1);
    const black = await left("black");
    const used = (Date.now() - begun) / 1000; // more than Black has used, however slow the machine is
    assert.ok(black <= 182 && black >= 182 - used - 1, `two seconds were added: ${black} left after ${used}`);
    await clickMove(page, 22, 18);
    await untilMoves(page, 2);
    const before = [await left("black"), await left("white")];
    // The clock of the side to move runs; the other stands.
    await page.waitForFunction((most) => {
      const [minutes, seconds] = document.querySelector('.strip[data-side="black"] .clock').innerText.split(":");
      return 60 * Number(minutes) + Number(seconds) <= most;
    }, before[0] - 1);
    assert.equal(await left("white"), before[1]);
  });

  test("a clock that runs out", async (stage) => {
    const page = await stage.open();
    // The form has no clock as short as this one.
    const id = await page.evaluate(
      () =>
        new Promise((done) => {
          const line = new WebSocket(`ws://${location.host}/ws`, "crownhead.2");
          line.onmessage = ({ data }) => {
            const frame = JSON.parse(data);
            const human = { kind: "human" };
            if (frame.event === "hello")
              line.send(
                JSON.stringify({
                  id: 1,
                  do: "new",
                  game: "english",
                  black: human,
                  white: human,
                  clock: { seconds: 2, increment: 0 },
                }),
              );
            if (frame.re !== 1) return;
            line.close();
            done(frame.ok.table.id);
          };
        }),
    );
    await page.goto(`${stage.program.address}#t=${id}&sit`);
    await cell(page, 1).waitFor();
    await clickMove(page, 11, 15);
    await over(page).waitFor();
    assert.match(await over(page).innerText(), /^Black wins White has run out of time and loses/);
    assert.equal(await page.locator('.strip[data-side="white"] .clock').innerText(), "0:00.0");
  });

  test("a hint that comes too late says nothing", async (stage) => {
    const page = await start(stage);
    await tool(page, "Hint").click();
    await clickMove(page, 11, 15);
    await untilMoves(page, 1);
    // The next one is for the new position.
    await tool(page, "Hint").click();
    await page.locator(".note.hinting").waitFor();
    assert.deepEqual(await page.locator(".toast").allInnerTexts(), []);
  });

  test("two pages on the same game", async (stage) => {
    const one = await start(stage);
    const other = await invited(stage, one, "White");
    await clickMove(one, 11, 15);
    await untilMoves(other, 1);
    await clickMove(other, 22, 18);
    await untilMoves(one, 2);
    assert.deepEqual(await pieces(one), await pieces(other));
    await tool(other, "Take back").click();
    await note(one).getByRole("button", { name: "Agree" }).click();
    await note(other).filter({ hasText: "Your turn." }).waitFor();
    await note(one).filter({ hasText: "White to move." }).waitFor();
    assert.deepEqual(await pieces(one), await pieces(other));
  });

  test("the computer's thinking: clock, log, search; the referee says whose turn it is", async (stage) => {
    const page = await start(stage, {
      way: "Against the computer",
      choose: against("engine", { Level: 10, Seconds: 2 }),
    });
    await clickMove(page, 11, 15);
    await note(page).filter({ hasText: "is thinking" }).waitFor();
    await cell(page, 22).click();
    await page.locator(".note.problem").filter({ hasText: "You can't move, it is the computer's turn." }).waitFor();
    await page.locator(".search .expects").waitFor();
    const search = await page.locator(".search").innerText();
    assert.match(search, /depth\s+\d+/);
    assert.match(search, /score\s+[+-]?\d+\.\d+/);
    assert.match(search, /nodes\s+\d/);
    assert.match(search, /It expects: +\d+[-x]\d+/i);
    assert.match(await page.locator('.strip[data-side="white"] .clock').innerText(), /^\d\.\d s$/);
    await ready(page, 1);
    const log = await page.locator(".log").innerText();
    assert.match(log, /Referee\s+You can't move, it is the computer's turn\./);
    assert.match(log, /Engine \d+[-x]\d+: .* at depth \d+/);
  });

  test("nodes and prunings of a search that counts them", async (stage) => {
    const page = await start(stage, {
      way: "Against the computer",
      game: "mini",
      choose: against("mini-ab", { Level: 1 }),
    });
    await clickMove(page, 4, 7);
    await ready(page, 1);
    const search = await page.locator(".search").innerText();
    assert.match(search, /depth\s+7\b/);
    assert.match(search, /nodes\s+\d/);
    assert.match(search, /cutoffs \(max \/ min\)\s+[\d.k ]+ \/ \d/);
  });
});
