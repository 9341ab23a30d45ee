// The engine's lines: value, source, and moves that show their board when one points at them.
import { useApp } from "../context";
import { badgeOf, estimateText, exactValue, numberBefore, plainComment } from "../logic/analysis";
import { movesLeft, piecesAhead } from "../logic/known";
import { numberText } from "../logic/run";
import { Icon } from "../parts/icon";
import { Button } from "../parts/parts";
import type { AnalysisEvent, AnalysisLine } from "../protocol";
import { shortNumber } from "../state";

/** A position further down a line, on the board instead of the real one. */
export interface Preview {
  line: number;
  move: number;
  /** It stays until it is put away. */
  pinned: boolean;
}

interface LinesProps {
  event: AnalysisEvent | null;
  /** Who would move: for this side the values are. */
  side: string;
  /** Moves before the first of a line. */
  ply: number;
  wanted: number;
  preview: Preview | null;
  onPreview: (preview: Preview | null) => void;
  /** Adds the line up to this move to the moves; null where that is no use. */
  onKeep: ((line: AnalysisLine, move: number) => void) | null;
}

export function Lines({ event, side, ply, wanted, preview, onPreview, onKeep }: LinesProps) {
  const { text } = useApp();
  const t = text.analysis;
  const rows = Array.from({ length: Math.max(wanted, event?.lines.length ?? 0) }, (_, index) => event?.lines[index]);
  return (
    <ol class="lines" aria-label={t.lines} onPointerLeave={() => !preview?.pinned && onPreview(null)}>
      {rows.map((line, index) => (
        <li key={index}>
          {line ? (
            <>
              <Value line={line} side={side} />
              <div class="line-body">
                <p class="line-moves">
                  {line.moves.map((move, at) => {
                    const number = numberBefore(ply, at);
                    const on = preview?.line === index && preview.move === at;
                    return (
                      <span key={at}>
                        {number && <span class="count">{number}</span>}
                        <button
                          type="button"
                          class={at === 0 ? "line-move first" : "line-move"}
                          aria-pressed={on && preview.pinned}
                          onPointerMove={(pointer) => {
                            // A pointer that rests while lines come and go points at nothing.
                            const moved = pointer.movementX !== 0 || pointer.movementY !== 0;
                            if (pointer.pointerType === "mouse" && moved && !preview?.pinned && !on)
                              onPreview({ line: index, move: at, pinned: false });
                          }}
                          onFocus={() => !preview?.pinned && onPreview({ line: index, move: at, pinned: false })}
                          onBlur={() => !preview?.pinned && onPreview(null)}
                          onClick={() =>
                            onPreview(on && preview.pinned ? null : { line: index, move: at, pinned: true })
                          }
                        >
                          {move.text}
                        </button>
                      </span>
                    );
                  })}
                </p>
                <p class="line-source">
                  <Source line={line} />
                  {onKeep && (
                    <Button
                      small
                      kind="quiet"
                      icon="check"
                      label={t.keepLine(line.moves[0]?.text ?? "")}
                      onClick={() =>
                        onKeep(line, preview?.line === index && preview.pinned ? preview.move : line.moves.length - 1)
                      }
                    />
                  )}
                </p>
              </div>
            </>
          ) : (
            <span class="line-empty" aria-hidden="true" />
          )}
        </li>
      ))}
    </ol>
  );
}

function Value({ line: { exact, score, depth }, side }: { line: AnalysisLine; side: string }) {
  const { text } = useApp();
  const t = text.analysis;
  if (exact) return <b class={`line-value exact ${exact.value}`}>{t.values[exact.value]}</b>;
  if (score.kind === "estimate" || score.kind === "points")
    return (
      <b class="line-value" title={t.estimate(side, estimateText(score.value), depth)}>
        {estimateText(score.value)}
      </b>
    );
  return <b class="line-value">{t.values[score.kind]}?</b>;
}

function Source({ line }: { line: AnalysisLine }) {
  const { text, language } = useApp();
  const t = text.analysis;
  const badge = badgeOf(line);
  const { exact, score } = line;
  const how = exact ? text.play.known.move(exact.value, movesLeft(exact), piecesAhead(exact)) : "";
  if (badge.kind !== "depth")
    return (
      <>
        <span class="source exact">
          <Icon name="check" />
          {badge.kind === "proven" ? t.proven : t.endgameFile}
        </span>
        <span class="soft">{how}</span>
      </>
    );
  const found =
    score.kind === "win" || score.kind === "loss"
      ? t.found(score.kind, score.plies === null ? null : Math.ceil(score.plies / 2))
      : score.kind === "draw"
        ? t.foundDraw
        : "";
  return (
    <>
      <span class="source">{t.depth(numberText(badge.depth, language))}</span>
      <span class="soft">{plainComment(found)}</span>
    </>
  );
}

interface PreviewNoteProps {
  preview: Preview;
  line: AnalysisLine | undefined;
  onKeep: ((line: AnalysisLine, move: number) => void) | null;
  onBack: () => void;
}

/** Under the board while it shows a position further down a line. */
export function PreviewNote({ preview: { move: last, pinned }, line, onKeep, onBack }: PreviewNoteProps) {
  const t = useApp().text.analysis;
  const moves = (line?.moves ?? []).slice(0, last + 1).map((move) => move.text);
  return (
    <>
      <span>{t.after(moves.join(" "))}</span>
      {pinned && (
        <span class="note-buttons">
          {onKeep && line && (
            <Button small kind="main" onClick={() => onKeep(line, last)}>
              {t.keep}
            </Button>
          )}
          <Button small onClick={onBack}>
            {t.back}
          </Button>
        </span>
      )}
    </>
  );
}

/** "depth 21 · 2.1 M positions · 1.8 M/s" */
export function Effort({ event }: { event: AnalysisEvent | null }) {
  const { text } = useApp();
  const t = text.analysis;
  if (!event || event.nodes === 0) return <span class="soft">{event ? "" : t.begins}</span>;
  const speed = event.seconds > 0.05 ? ` · ${shortNumber(event.nodes / event.seconds)}/s` : "";
  return (
    <span class="soft effort">
      {t.positions(shortNumber(event.nodes))}
      {speed}
      {event.state === "done" && ` · ${t.done}`}
    </span>
  );
}

/** The value of the position in words. */
export function valueWords(
  event: AnalysisEvent | null,
  side: string,
  t: ReturnType<typeof useApp>["text"]["analysis"],
  known: ReturnType<typeof useApp>["text"]["play"]["known"],
): string {
  const exact = event && exactValue(event);
  if (exact) return known.position(side, exact.value, movesLeft(exact), piecesAhead(exact));
  const score = event?.lines[0]?.score;
  if (!event || !score) return t.noValue;
  if (score.kind === "estimate" || score.kind === "points")
    return t.estimate(side, estimateText(score.value), event.depth);
  return t.estimate(side, t.values[score.kind], event.depth);
}
