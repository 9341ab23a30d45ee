// The engine's lines of a position, asked for as long as they are shown.
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import type { AnalysisEvent, GameInfo } from "../protocol";
import type { Words } from "../words";

export interface Wanted {
  on: boolean;
  lines: number;
  threads: number;
  /** What if the other side were to move? */
  threat: boolean;
}

/** `node`: null where there is nothing to analyse. */
export function useAnalysis(table: string, node: number | null, wanted: Wanted, game: GameInfo) {
  const { link, why } = useApp();
  const [event, setEvent] = useState<AnalysisEvent | null>(null);
  const [problem, setProblem] = useState<Words | null>(null);
  const { on, lines, threads, threat } = wanted;
  const asked = on && node !== null;
  useEffect(
    () =>
      link.listen((said) => {
        if (typeof said === "object" && said.event === "analysis" && said.table === table) setEvent(said);
      }),
    [link, table],
  );
  useEffect(() => {
    if (!asked) return;
    let here = true;
    const ask = () =>
      link.request("analyse", { table, node, lines, threads, threat }).then(
        () => here && setProblem(null),
        (error: unknown) => here && setProblem(why(error, game)),
      );
    setProblem(null);
    void ask();
    const stop = link.listen((said) => said === "up" && void ask());
    return () => {
      here = false;
      stop();
    };
  }, [link, table, node, lines, threads, threat, asked, why, game]);
  useEffect(() => {
    if (!asked) return;
    return () => {
      setEvent(null);
      setProblem(null);
      void link.request("stop-analysis", {}).catch(() => undefined);
    };
  }, [link, table, asked]);
  const current = asked && event?.node === node && event.threat === threat ? event : null;
  return { event: current, problem: asked ? problem : null };
}
