// The moves with their variations. Every move is a button that goes there.
import { Fragment } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useApp } from "../context";
import { glyphText, plainComment } from "../logic/analysis";
import { signOf } from "../logic/review";
import type { Glyph, GameInfo, MoveNode, MoveNote, Table } from "../protocol";
import { linesOf, type Line } from "../state";

interface MoveListProps {
  table: Table;
  game: GameInfo;
  /** The node that the page shows. */
  at: number;
  /** Moves that gave something away. */
  glyphs: ReadonlyMap<number, Glyph>;
  go: (node: number) => void;
  notes: ReadonlyMap<number, MoveNote>;
}

export function MoveList({ table, game, at, glyphs, go, notes }: MoveListProps) {
  const { text, say } = useApp();
  const frame = useRef<HTMLDivElement>(null);
  const line = useMemo(() => linesOf(table.nodes), [table.nodes]);
  useEffect(() => {
    const list = frame.current;
    const current = list?.querySelector<HTMLElement>("[aria-current]");
    if (!list || !current) return;
    const top = current.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = top - list.clientHeight / 2;
  }, [at, table.nodes.length]);

  const written = (id: number) => glyphText(notes.get(id)?.nags ?? []);
  const comment = (id: number) => {
    const words = plainComment(id === 0 ? table.notes.start : (notes.get(id)?.comment ?? ""));
    return words && <p class="comment">{words}</p>;
  };
  const sign = (glyph: Glyph | undefined) =>
    glyph &&
    glyph !== "none" && (
      <span class="turned">
        <span aria-hidden="true">{signOf[glyph]}</span>
        <span class="unseen"> {text.play.review.glyph[glyph]}</span>
      </span>
    );
  const move = (node: MoveNode) => (
    <button
      type="button"
      class="move"
      title={node.remark ? say(node.remark, game) : undefined}
      aria-current={node.id === at ? "true" : undefined}
      onClick={() => go(node.id)}
    >
      {node.from === 0 && node.hops.length === 0 ? text.play.pass.toLowerCase() : node.text}
      {written(node.id) ? <span class="nag">{written(node.id)}</span> : sign(glyphs.get(node.id))}
    </button>
  );
  const variation = (other: Line) => (
    <div class="variation" role="group" aria-label={text.play.variation}>
      {other.moves.map(({ node, instead }, index) => {
        const ply = other.ply + index;
        return (
          <Fragment key={node.id}>
            {(index === 0 || ply % 2 === 0) && (
              <span class="count">
                {Math.floor(ply / 2) + 1}.{ply % 2 ? ".." : ""}
              </span>
            )}
            {move(node)}
            {comment(node.id)}
            {instead.map(variation)}
          </Fragment>
        );
      })}
    </div>
  );
  const rows: Line["moves"][] = [];
  for (let ply = 0; ply < line.moves.length; ply += 2) rows.push(line.moves.slice(ply, ply + 2));
  return (
    <div class="moves" ref={frame}>
      <button type="button" class="move start" aria-current={at === 0 ? "true" : undefined} onClick={() => go(0)}>
        {text.play.start}
      </button>
      {comment(0)}
      {rows.length === 0 && <p class="soft">{text.play.noMoves}</p>}
      {rows.map((row, index) => (
        <Fragment key={index}>
          <div class="pair">
            <span class="count">{index + 1}.</span>
            {row.map(({ node }) => (
              <Fragment key={node.id}>{move(node)}</Fragment>
            ))}
          </div>
          {row.map(({ node }) => {
            const words = comment(node.id);
            return words && <Fragment key={`c${node.id}`}>{words}</Fragment>;
          })}
          {row.flatMap(({ instead }) =>
            instead.map((other) => <Fragment key={`v${other.moves[0]?.node.id}`}>{variation(other)}</Fragment>),
          )}
        </Fragment>
      ))}
    </div>
  );
}
