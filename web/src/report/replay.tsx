// The games of a pairing in a report, each of which can be replayed.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardView } from "../board/board";
import { useLook } from "../context";
import { GameList } from "../lab/game_list";
import { useNumbers } from "../lab/words";
import * as logic from "../logic/run";
import { Button } from "../parts/parts";
import type { GameInfo } from "../protocol";
import { boardsOf, type Replay, type Report } from "./data";

export function ReplayList({ run, cell, close }: { run: Report; cell: number; close: () => void }) {
  const look = useLook();
  const text = look.text.laboratory;
  const { number } = useNumbers();
  const [shown, setShown] = useState<Replay | null>(null);
  useEffect(() => setShown(null), [cell]);
  const { game: name, first, second, won, drawn, lost } = run.cells[cell]!;
  const game = run.boards.find((one) => one.name === name);
  const names = logic.playerNames(run.players);
  const games = run.replays.filter((replay) => replay.cell === cell);
  if (!game) return null;
  return (
    <GameList
      pairing={[names[first]!, names[second]!]}
      caption={text.report.choose(number(games.length), number(won + drawn + lost))}
      games={games.map((replay) => ({
        number: replay.number,
        black: names[replay.black]!,
        white: names[replay.white]!,
        winner: replay.winner,
        end: look.say(replay.end, game),
        plies: replay.moves.length,
      }))}
      shown={shown?.number ?? null}
      open={(wanted) => setShown(games.find((replay) => replay.number === wanted) ?? null)}
      close={close}
      above={
        shown && (
          <Viewer
            key={shown.number}
            game={game}
            start={run.start ?? game.start}
            replay={shown}
            names={names}
            close={() => setShown(null)}
          />
        )
      }
    />
  );
}

interface ViewerProps {
  game: GameInfo;
  start: string;
  replay: Replay;
  names: readonly string[];
  close: () => void;
}

function Viewer({ game, start, replay, names, close }: ViewerProps) {
  const look = useLook();
  const { play, laboratory: text, board: boardText } = look.text;
  const { number } = useNumbers();
  const [at, setAt] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus(), []);
  const boards = useMemo(() => boardsOf(start, replay.moves), [start, replay]);
  const end = replay.moves.length;
  const go = (to: number) => setAt(Math.max(0, Math.min(end, to)));
  const made = replay.moves[at - 1];
  const last = made && made.from > 0 ? [made.from, ...made.hops.map(([to]) => to)] : [];
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  return (
    <div class="replay" ref={frame} tabIndex={-1} onKeyDown={onKeyDown}>
      <div class="replay-board">
        <p>{names[replay.black]}</p>
        <BoardView
          board={boards[at] ?? start}
          cells={game.cells}
          size={game.size}
          names={game.names}
          numbers
          label={boardText.label(`${number(at)} / ${number(end)}`)}
          marks={{ last }}
        />
        <p>{names[replay.white]}</p>
        <div class="row">
          <Button icon="first" label={play.first} disabled={at === 0} onClick={() => go(0)} />
          <Button icon="back" label={play.back} disabled={at === 0} onClick={() => go(at - 1)} />
          <Button icon="forward" label={play.forward} disabled={at === end} onClick={() => go(at + 1)} />
          <Button icon="last" label={play.last} disabled={at === end} onClick={() => go(end)} />
          <Button icon="close" kind="quiet" label={text.report.close} onClick={close} />
        </div>
        <p role="status">{at === end ? look.say(replay.end, game) : at < replay.opening ? text.report.opening : ""}</p>
      </div>
      <ol class="replay-moves" tabIndex={0} aria-label={play.tabs.moves}>
        {replay.moves.map((move, index) => (
          <li key={index}>
            {index % 2 === 0 && <span class="count">{index / 2 + 1}.</span>}
            <button
              type="button"
              class="move"
              aria-current={at === index + 1 ? "true" : undefined}
              onClick={() => go(index + 1)}
            >
              {move.from === 0 ? play.pass.toLowerCase() : move.text}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
