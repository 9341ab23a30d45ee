// The report of a run: what the laboratory shows of it, in one file that needs no program.
import { titleOf, useLook } from "../context";
import { Lengths } from "../lab/lengths";
import { RunResults } from "../lab/results";
import { runTitle, useNumbers } from "../lab/words";
import * as logic from "../logic/run";
import { sentenceOf } from "../messages";
import { endsOf, secondsText, type Report, type ReportCell } from "./data";
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

/** How the games of one kind ended, their lengths, forfeits, sequential tests, and how long the players thought. */
function Details({ run, game }: { run: Report; game: string }) {
  const look = useLook();
  const text = look.text.laboratory;
  const { number } = useNumbers();
  const names = logic.playerNames(run.players);
  const ends = endsOf(run.cells, game);
  const seconds = (value: number) => secondsText(value, look.language);
  const timed = run.cells.filter((cell) => cell.game === game && cell.seconds_per_move && logic.gamesOf(cell) > 0);
  const pairOf = ({ first, second }: ReportCell) => `${names[first]} – ${names[second]}`;
  const forfeits = run.cells.flatMap((cell) =>
    [cell.first, cell.second].flatMap((player, side) => {
      const count = cell.game === game ? (cell.forfeits?.[side] ?? 0) : 0;
      return count === 0
        ? []
        : [{ pair: pairOf(cell), player: names[player] ?? "?", count, example: cell.forfeit_example ?? "" }];
    }),
  );
  const tested = run.cells.flatMap((cell) =>
    cell.game === game && cell.sprt ? [{ pair: pairOf(cell), sprt: cell.sprt }] : [],
  );
  if (ends.length === 0 && timed.length === 0) return null;
  return (
    <details class="panel game-details">
      <summary>{titleOf(look, game)}</summary>
      <h3>{text.report.ends}</h3>
      <ul>
        {ends.map(([reason, count]) => (
          <li key={reason}>
            {text.report.end(
              reason === "forfeit" ? text.report.forfeit : (sentenceOf(look.language, `reason.${reason}`) ?? reason),
              number(count),
            )}
          </li>
        ))}
      </ul>
      <Lengths cells={run.cells} game={game} />
      {forfeits.length > 0 && (
        <>
          <h3>{text.report.forfeits}</h3>
          <ul>
            {forfeits.map(({ pair, player, count, example }) => (
              <li key={`${pair} ${player}`}>{text.report.lostBy(pair, player, number(count), example)}</li>
            ))}
          </ul>
        </>
      )}
      {tested.length > 0 && (
        <>
          <h3>{text.report.test}</h3>
          <ul>
            {tested.map(({ pair, sprt }) => (
              <li key={pair}>
                {text.report.verdict(
                  pair,
                  text.report.verdicts[sprt.verdict],
                  number(sprt.llr, 2),
                  number(sprt.lower, 2),
                  number(sprt.upper, 2),
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{text.report.time}</h3>
      <ul>
        {timed.flatMap((cell) =>
          [cell.first, cell.second].map((player, side) => (
            <li key={`${cell.first} ${cell.second} ${side}`}>
              {text.report.seconds(
                `${pairOf(cell)}, ${names[player]}`,
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
