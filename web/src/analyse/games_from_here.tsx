// Many games from one position by two strategies: what is asked for, and the results while they are played.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { Charts } from "../lab/charts";
import { Lengths } from "../lab/lengths";
import { useRun } from "../lab/use_run";
import { useNumbers } from "../lab/words";
import * as logic from "../logic/run";
import { Button, Dialog, Select } from "../parts/parts";
import { PlayerPicker } from "../parts/player_picker";
import { playerFor, readPlayer } from "../players";
import type { GameInfo } from "../protocol";
import "../styles/charts.css";

const counts = ["100", "1000", "10000"] as const;
const randomMoves = ["0", "2", "4", "6"] as const;

interface GamesDialogProps {
  game: GameInfo;
  fen: string;
  onStarted: (run: string) => void;
  onClose: () => void;
}

export function GamesDialog({ game, fen, onStarted, onClose }: GamesDialogProps) {
  const app = useApp();
  const { hello, link, failed, text } = app;
  const t = text.analysis.games;
  const { number } = useNumbers();
  const inLab = hello.strategies.filter(({ lab }) => lab);
  const usual = playerFor(inLab, game, game.opponent);
  const first = inLab.some(({ name }) => name === readPlayer(usual).name) ? usual : (inLab[0]?.name ?? "");
  const [players, setPlayers] = useState<readonly [string, string]>([first, first]);
  const [count, setCount] = useState<(typeof counts)[number]>("1000");
  const [random, setRandom] = useState<(typeof randomMoves)[number]>("0");
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    link
      .request("lab.start", {
        plan: {
          games: [game.name],
          players: [...players],
          count: Number(count),
          fen,
          ...(random === "0" ? { openings: "start" } : { openings: "random", plies: Number(random) }),
        },
      })
      .then(({ run }) => onStarted(run.id), failed)
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      title={t.title}
      close={text.app.close}
      onClose={onClose}
      actions={
        <Button kind="main" icon="play" disabled={busy} onClick={start}>
          {t.start(number(Number(count)))}
        </Button>
      }
    >
      <div class="games-form">
        <p class="soft">{t.lead}</p>
        <div class="games-players">
          <PlayerPicker
            label={t.first}
            game={game}
            value={players[0]}
            onChange={(player) => setPlayers(([, other]) => [player, other])}
            lab
          />
          <PlayerPicker
            label={t.second}
            game={game}
            value={players[1]}
            onChange={(player) => setPlayers(([other]) => [other, player])}
            lab
          />
        </div>
        <div class="games-players">
          <Select
            label={t.count}
            value={count}
            options={counts.map((one) => [one, number(Number(one))] as const)}
            onChange={setCount}
          />
          <Select
            label={t.random}
            value={random}
            options={randomMoves.map((one) => [one, one === "0" ? t.none : one] as const)}
            onChange={setRandom}
            help={t.randomHelp}
          />
        </div>
      </div>
    </Dialog>
  );
}

interface GamesSheetProps {
  run: string;
  onClose: () => void;
}

/** The results of the run as they come in. */
export function GamesSheet({ run: id, onClose }: GamesSheetProps) {
  const app = useApp();
  const t = app.text.analysis.games;
  const { number, percent } = useNumbers();
  const { run, problem } = useRun(id);
  const cell = run?.cells[0];
  if (!run || !cell)
    return (
      <section class="sheet games-sheet" aria-label={t.title}>
        <p role={problem ? "alert" : "status"}>{problem?.text ?? app.text.laboratory.loading}</p>
      </section>
    );
  const running = run.state === "running";
  const games = logic.gamesOf(cell);
  const names = logic.playerNames(run.players);
  const share = (part: number) => percent(part / Math.max(games, 1));
  return (
    <section class="sheet games-sheet" aria-labelledby="games-from-here">
      <div class="sheet-head">
        <h2 id="games-from-here">{t.heading(number(run.planned))}</h2>
        <Button small kind="quiet" icon="close" label={t.close} onClick={onClose} />
      </div>
      <progress max={Math.max(1, run.planned)} value={run.done} aria-label={app.text.laboratory.progress} />
      <div class="games-state">
        <span class="soft">{app.text.laboratory.done(number(run.done), number(run.planned))}</span>
        {running && (
          <Button
            small
            icon="pause"
            onClick={() => void app.link.request("lab.stop", { run: run.id }).catch(app.failed)}
          >
            {t.stop}
          </Button>
        )}
        <a href={`#lab=${run.id}`}>{t.toLab}</a>
      </div>
      {run.problem && <p class="alert">{app.say(run.problem)}</p>}
      <p role="status" class={running ? "unseen" : ""}>
        {!running && games > 0 && t.result(names[0] ?? "", share(cell.won), share(cell.drawn), share(cell.lost))}
      </p>
      {games > 0 && (
        <>
          <Charts run={run} game={cell.game} />
          <Lengths cells={run.cells} game={cell.game} />
        </>
      )}
    </section>
  );
}
