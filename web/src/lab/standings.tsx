// The players of a run in the order of their scores.
import { useLook } from "../context";
import * as logic from "../logic/run";
import type { Results } from "../logic/run";
import { Name, useNumbers } from "./words";

export function Standings({ run }: { run: Results }) {
  const { laboratory: text } = useLook().text;
  const { number, percent, interval } = useNumbers();
  const names = logic.playerNames(run.players);
  return (
    <section class="panel" aria-labelledby="run-standings">
      <h2 id="run-standings">{text.standings}</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label={text.standings}>
        <table class="numbers">
          <caption>{text.standingsCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.rank}</th>
              <th scope="col">{text.player}</th>
              <th scope="col">{text.score}</th>
              <th scope="col">{text.intervalColumn}</th>
              <th scope="col">{text.gamesColumn}</th>
              <th scope="col">{text.won}</th>
              <th scope="col">{text.drawn}</th>
              <th scope="col">{text.lost}</th>
            </tr>
          </thead>
          <tbody>
            {logic.standingsOf(run, null).map((row, index) => {
              const games = logic.gamesOf(row);
              return (
                <tr key={row.player}>
                  <td>{index + 1}</td>
                  <th scope="row">
                    <Name>{names[row.player]}</Name>
                  </th>
                  <td class="score">
                    {games === 0 ? (
                      "–"
                    ) : (
                      <>
                        <b>{percent(row.score[0])}</b>
                        <svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                          <rect class="rail" width="100" height="6" />
                          <rect class="fill" width={100 * row.score[0]} height="6" />
                        </svg>
                      </>
                    )}
                  </td>
                  <td>{games === 0 ? "–" : interval(row.score[1], row.score[2])}</td>
                  <td>{number(games)}</td>
                  <td>{number(row.won)}</td>
                  <td>{number(row.drawn)}</td>
                  <td>{number(row.lost)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
