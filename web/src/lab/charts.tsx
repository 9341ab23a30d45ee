// The results of a run as charts and as numbers.
import { GroupedBars } from "../charts/grouped-bars";
import { ResultBars } from "../charts/result-bars";
import { gameTitle, useLook } from "../context";
import * as logic from "../logic/run";
import type { Results } from "../logic/run";
import { Name, useNumbers } from "./words";

export function Charts({ run, game }: { run: Results; game: string }) {
  const { laboratory: text } = useLook().text;
  const { number, percent, interval } = useNumbers();
  const results = logic.resultBars(run, game);
  const starters = logic.starterGroups(run, game, { first: text.movedFirst, second: text.movedSecond });
  const words = useGroupWords();
  if (results.length === 0) return <p class="soft">{text.noResults}</p>;
  return (
    <div class="charts">
      <ResultBars
        title={text.resultsTitle}
        bars={results}
        words={{
          won: text.legendWon,
          drawn: text.legendDrawn,
          lost: text.legendLost,
          interval: text.legendInterval,
          percent,
          number,
          sentence: ({ label, won, drawn, lost, score }) =>
            text.resultWords(
              label,
              number(won),
              number(drawn),
              number(lost),
              percent(score[0]),
              interval(score[1], score[2]),
            ),
        }}
      />
      <GroupedBars title={text.startersTitle} groups={starters} words={words} />
    </div>
  );
}

/** The score of the side that moves first, and everything that the charts show as numbers. */
export function Numbers({ run, game }: { run: Results; game: string }) {
  const { laboratory: text } = useLook().text;
  const { percent, interval } = useNumbers();
  const began = run.starters.find((one) => one.game === game)?.score;
  return (
    <>
      {began && <p class="soft">{text.firstMove(percent(began[0]), interval(began[1], began[2]))}</p>}
      <details class="in-numbers">
        <summary>{text.inNumbers}</summary>
        <Pairings run={run} game={game} />
      </details>
    </>
  );
}

function useGroupWords() {
  const { laboratory: text } = useLook().text;
  const { number, percent, interval } = useNumbers();
  return {
    percent,
    sentence: (group: logic.BarGroup, bar: logic.Bar) =>
      text.groupWords(group.label, bar.label, percent(bar.value), interval(bar.low, bar.high), number(bar.games)),
  };
}

export function Sizes({ charts }: { charts: logic.SizeChart[] }) {
  const look = useLook();
  const text = look.text.laboratory;
  const words = useGroupWords();
  return (
    <section class="panel" aria-labelledby="run-sizes">
      <h2 id="run-sizes">{text.bySize}</h2>
      <div class="charts">
        {charts.map(({ family, groups }) => (
          <GroupedBars
            key={family.family}
            title={text.sizesTitle(gameTitle(look, family))}
            groups={groups}
            words={words}
          />
        ))}
      </div>
    </section>
  );
}

function Pairings({ run, game }: { run: Results; game: string }) {
  const { laboratory: text } = useLook().text;
  const { number, percent, interval } = useNumbers();
  const names = logic.playerNames(run.players);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={text.inNumbers}>
      <table class="numbers">
        <caption>{text.pairingsCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{text.pairingColumn}</th>
            <th scope="col">{text.gamesColumn}</th>
            <th scope="col">{text.won}</th>
            <th scope="col">{text.drawn}</th>
            <th scope="col">{text.lost}</th>
            <th scope="col">{text.score}</th>
            <th scope="col">{text.elo}</th>
            <th scope="col">{text.meanPlies}</th>
          </tr>
        </thead>
        <tbody>
          {run.cells
            .filter((cell) => cell.game === game && logic.gamesOf(cell) > 0)
            .map((cell) => (
              <tr key={`${cell.first}-${cell.second}`}>
                <th scope="row">
                  <Name>{names[cell.first]}</Name> – <Name>{names[cell.second]}</Name>
                </th>
                <td>{number(logic.gamesOf(cell))}</td>
                <td>{number(cell.won)}</td>
                <td>{number(cell.drawn)}</td>
                <td>{number(cell.lost)}</td>
                <td>
                  <b>{percent(cell.score[0])}</b>
                  <small>{interval(cell.score[1], cell.score[2])}</small>
                </td>
                <td>
                  {logic.eloText(cell.elo[0])}
                  <small>{text.range(logic.eloText(cell.elo[1]), logic.eloText(cell.elo[2]))}</small>
                </td>
                <td>{number(cell.plies, 1)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
