// The start of a game as a small picture: three shapes, however many squares and men there are.
import type { GameInfo } from "../protocol";
import { placeOf } from "./geometry";

const unit = 10; // of the drawing, for one square
const radius = 4;

export function MiniBoard({ game }: { game: Pick<GameInfo, "start" | "cells" | "size"> }) {
  const { start, cells, size } = game;
  const squares = cells.map((_, index) => {
    const [row, column] = placeOf(cells, size, index + 1, false);
    return { x: column * unit, y: row * unit, piece: start[index] };
  });
  const dark = squares.map(({ x, y }) => `M${x} ${y}h${unit}v${unit}h-${unit}z`).join("");
  const men = (piece: string) =>
    squares
      .filter((square) => square.piece === piece)
      .map(
        ({ x, y }) =>
          `M${x + unit / 2 - radius} ${y + unit / 2}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 -${2 * radius} 0`,
      )
      .join("");
  return (
    <svg class="mini-board" viewBox={`0 0 ${size * unit} ${size * unit}`} aria-hidden="true" focusable="false">
      <rect class="light" width={size * unit} height={size * unit} />
      <path class="dark" d={dark} />
      <path class="black" d={men("b")} />
      <path class="white" d={men("w")} />
    </svg>
  );
}
