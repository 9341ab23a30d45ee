// One run of the laboratory: progress, results, its games and files.
import { useApp } from "../context";
import { CellGames } from "../lab/cell_games";
import { RunResults } from "../lab/results";
import { RunHead } from "../lab/run_head";
import { useRun } from "../lab/use_run";

export function RunView({ id }: { id: string }) {
  const text = useApp().text.laboratory;
  const { run, samples, problem, take } = useRun(id);
  if (!run)
    return (
      <div class="laboratory page">
        <p>
          <a href="#lab">{text.allRuns}</a>
        </p>
        <p role={problem ? "alert" : "status"} class={problem ? "alert" : ""}>
          {problem?.text ?? text.loading}
        </p>
      </div>
    );
  return (
    <div class="laboratory run page">
      <RunHead run={run} samples={samples} onResumed={take} />
      <RunResults run={run} games={(cell, close) => <CellGames key={cell} run={run} cell={cell} close={close} />} />
    </div>
  );
}
