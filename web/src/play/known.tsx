// What is known of the position and of each of its moves: where few pieces are left, or the game is solved.
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { WorthIcon } from "../board/board";
import { squareName } from "../board/geometry";
import { useApp } from "../context";
import { bestFirst, moveNames, movesLeft, piecesAhead } from "../logic/known";
import { Button } from "../parts/parts";
import { sideTitle } from "../players";
import type { GameInfo, Table } from "../protocol";

interface KnownProps {
  table: Table;
  game: GameInfo;
  /** Plays the move of this index, as a click on the board would. */
  onPlay: (index: number) => void;
  /** Shows it on the board; -1: none. */
  onPoint: (index: number) => void;
}

export function KnownPanel({ table, game, onPlay, onPoint }: KnownProps) {
  const app = useApp();
  const { text, settings, change, toast } = app;
  const t = text.play.known;
  const { legal } = table;
  const names = useMemo(
    () => moveNames(legal, (square) => squareName(game.names, square), text.play.pass),
    [legal, game, text],
  );
  const order = useMemo(() => bestFirst(legal), [legal]);
  const known = settings.endgames ? table.known : null;
  const exact = settings.endgames && !known ? table.exact : null;
  const shown = known || exact;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.scrollTo(0, 0), [table.node]);
  const hide = () => {
    change({ endgames: false });
    toast(t.hidden, { label: t.show, run: () => change({ endgames: true }) });
  };
  // The words are always there, so that a reader hears them when they come.
  return (
    <div class={shown ? "known" : "unseen"} role={shown ? "group" : undefined} aria-label={shown ? t.panel : undefined}>
      <div class="known-head">
        <p aria-live="polite">
          {known && t.position(sideTitle(app, game, table.turn), known.value, movesLeft(known), piecesAhead(known))}
          {exact === "unknown" && t.tooHard}
        </p>
        {exact === "working" && <span class="soft">{t.working}</span>}
        {shown && <Button small kind="quiet" icon="close" label={t.hide} onClick={hide} />}
      </div>
      {shown && (
        <ul ref={list} onPointerLeave={() => onPoint(-1)}>
          {order.map((index, rank) => {
            const move = legal[index]?.known;
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
                  {move ? <WorthIcon value={move.value} /> : <span class="worth-icon" />}
                  <b>{names[index]}</b>{" "}
                  <span>
                    {move
                      ? t.move(move.value, movesLeft(move), piecesAhead(move))
                      : exact === "working"
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
