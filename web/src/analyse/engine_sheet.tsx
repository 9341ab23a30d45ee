// What the engine says of the position, and how much of it one wants to see.
import { useApp } from "../context";
import { Choice } from "../parts/parts";
import type { AnalysisEvent, AnalysisLine } from "../protocol";
import type { Words } from "../words";
import { Effort, Lines, type Preview } from "./lines";

interface EngineSheetProps {
  event: AnalysisEvent | null;
  problem: Words | null;
  state: "on" | "off" | "over" | "waiting";
  /** The other side is to move. */
  threat: boolean;
  /** Who would move. */
  side: string;
  ply: number;
  /** Lines that there can be. */
  most: number;
  lines: number;
  setLines: (lines: number) => void;
  threads: number;
  setThreads: (threads: number) => void;
  preview: Preview | null;
  onPreview: (preview: Preview | null) => void;
  onKeep: ((line: AnalysisLine, move: number) => void) | null;
}

export function EngineSheet(props: EngineSheetProps) {
  const { text, limits } = useApp();
  const t = text.analysis;
  const { event, problem, state, side, lines, threads } = props;
  const upTo = (most: number) => Array.from({ length: most }, (_, at) => [String(at + 1), at + 1] as const);
  return (
    <section class="sheet engine-sheet" aria-labelledby="engine">
      <div class="sheet-head">
        <h2 id="engine">{props.threat ? t.threatOf(side) : t.seenBy(side)}</h2>
        {state === "on" && !problem && <Effort event={event} />}
      </div>
      {state === "off" ? (
        <p class="soft">{t.off}</p>
      ) : problem ? (
        <p role="alert">{problem.text}</p>
      ) : state === "over" ? (
        <p class="soft">{t.over}</p>
      ) : (
        <Lines
          event={event}
          side={side}
          ply={props.ply}
          wanted={Math.min(lines, props.most)}
          preview={props.preview}
          onPreview={props.onPreview}
          onKeep={props.onKeep}
        />
      )}
      <div class="engine-choices">
        <Choice
          label={t.lineCount}
          value={String(lines)}
          options={upTo(limits.analysis.lines)}
          onChange={(value) => props.setLines(Number(value))}
        />
        {limits.analysis.threads > 1 && (
          <Choice
            label={t.threads}
            value={String(threads)}
            options={upTo(limits.analysis.threads)}
            onChange={(value) => props.setThreads(Number(value))}
          />
        )}
      </div>
    </section>
  );
}
