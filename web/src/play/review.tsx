// Where the game turned: the moves that gave something away, each with better ones.
import { useMemo } from "preact/hooks";
import { ValueIcon } from "../board/board";
import { useApp } from "../context";
import { piecesAhead } from "../logic/known";
import { countOf, isWhole, turns, undecided } from "../logic/review";
import { Button } from "../parts/parts";
import type { MoveNode, Table } from "../protocol";

interface ReviewProps {
  table: Table;
  /** The node that the page shows. */
  at: number;
  /** Goes to where this move was chosen. */
  onChoose: (node: MoveNode) => void;
  onStart: () => void;
  onStop: () => void;
  onClose: () => void;
}

export function ReviewList({ table, at, onChoose, onStart, onStop, onClose }: ReviewProps) {
  const { text } = useApp();
  const t = text.play.review;
  const { review } = table;
  const found = useMemo(() => (review ? turns(table, review) : []), [review, table]);
  const open = useMemo(() => (review ? undecided(table, review) : []), [review, table]);
  if (!review) return null;
  const { state, moves, of } = review;
  const words =
    state === "working"
      ? t.working(moves.length, of)
      : state === "stopped"
        ? t.stopped(moves.length, of)
        : t.done(found.length);
  return (
    <div class="review" role="group" aria-label={t.title}>
      <div class="review-head">
        <p aria-live="polite">{state === "working" ? t.begun : words}</p>
        {state === "working" && (
          <Button small onClick={onStop}>
            {t.stop}
          </Button>
        )}
        {state !== "working" && !isWhole(table, review, at) && (
          <Button small icon="again" onClick={onStart}>
            {t.again}
          </Button>
        )}
        <Button small kind="quiet" icon="close" label={t.close} onClick={onClose} />
      </div>
      {state === "working" && <progress max={of} value={moves.length} aria-label={words} />}
      {/* The keyboard can scroll it, also when there is nothing to choose. */}
      <div class="review-list" tabIndex={0} role="region" aria-label={t.title}>
        <ul>
          {found.map(({ node, ply, before, after, better }) => (
            <li key={node.id}>
              <button
                type="button"
                class="mistake"
                aria-current={at === node.parent ? "true" : undefined}
                onClick={() => onChoose(node)}
              >
                <ValueIcon value={after.value} />
                <span>
                  <b>
                    {countOf(ply)} {node.text}
                  </b>{" "}
                  <span>{t.turned(before.value, after.value, piecesAhead(before), piecesAhead(after))}</span>
                  <small>{t.better(better.join(", "))}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {open.length > 0 && (
          <p class="soft">{t.undecided(open.map(({ node, ply }) => `${countOf(ply)} ${node.text}`).join(", "))}</p>
        )}
      </div>
    </div>
  );
}
