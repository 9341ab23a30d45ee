// The report of a run: what the laboratory shows of it, in one file that needs no program.
import { titleOf, useLook } from "../context";
import { RunResults } from "../lab/results";
import { runTitle, useNumbers } from "../lab/words";
import * as logic from "../logic/run";
import { sentenceOf } from "../messages";
import { endsOf, type Report } from "./data";
import { ReplayList } from "./replay";

export function ReportPage({ run }: { run: Report | null }) {
  const look = useLook();
  const text = look.text.laboratory;
  const { number } = useNumbers();
  if (!run) return <p class="waiting">{text.report.empty}</p>;
  return (
    <main class="lab">
      <div class="laboratory run page">
        <header class="panel run-head">
          <p class="crumb">Crownhead · {text.report.made}</p>
          <div class="panel-head">
            <h1>{runTitle(look, run)}</h1>
            <span class={`state ${run.state}`}>{text.states[run.state]}</span>
          </div>
          <dl class="facts">
            <div>
              <dt>{text.factGames}</dt>
              <dd>{text.done(number(run.done), number(run.planned))}</dd>
            </div>
            <div>
              <dt>{text.factTime}</dt>
              <dd>{logic.durationText(run.seconds, look.language)}</dd>
            </div>
          </dl>
        </header>
        <RunResults run={run} games={(cell, close) => <ReplayList key={cell} run={run} cell={cell} close={close} />} />
        {run.games.map((game) => (
          <Details key={game} run={run} game={game} />
        ))}
      </div>
    </main>
  );
}

/** How the games of one kind ended, and how long the players thought. */
function Details({ run, game }: { run: Report; game: string }) {
  const look = useLook();
  const text = look.text.laboratory;
  const { number } = useNumbers();
  const names = logic.playerNames(run.players);
  const ends = endsOf(run.cells, game);
  const seconds = (value: number) =>
    `${new Intl.NumberFormat(look.language, { maximumSignificantDigits: 2 }).format(value)} s`;
  const timed = run.cells.filter((cell) => cell.game === game && cell.seconds_per_move && logic.gamesOf(cell) > 0);
  if (ends.length === 0 && timed.length === 0) return null;
  return (
    <details class="panel">
      <summary>{titleOf(look, game)}</summary>
      <h3>{text.report.ends}</h3>
      <ul>
        {ends.map(([reason, count]) => (
          <li key={reason}>
            {text.report.end(sentenceOf(look.language, `reason.${reason}`) ?? reason, number(count))}
          </li>
        ))}
      </ul>
      <h3>{text.report.time}</h3>
      <ul>
        {timed.flatMap((cell) =>
          [cell.first, cell.second].map((player, side) => (
            <li key={`${cell.first} ${cell.second} ${side}`}>
              {text.report.seconds(
                `${names[cell.first]} – ${names[cell.second]}, ${names[player]}`,
                seconds(cell.seconds_per_move?.[side] ?? 0),
                seconds(cell.slowest_move?.[side] ?? 0),
              )}
            </li>
          )),
        )}
      </ul>
    </details>
  );
}
