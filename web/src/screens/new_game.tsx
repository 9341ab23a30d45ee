// Who plays the chosen game, on which board, who moves first; a summary, and Start.
import { useEffect, useState } from "preact/hooks";
import { fullTitle, gameSummary, gameTitle, useApp } from "../context";
import { BoardView } from "../board/board";
import { readFen } from "../board/geometry";
import { useProblem } from "../parts/hooks";
import { Button, Choice, Field, Select } from "../parts/parts";
import { RulesDialog } from "../parts/dialogs";
import { PlayerPicker } from "../parts/player_picker";
import { playerFor, playerTitle, sideTitle } from "../players";
import type { GameInfo, Side } from "../protocol";
import { keepSecrets } from "../seats";
import { otherSide } from "../state";
import type { Words } from "../words";
import "../styles/new_game.css";

/** What is wrong with the position of an address: the program says it. */
function usePositionProblem(game: GameInfo, fen: string): Words | null {
  const { link, why, say } = useApp();
  const [problem, setProblem] = useProblem();
  useEffect(() => {
    setProblem(null);
    if (!fen) return;
    let here = true;
    link.request("read", { text: fen, game: game.name }).then(
      ({ games: [found] }) => here && setProblem(found?.error ? { text: say(found.error, game) } : null),
      (error: unknown) => here && setProblem(why(error, game)),
    );
    return () => {
      here = false;
    };
  }, [link, why, say, game, fen, setProblem]);
  return problem;
}

type Way = "computer" | "people" | "watch";
type First = "you" | "computer" | "lot";

const human: Side = { kind: "human" };

export function NewGameScreen({ name, fen, way: wanted }: { name: string; fen: string; way: string }) {
  const app = useApp();
  const { text, hello, link } = app;
  const t = text.newGame;
  const game = hello.games.find((one) => one.name === name) ?? hello.games[0]!;
  const sizes = hello.games.filter((other) => other.family === game.family).sort((a, b) => a.size - b.size);
  const [way, setWay] = useState<Way>(wanted === "people" || wanted === "watch" ? wanted : "computer");
  const [first, setFirst] = useState<First>("you");
  const [chosen, setOpponent] = useState(game.opponent);
  const [both, setPlayers] = useState({ black: game.opponent, white: game.opponent });
  // Perfect play on a small board does not go along to a large one.
  const opponent = playerFor(hello.strategies, game, chosen);
  const players = {
    black: playerFor(hello.strategies, game, both.black),
    white: playerFor(hello.strategies, game, both.white),
  };
  const [clock, setClock] = useState<keyof typeof t.clocks>("none");
  const [title, setTitle] = useState("");
  const [rules, setRules] = useState(false);
  const [busy, setBusy] = useState(false);

  const problem = usePositionProblem(game, fen);
  const given = fen ? readFen(fen, game.names, game.cells.length) : null;
  const board = given?.board ?? game.start;
  const begins = given?.turn ?? game.begins;
  const second = otherSide(begins);
  const goFirst = {
    you: t.youFirst(sideTitle(app, game, begins)),
    computer: t.youSecond(sideTitle(app, game, second)),
    lot: t.byLot,
  }[first];
  const who = {
    computer: `${playerTitle(app, opponent)}, ${goFirst}`,
    people: t.twoPeople,
    watch: t.versus(playerTitle(app, players[begins]), playerTitle(app, players[second])),
  }[way];

  const start = () => {
    const sides: Record<"black" | "white", Side> = { black: human, white: human };
    if (way === "computer") {
      const youBegin = first === "you" || (first === "lot" && Math.random() < 0.5);
      sides[youBegin ? second : begins] = { kind: "computer", player: opponent };
    } else if (way === "watch") {
      sides.black = { kind: "computer", player: players.black };
      sides.white = { kind: "computer", player: players.white };
    }
    const [seconds = 0, increment = 0] = clock === "none" ? [] : clock.split("+").map(Number);
    setBusy(true);
    link
      .request("new", {
        game: game.name,
        ...(fen ? { fen } : {}),
        ...sides,
        ...(clock === "none" ? {} : { clock: { seconds, increment } }),
        ...(title.trim() ? { name: title.trim() } : {}),
      })
      .then(({ table, secrets }) => {
        keepSecrets(table.id, secrets);
        app.navigate(`t=${table.id}`);
      })
      .catch((error: unknown) => {
        setBusy(false);
        app.failed(error);
      });
  };

  return (
    <form
      class="new-game"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <section class="new-board">
        <p class="new-back">
          <a href="#games">← {t.back}</a>
        </p>
        <h1>{gameTitle(app, game)}</h1>
        {game.reversed && <p class="loud">{text.rules.reversed}</p>}
        <p class="soft new-summary">{gameSummary(app, game)}</p>
        <div class="new-diagram">
          <BoardView board={board} cells={game.cells} size={game.size} label={text.board.label(fullTitle(app, game))} />
        </div>
        <Button icon="rules" onClick={() => setRules(true)}>
          {text.catalogue.rules}
        </Button>
      </section>
      <section class="new-choices panel">
        {problem && (
          <div class="alert stack" role="alert">
            <p>
              <b>{t.badPosition}</b> {problem.text}
            </p>
            <a href={`#new=${game.name}`}>{t.standardStart}</a>
          </div>
        )}
        {sizes.length > 1 && !fen && (
          <Choice
            label={t.size}
            value={game.name}
            onChange={(to) => app.navigate(`new=${to}`)}
            options={sizes.map((one) => [one.name, `${one.size}×${one.size}`])}
          />
        )}
        <Choice<Way>
          label={t.way}
          value={way}
          onChange={setWay}
          options={[
            ["computer", t.ways.computer],
            ["people", t.ways.people],
            ["watch", t.ways.watch],
          ]}
        />
        {way === "computer" && (
          <>
            <PlayerPicker label={t.opponent} game={game} value={opponent} onChange={setOpponent} />
            <Choice<First>
              label={t.first}
              value={first}
              onChange={setFirst}
              options={[
                ["you", t.you],
                ["computer", t.computer],
                ["lot", t.lot],
              ]}
            />
          </>
        )}
        {way === "watch" &&
          ([begins, second] as const).map((colour) => (
            <PlayerPicker
              key={colour}
              label={`${sideTitle(app, game, colour)}${colour === begins ? ` (${t.begins})` : ""}`}
              game={game}
              value={players[colour]}
              onChange={(player) => setPlayers({ ...players, [colour]: player })}
            />
          ))}
        <details>
          <summary>{t.more}</summary>
          <div class="stack">
            <Select
              label={t.clock}
              value={clock}
              onChange={setClock}
              options={Object.entries(t.clocks) as [keyof typeof t.clocks, string][]}
            />
            <Field label={t.name}>
              {(ids) => (
                <input
                  {...ids}
                  type="text"
                  maxLength={app.limits.name}
                  value={title}
                  onInput={(event) => setTitle(event.currentTarget.value)}
                />
              )}
            </Field>
          </div>
        </details>
        <div class="summary">
          <p aria-live="polite">
            <b>{fullTitle(app, game)}</b>
            {fen && ` (${t.position})`}, {who}
            {clock !== "none" && `, ${t.clocks[clock]}`}.
          </p>
          {game.reversed && <p class="warm">{t.reversed}</p>}
          <button class="button main big" type="submit" disabled={busy || problem !== null}>
            {t.start}
          </button>
        </div>
      </section>
      {rules && <RulesDialog game={game} onClose={() => setRules(false)} />}
    </form>
  );
}
