// The board: a drawing in SVG, and above it one focusable cell for each square. It knows no rules.
import type { TargetedKeyboardEvent, TargetedMouseEvent } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useLook } from "../context";
import type { Ink, Shape } from "../logic/drawing";
import type { Known } from "../protocol";
import { placeOf, rowsOf, squareName, stepTo, type Cells } from "./geometry";
import { arrowPath, Shapes } from "./shapes";
import { usePointer } from "./use_pointer";

export interface Marks {
  /** The man in hand: a full ring. */
  selected?: number;
  /** Where it can go: dots. */
  targets?: readonly number[];
  /** The value of going there, where it is known: a sign instead of the dot. */
  known?: ReadonlyMap<number, Known>;
  /** Men that must capture: dashed rings. */
  capturing?: readonly number[];
  /** Squares of the last move, in order. */
  last?: readonly number[];
  /** Squares that were clicked on the way of a longer move. */
  way?: readonly number[];
  /** Squares to look at after a mistake: they flash. */
  warn?: readonly number[];
  /** How often there was a mistake: with each they flash anew. */
  warnings?: number;
  /** An arrow along these squares. */
  arrow?: readonly number[];
  /** Further ones, thinner. */
  others?: readonly (readonly number[])[];
  /** Another along those of a move that was a mistake. */
  wrong?: readonly number[];
  /** A man that was just crowned. */
  crowned?: number;
  /** What people drew. */
  shapes?: readonly Shape[];
}

/** A piece under way: that of `from` is drawn at `at`; it gets there in `ms`. Ghosts are captured but not yet gone. */
export interface Motion {
  from: number;
  at: number;
  ms: number;
  ghosts: readonly number[];
}

export interface BoardViewProps {
  board: string;
  cells: Cells;
  size: number;
  label: string;
  names?: readonly string[] | null;
  flipped?: boolean;
  numbers?: boolean;
  marks?: Marks;
  motion?: Motion | null;
  /** Without it the board is a picture. */
  onSquare?: (square: number) => void;
  /** May this piece be dragged? */
  canDrag?: (square: number) => boolean;
  onDrag?: (from: number) => void;
  /** `to` is 0 outside the board. */
  onDrop?: (from: number, to: number) => void;
  /** With the second mouse button; and with the first, or a finger, in the colour `ink`. */
  onDraw?: (shape: Shape) => void;
  ink?: Ink | null;
  /** More words for the name of a square. */
  describe?: (square: number) => string;
  /** More keys, for example a letter that puts down a piece. Returns whether it was used. */
  onKey?: (key: string, square: number) => boolean;
}

const unit = 100; // of the drawing, for one square
const none: readonly number[] = [];
const noShapes: readonly Shape[] = [];

const crown = "M-23 15h46l5-29-15 11L0-21-13-3l-15-11Z";

export function Piece({ piece }: { piece: string }) {
  const black = piece === "b" || piece === "B";
  const king = piece === "B" || piece === "W";
  return (
    <g class={black ? "man black" : "man white"}>
      <ellipse class="cast" cx="0" cy="5" rx="39" ry="39" />
      <circle class="body" r="38" />
      <circle class="ring" r={king ? 32 : 28} />
      {king ? <path class="crown" d={crown} /> : <circle class="ring inner" r="15" />}
    </g>
  );
}

/** One piece as a small picture, for names and palettes. */
export function PieceIcon({ piece, size = 22 }: { piece: string; size?: number }) {
  return (
    <svg class="piece-icon" viewBox="-46 -46 92 92" width={size} height={size} aria-hidden="true" focusable="false">
      <Piece piece={piece} />
    </svg>
  );
}

const signs = { win: "M-12 0h24M0-12v24", draw: "M-11-6h22M-11 6h22", loss: "M-12 0h24" };

/** A win, a draw or a loss by its sign, around the origin of a drawing. */
export function ValueMark({ value }: { value: Known["value"] }) {
  return (
    <g class={`value-mark ${value}`}>
      <circle r="26" />
      <path d={signs[value]} />
    </g>
  );
}

/** The same as a small picture beside words. */
export function ValueIcon({ value }: { value: Known["value"] }) {
  return (
    <svg class="value-icon" viewBox="-30 -30 60 60" width="20" height="20" aria-hidden="true" focusable="false">
      <ValueMark value={value} />
    </svg>
  );
}

