// The line above and below the board: who sits there, what is left, and the clock.
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import { PieceIcon } from "../board/board";
import { countPieces } from "../board/geometry";
import { Icon } from "../parts/icon";
import { opponentWords, seatTitle, sideTitle } from "../players";
import type { Colour, GameInfo, Table } from "../protocol";
import { clockText } from "../state";

/** Seconds since `mark` changed; ticks ten times a second while `on`. */
function useSince(mark: unknown, on: boolean): number {
  const began = useRef({ mark, time: performance.now() });
  const [now, setNow] = useState(0);
  if (began.current.mark !== mark) began.current = { mark, time: performance.now() };
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [on]);
  return on ? Math.max(0, (now - began.current.time) / 1000) : 0;
}

function RealClock({ table, colour, name }: { table: Table; colour: Colour; name: string }) {
  const { text } = useApp();
  const running = table.clock?.running === colour && table.state !== "over" && table.state !== "paused";
  const since = useSince(table.clock, running);
  const left = (table.clock?.left[colour] ?? 0) - since;
  return (
    <span
      class={`clock${running ? " on" : ""}${left < 10 ? " short" : ""}`}
      role="timer"
      aria-label={text.play.clockOf(name)}
    >
      {clockText(left)}
    </span>
  );
}

function ThinkingClock({ table, colour, name }: { table: Table; colour: Colour; name: string }) {
  const { text } = useApp();
  const thinks = table.state === "thinking" && table.turn === colour;
  const mark = thinks ? `${table.node}` : "";
  const base = useRef({ mark: "", seconds: 0 });
  if (base.current.mark !== mark) base.current = { mark, seconds: table.thinking?.seconds ?? 0 };
  const since = useSince(mark, thinks) + base.current.seconds;
  const last = useRef(-1);
  if (thinks) last.current = since;
  if (last.current < 0) return null;
  return (
    <span
      class={`clock${thinks ? " on" : ""}`}
      role="timer"
      aria-label={text.play.thoughtOf(name)}
      title={thinks ? text.play.thinking : text.play.thought}
    >
      {last.current.toFixed(1)} s
    </span>
  );
}

interface StripProps {
  table: Table;
  game: GameInfo;
  colour: Colour;
  you: readonly Colour[];
  /** On the board, which may show an earlier position than the table has. */
  board: string;
  turn: Colour | null;
}

export function Strip({ table, game, colour, you, board, turn }: StripProps) {
  const app = useApp();
  const count = countPieces(board);
  const [men, kings] = colour === "black" ? [count.b, count.B] : [count.w, count.W];
  const name = seatTitle(app, game, table, you, colour);
  const seat = table[colour];
  const won = table.outcome?.winner === colour;
  const words = opponentWords(app, table, you, colour);
  const side = sideTitle(app, game, colour);
  return (
    <div class={`strip${turn === colour ? " turn" : ""}`} data-side={colour}>
      <PieceIcon piece={colour === "black" ? "b" : "w"} size={26} />
      <span class="who">
        <b>{name}</b>
        {seat.kind === "computer" && <Icon name="computer" />}
        {won && (
          <span class="won">
            <Icon name="check" />
          </span>
        )}
      </span>
      <span class="soft left">
        {name !== side && <span class="colour">{side} · </span>}
        {app.text.play.men(men, kings)}
        {table.seats[colour].shared && !table.seats[colour].present && ` · ${app.text.play.away}`}
      </span>
      {words && <q class="says">{words}</q>}
      {table.clock ? (
        <RealClock table={table} colour={colour} name={name} />
      ) : (
        seat.kind === "computer" && <ThinkingClock table={table} colour={colour} name={name} />
      )}
    </div>
  );
}
