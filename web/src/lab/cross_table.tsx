// Everybody against everybody in one game.
import { useLook } from "../context";
import * as logic from "../logic/run";
import type { Results } from "../logic/run";
import { Name, useNumbers } from "./words";

interface CrossTableProps {
  run: Results;
  game: string;
  cell: number | null;
  choose: (cell: number) => void;
}

export function CrossTable({ run, game, cell, choose }: CrossTableProps) {
  const { laboratory: text } = useLook().text;
  const { number, percent, interval } = useNumbers();
  const names = logic.playerNames(run.players);
  const totals = new Map(logic.standingsOf(run, game).map((row) => [row.player, row]));
  const square = (row: number, column: number) => {
    if (row === column) return <td key={column} class="self" aria-label={text.same} />;
    const met = logic.meeting(run, game, row, column);
    if (!met) return <td key={column} class="self" aria-label={text.never} />;
    if (logic.gamesOf(met) === 0)
      return (
        <td key={column}>
          <span class="none">{text.notYet}</span>
        </td>
      );
    const index = met.cell;
    const counts = `${number(met.won)} / ${number(met.drawn)} / ${number(met.lost)}`;
    return (
      <td key={column} class={`tint-${logic.tintOf(met.score[0])}`}>
        <button type="button" aria-pressed={cell === index} onClick={() => choose(index)}>
          <span class="unseen">{text.against(names[row]!, names[column]!)}</span>
          <b>{percent(met.score[0])}</b>
          <small>{interval(met.score[1], met.score[2])}</small>
          <span class="unseen">{text.counted}</span>
          <small>{counts}</small>
          <span class="unseen">{text.showGames}</span>
        </button>
      </td>
    );
  };
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={text.crossTable}>
      <table class="cross">
        <caption>{text.crossCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{text.player}</th>
            {names.map((name, index) => (
              <th key={name} scope="col" aria-label={name} title={name}>
                {index + 1}
              </th>
            ))}
            <th scope="col">{text.all}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name, row) => {
            const total = totals.get(row);
            return (
              <tr key={name}>
                <th scope="row">
                  <span class="order">{row + 1}</span> <Name>{name}</Name>
                </th>
                {names.map((_, column) => square(row, column))}
                <td class="total">{total && logic.gamesOf(total) > 0 ? percent(total.score[0]) : "–"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
