// Exact values of the position and of each of its moves: where few pieces are left, or the game is solved.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { ValueIcon } from "../board/board";
import { squareName } from "../board/geometry";
import { useApp } from "../context";
import { bestFirst, moveNames, movesLeft, piecesAhead } from "../logic/known";
import { Button } from "../parts/parts";
import { sideTitle } from "../players";
import type { GameInfo, Table } from "../protocol";
import type { Exact } from "./use_exact";

interface KnownProps {
  table: Table;
  game: GameInfo;
  exact: Exact | null;
  onHide: () => void;
  /** Plays the move of this index, as a click on the board would. */
  onPlay: (index: number) => void;
  /** Shows it on the board; -1: none. */
  onPoint: (index: number) => void;
}

export function KnownPanel({ table, game, exact, onHide, onPlay, onPoint }: KnownProps) {
  const app = useApp();
  const { text } = app;
  const t = text.play.known;
  const { legal } = table;
  const names = useMemo(
    () => moveNames(legal, (square) => squareName(game.names, square), text.play.pass),
    [legal, game, text],
  );
  const values = useMemo(() => legal.map((_, index) => exact?.moves[index] ?? null), [legal, exact]);
  const order = useMemo(() => bestFirst(values), [values]);
  const known = exact?.known;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.scrollTo(0, 0), [table.node]);
  // The words are always there, so that a reader hears them when they come.
  return (
    <div class={exact ? "known" : "unseen"} role={exact ? "group" : undefined} aria-label={exact ? t.panel : undefined}>
      <div class="known-head">
        <p aria-live="polite">
          {known && t.position(sideTitle(app, game, table.turn), known.value, movesLeft(known), piecesAhead(known))}
          {exact?.state === "unknown" && t.tooHard}
        </p>
        {exact?.state === "working" && !known && <span class="soft">{t.working}</span>}
        {exact && <Button small kind="quiet" icon="close" label={t.hide} onClick={onHide} />}
      </div>
      {exact && (
        <ul ref={list} onPointerLeave={() => onPoint(-1)}>
          {order.map((index, rank) => {
            const value = values[index];
            return (
              <li key={rank}>
                <button
                  type="button"
                  class="known-move"
                  onClick={() => onPlay(index)}
                  onPointerEnter={() => onPoint(index)}
                  onFocus={() => onPoint(index)}
                  onBlur={() => onPoint(-1)}
                >
                  {value ? <ValueIcon value={value.value} /> : <span class="value-icon" />}
                  <b>{names[index]}</b>{" "}
                  <span>
                    {value
                      ? t.move(value.value, movesLeft(value), piecesAhead(value))
                      : exact.state === "working"
                        ? "…"
                        : t.unknown}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
