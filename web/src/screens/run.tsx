// One run of the laboratory: progress, results, its games and files.
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import { CellGames } from "../lab/cell_games";
import { RunResults } from "../lab/results";
import { RunHead } from "../lab/run_head";
import * as logic from "../logic/run";
import { useProblem, useStable } from "../parts/hooks";
import type { Run } from "../protocol";

function useRun(id: string) {
  const { link, why } = useApp();
  const [run, setRun] = useState<Run | null>(null);
  const [problem, setProblem] = useProblem();
  const [samples, setSamples] = useState<logic.Sample[]>([]);
  const take = useStable((changed: Run) => {
    setRun(changed);
    setProblem(null);
    setSamples((now) =>
      changed.state === "running" ? logic.sampled(now, { at: performance.now(), done: changed.done }) : [],
    );
  });
  useEffect(() => {
    let wanted = true;
    const open = () =>
      link.request("lab.open", { run: id }).then(
        (answer) => wanted && take(answer.run),
        (error: unknown) => wanted && setProblem(why(error)),
      );
    void open();
    const unsubscribe = link.listen((event) => {
      if (event === "up") void open();
      else if (event !== "down" && event.event === "run" && event.run.id === id) take(event.run);
    });
    return () => {
      wanted = false;
      unsubscribe();
    };
  }, [link, why, id, take, setProblem]);
  return { run, samples, problem, take };
}

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
