// Arrows and coloured squares that people draw on a position, kept as commands in its comment: [%csl G18,Rc3] [%cal G1115]. Pure.
import { squareName } from "../board/geometry";

/** Green, red, blue and yellow, by the letters of the commands. */
export const inks = ["G", "R", "B", "Y"] as const;
export type Ink = (typeof inks)[number];

/** An arrow, or a coloured square where it ends on the square it begins on. */
export interface Shape {
  ink: Ink;
  from: number;
  to: number;
}

export const mostShapes = 40; // on one position

export const isSquare = ({ from, to }: Shape): boolean => from === to;

const command = /\[%(csl|cal)\s+([^\]]*)\]/gi;
const square = "(\\d{1,2}|[a-z]\\d{1,2})";
const squareItem = new RegExp(`^([GRBY])${square}$`, "i");
// Two squares by number need two digits each, or a sign between them.
const arrowItem = new RegExp(
  `^([GRBY])(?:(\\d{2})(\\d{2})|${square}[-x]${square}|([a-z]\\d{1,2})([a-z]\\d{1,2}))$`,
  "i",
);

/** What is drawn on a position. Items that cannot be read, or name no square of the board, are left out. */
export function readShapes(comment: string, names: readonly string[] | null, squares: number): Shape[] {
  const numberOf = (name: string | undefined): number => {
    if (!name) return 0;
    const at = /^\d+$/.test(name) ? Number(name) : (names ?? []).indexOf(name.toLowerCase()) + 1;
    return at <= squares ? at : 0;
  };
  let shapes: Shape[] = [];
  for (const [, kind, items = ""] of comment.matchAll(command))
    for (const item of items.split(/[,\s]+/)) {
      const found = item.match(kind?.toLowerCase() === "csl" ? squareItem : arrowItem);
      if (!found) continue;
      const ink = found[1]?.toUpperCase() as Ink;
      const ends = found.slice(2).filter(Boolean).map(numberOf);
      const [from = 0, to = from] = ends;
      // The same thing twice is one thing, in the last colour.
      if (from > 0 && to > 0)
        shapes = [...shapes.filter((shape) => shape.from !== from || shape.to !== to), { ink, from, to }];
    }
  return shapes.slice(0, mostShapes);
}

/** The comment with these shapes in place of those it had. */
export function withShapes(comment: string, shapes: readonly Shape[], names: readonly string[] | null): string {
  const name = (at: number) => squareName(names, at).padStart(2, "0");
  const all = (kind: string, some: readonly Shape[]) => {
    const items = some.map(({ ink, from, to }) => ink + name(from) + (from === to ? "" : name(to)));
    return items.length > 0 ? `[%${kind} ${items.join(",")}]` : "";
  };
  const rest = comment.replace(command, " ").replace(/\s+/g, " ").trim();
  return [
    rest,
    all("csl", shapes.filter(isSquare)),
    all(
      "cal",
      shapes.filter((shape) => !isSquare(shape)),
    ),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Drawn once more in the same colour it goes away; in another it changes its colour. */
export function toggledShape(shapes: readonly Shape[], { ink, from, to }: Shape): Shape[] {
  const same = shapes.find((shape) => shape.from === from && shape.to === to);
  const others = shapes.filter((shape) => shape !== same);
  return same?.ink === ink || others.length >= mostShapes ? others : [...others, { ink, from, to }];
}

/** With the mouse: green; red with Shift or Ctrl, blue with Alt, yellow with both. */
export function inkOf(keys: { shiftKey: boolean; ctrlKey: boolean; altKey: boolean }): Ink {
  const red = keys.shiftKey || keys.ctrlKey;
  return red ? (keys.altKey ? "Y" : "R") : keys.altKey ? "B" : "G";
}
