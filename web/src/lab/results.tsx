// The results of a run: what the laboratory and a report have in common.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { titleOf, useLook } from "../context";
import * as logic from "../logic/run";
import type { Results } from "../logic/run";
import { Select } from "../parts/parts";
import { Charts, Numbers, Sizes } from "./charts";
import { CrossTable } from "./cross_table";
import { Standings } from "./standings";

interface RunResultsProps {
  run: Results;
  /** The games of a pairing, which was chosen in the cross table. */
  games: (cell: number, close: () => void) => ComponentChildren;
}

export function RunResults({ run, games }: RunResultsProps) {
  const look = useLook();
  const text = look.text.laboratory;
  const [chosen, setChosen] = useState("");
  const [cell, setCell] = useState<number | null>(null);
  const game = run.games.includes(chosen) ? chosen : (run.games[0] ?? "");
  const sizes = logic.sizeCharts(run, look.games);
  return (
    <>
      <Standings run={run} />
      <section class="panel" aria-labelledby="run-game">
        <div class="panel-head">
          <h2 id="run-game">{titleOf(look, game)}</h2>
          {run.games.length > 1 && (
            <Select
              inline
              label={text.showGame}
              value={game}
              options={run.games.map((name) => [name, titleOf(look, name)] as const)}
              onChange={(name) => {
                setChosen(name);
                setCell(null);
              }}
            />
          )}
        </div>
        <div class="game-columns">
          <CrossTable run={run} game={game} cell={cell} choose={setCell} />
          <Charts run={run} game={game} />
        </div>
        {cell !== null && games(cell, () => setCell(null))}
        <Numbers run={run} game={game} />
      </section>
      {sizes.length > 0 && <Sizes charts={sizes} />}
      <details class="panel plan-text">
        <summary>{text.planText}</summary>
        <pre lang="en">{run.plan}</pre>
      </details>
    </>
  );
}
