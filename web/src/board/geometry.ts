// Where squares stand on the screen. The program says in which row and column each number is; we turn and walk.

export type Cells = readonly (readonly [row: number, column: number])[];

/** Row and column on the screen. */
export function placeOf(cells: Cells, size: number, square: number, flipped: boolean): [row: number, column: number] {
  const [row, column] = cells[square - 1] ?? [0, 0];
  return flipped ? [size - 1 - row, size - 1 - column] : [row, column];
}

/** All squares row by row as they appear on the screen. */
export function rowsOf(cells: Cells, size: number, flipped: boolean): number[][] {
  const rows: number[][] = Array.from({ length: size }, () => []);
  cells.forEach((_, index) => rows[placeOf(cells, size, index + 1, flipped)[0]]?.push(index + 1));
  for (const row of rows) row.sort((a, b) => placeOf(cells, size, a, flipped)[1] - placeOf(cells, size, b, flipped)[1]);
  return rows;
}

/** The square an arrow key leads to: along a row to the next dark square, between rows to the one of the same order. */
export function stepTo(rows: number[][], square: number, key: string): number {
  const row = rows.findIndex((squares) => squares.includes(square));
  const order = rows[row]?.indexOf(square) ?? 0;
  const at = (r: number, o: number) => rows[r]?.[Math.min(o, rows[r].length - 1)] ?? square;
  switch (key) {
    case "ArrowLeft":
      return order > 0 ? at(row, order - 1) : square;
    case "ArrowRight":
      return at(row, order + 1);
    case "ArrowUp":
      return at(row - 1, order);
    case "ArrowDown":
      return at(row + 1, order);
    case "Home":
      return at(row, 0);
    case "End":
      return at(row, Infinity);
    case "PageUp":
      return at(0, order);
    case "PageDown":
      return at(rows.length - 1, order);
    default:
      return square;
  }
}

/** The square under a point of the window, on whichever board; 0 where there is none. */
export function squareAtPoint(x: number, y: number): number {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-square]");
  return Number(cell?.dataset["square"] ?? 0);
}

export function squareName(names: readonly string[] | null | undefined, square: number): string {
  return names?.[square - 1] ?? String(square);
}

/** What a FEN puts on the board and who is to move, for a picture of it; null if it is none. The program checks it. */
export function readFen(
  fen: string,
  names: readonly string[] | null,
  squares: number,
): { board: string; turn: "black" | "white" } | null {
  const [turn = "", ...parts] = fen.trim().replace(/\.$/, "").split(":");
  if (!/^[BW]$/i.test(turn) || parts.length !== 2) return null;
  const board = Array<string>(squares).fill("e");
  const numberOf = (name: string) =>
    /^\d+$/.test(name) ? Number(name) : (names ?? []).indexOf(name.toLowerCase()) + 1;
  for (const part of parts) {
    const side = part.charAt(0).toLowerCase();
    if (side !== "b" && side !== "w") return null;
    for (const item of part.slice(1).split(",").filter(Boolean)) {
      const king = item.startsWith("K");
      const [from = 0, to = from] = item
        .slice(king ? 1 : 0)
        .split("-")
        .map(numberOf);
      if (from < 1 || to < from || to > squares) return null;
      board.fill(king ? side.toUpperCase() : side, from - 1, to);
    }
  }
  return { board: board.join(""), turn: turn.toUpperCase() === "B" ? "black" : "white" };
}

/** How many men and kings of each colour stand on the board. */
export function countPieces(board: string): Record<"b" | "w" | "B" | "W", number> {
  const count = { b: 0, w: 0, B: 0, W: 0 };
  for (const piece of board) if (piece in count) count[piece as keyof typeof count]++;
  return count;
}
