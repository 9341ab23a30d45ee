// A run of the laboratory as it goes on.
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import * as logic from "../logic/run";
import { useProblem, useStable } from "../parts/hooks";
import type { Run } from "../protocol";

export function useRun(id: string) {
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