function Mover({ piece, x, y, ms }: { piece: string; x: number; y: number; ms: number }) {
  const ref = useRef<SVGGElement>(null);
  const before = useRef<[number, number]>([x, y]);
  useLayoutEffect(() => {
    const [oldX, oldY] = before.current;
    before.current = [x, y];
    if (ms > 0 && (oldX !== x || oldY !== y))
      ref.current?.animate(
        [{ transform: `translate(${oldX}px, ${oldY}px)` }, { transform: `translate(${x}px, ${y}px)` }],
        { duration: ms, easing: "cubic-bezier(.35,.1,.3,1)" },
      );
  }, [x, y, ms]);
  return (
    <g ref={ref} class="mover" style={{ transform: `translate(${x}px, ${y}px)` }}>
      <Piece piece={piece} />
    </g>
  );
}

export function BoardView(props: BoardViewProps) {
  const { board, cells, size, label, names, flipped = false, numbers = false, marks = {}, motion, onSquare } = props;
  const { text } = useLook();
  const rows = useMemo(() => rowsOf(cells, size, flipped), [cells, size, flipped]);
  const [focus, setFocus] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const pieceOf = (square: number) => board[square - 1] ?? "e";
  const grips = (square: number) => pieceOf(square) !== "e" && (props.canDrag?.(square) ?? false);
  const pointer = usePointer(frame, size * unit, { ...props, canDrag: grips });
  const { drag, sketch } = pointer;

  const centre = (square: number): [number, number] => {
    const [row, column] = placeOf(cells, size, square, flipped);
    return [(column + 0.5) * unit, (row + 0.5) * unit];
  };
  const squares = cells.map((_, index) => index + 1);
  const {
    selected = 0,
    targets = none,
    capturing = none,
    last = none,
    way = none,
    warn = none,
    arrow,
    others = [],
    wrong,
    crowned = 0,
    shapes = noShapes,
  } = marks;
  const ghosts = motion?.ghosts ?? none;
  const hidden = drag ? drag.from : motion ? motion.from : 0;

  const drawing = (
    <svg
      class="board-drawing"
      viewBox={`0 0 ${size * unit} ${size * unit}`}
      aria-hidden={onSquare ? "true" : undefined}
      role={onSquare ? undefined : "img"}
      aria-label={onSquare ? undefined : label}
      focusable="false"
    >
      <rect class="light" width={size * unit} height={size * unit} />
      {squares.map((square) => {
        const [x, y] = centre(square);
        return <rect key={square} class="dark" x={x - unit / 2} y={y - unit / 2} width={unit} height={unit} />;
      })}
      {[...new Set(last)].map((square) => {
        const [x, y] = centre(square);
        return (
          <g key={`last${square}`} class="last">
            <rect x={x - 50} y={y - 50} width="100" height="100" />
            <path
              d={`${numbers ? "" : `M${x - 44} ${y - 24}v-20h20`}M${x + 24} ${y - 44}h20v20M${x + 44} ${y + 24}v20h-20M${x - 24} ${y + 44}h-20v-20`}
            />
          </g>
        );
      })}
      {numbers &&
        squares.map((square) => {
          const [x, y] = centre(square);
          return (
            <text key={square} class="number" x={x - 47} y={y - 34}>
              {squareName(names, square)}
            </text>
          );
        })}
      {squares.map((square) => {
        const piece = pieceOf(square);
        if (piece === "e" || square === hidden) return null;
        const [x, y] = centre(square);
        const classes = ["place", ghosts.includes(square) && "ghost", square === crowned && "crowned"]
          .filter(Boolean)
          .join(" ");
        return (
          <g key={`${square}${piece}`} class={classes} transform={`translate(${x} ${y})`}>
            <Piece piece={piece} />
          </g>
        );
      })}
      {capturing.map((square) => {
        if (square === selected || square === hidden) return null;
        const [x, y] = centre(square);
        return <circle key={`c${square}`} class="mark capturing" cx={x} cy={y} r="44" />;
      })}
      {selected > 0 && selected !== hidden && (
        <circle class="mark selected" cx={centre(selected)[0]} cy={centre(selected)[1]} r="43" />
      )}
      {way.map((square, index) => {
        const [x, y] = centre(square);
        return (
          <g key={`w${index}`} class="mark way">
            <rect x={x - 20} y={y - 20} width="40" height="40" transform={`rotate(45 ${x} ${y})`} />
            <text x={x} y={y + 9}>
              {index + 1}
            </text>
          </g>
        );
      })}
      {targets.map((square) => {
        const [x, y] = centre(square);
        const onPiece = pieceOf(square) !== "e" && square !== hidden;
        const value = marks.known?.get(square)?.value;
        return (
          <g key={`t${square}`} transform={`translate(${x} ${y})`}>
            {(onPiece || !value) && (
              <circle class={onPiece ? "mark target around" : "mark target"} r={onPiece ? 46 : 17} />
            )}
            {value && (
              <g transform={onPiece ? "translate(26 26) scale(.75)" : undefined}>
                <ValueMark value={value} />
              </g>
            )}
          </g>
        );
      })}
      {warn.map((square) => {
        const [x, y] = centre(square);
        return <circle key={`x${square} ${marks.warnings}`} class="mark warn" cx={x} cy={y} r="44" />;
      })}
      {others.map((path, index) => (
        <path key={`o${index}`} class="mark arrow other" d={arrowPath(path.map(centre))} />
      ))}
      {wrong && wrong.length > 1 && <path class="mark arrow wrong" d={arrowPath(wrong.map(centre))} />}
      {arrow && arrow.length > 1 && <path class="mark arrow" d={arrowPath(arrow.map(centre))} />}
      <Shapes shapes={sketch ? [...shapes, sketch] : shapes} centre={centre} />
      {motion && !drag && (
        <Mover
          key={`m${motion.from}`}
          piece={pieceOf(motion.from)}
          x={centre(motion.at)[0]}
          y={centre(motion.at)[1]}
          ms={motion.ms}
        />
      )}
      {drag && <Mover key="drag" piece={pieceOf(drag.from)} x={drag.x} y={drag.y} ms={0} />}
    </svg>
  );
  if (!onSquare) return <div class="board">{drawing}</div>;

  const describe = (square: number): string => {
    const piece = pieceOf(square) as "b" | "w" | "B" | "W" | "e";
    const words = [squareName(names, square), text.board.pieces[piece]];
    if (square === selected) words.push(text.board.selected);
    if (targets.includes(square)) words.push(text.board.target);
    if (capturing.includes(square)) words.push(text.board.mustCapture);
    if (last.includes(square)) words.push(text.board.lastMove);
    const more = props.describe?.(square);
    if (more) words.push(more);
    return words.join(", ");
  };
  const tabStop =
    focus || selected || capturing[0] || squares.find((square) => props.canDrag?.(square)) || rows.flat()[0] || 1;

  const onClick = (event: TargetedMouseEvent<HTMLDivElement>) => {
    const square = pointer.onClick(event);
    if (square) setFocus(square);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const square = Number((event.target as HTMLElement).dataset["square"] ?? 0);
    if (!square) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onSquare(square);
      return;
    }
    const next = stepTo(rows, square, event.key);
    if (next === square) {
      if (event.key.startsWith("Arrow") || props.onKey?.(event.key, square)) event.preventDefault();
      return;
    }
    event.preventDefault();
    setFocus(next);
    frame.current?.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus();
  };

  return (
    <div class="board" ref={frame}>
      {drawing}
      <div
        class={props.ink ? "board-cells drawing" : "board-cells"}
        role="grid"
        aria-label={label}
        aria-rowcount={size}
        aria-colcount={size}
        onPointerDown={pointer.onPointerDown}
        onPointerMove={pointer.onPointerMove}
        onPointerUp={pointer.endPress}
        onPointerCancel={pointer.endPress}
        onContextMenu={pointer.onContextMenu}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        {rows.map((row, index) => (
          <div key={index} role="row" aria-rowindex={index + 1}>
            {row.map((square) => {
              const [atRow, atColumn] = placeOf(cells, size, square, flipped);
              return (
                <div
                  key={square}
                  role="gridcell"
                  data-square={square}
                  data-name={squareName(names, square)}
                  data-piece={pieceOf(square)}
                  class={props.onDrop && grips(square) ? "cell grip" : "cell"}
                  tabIndex={square === tabStop ? 0 : -1}
                  aria-colindex={atColumn + 1}
                  aria-selected={square === selected}
                  aria-label={describe(square)}
                  style={{
                    left: `${(100 * atColumn) / size}%`,
                    top: `${(100 * atRow) / size}%`,
                    width: `${100 / size}%`,
                    height: `${100 / size}%`,
                  }}
                  onFocus={() => setFocus(square)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
