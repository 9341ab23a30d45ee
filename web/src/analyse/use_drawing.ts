// Arrows and coloured squares on the board: drawn with the second mouse button, or in a mode of its own with a finger or the keys.
import { useEffect, useMemo, useState } from "preact/hooks";
import { squareName } from "../board/geometry";
import { useApp } from "../context";
import { isSquare, mostShapes, readShapes, toggledShape, withShapes, type Ink, type Shape } from "../logic/drawing";
import type { GameInfo } from "../protocol";
import type { Comments } from "./use_comments";

/** `seated`: this page may draw. */
export function useDrawing(comments: Comments, node: number, game: GameInfo, seated: boolean) {
  const { text, toast } = useApp();
  const t = text.analysis.drawing;
  const [on, setOn] = useState(false);
  const [ink, setInk] = useState<Ink>("G");
  const [anchor, setAnchor] = useState(0); // where an arrow begins that is drawn with the keys
  const [spoken, setSpoken] = useState("");
  const comment = comments.commentOf(node);
  const squares = game.cells.length;
  const shapes = useMemo(() => readShapes(comment, game.names, squares), [comment, game.names, squares]);
  useEffect(() => setAnchor(0), [node, on]);

  const name = (square: number) => squareName(game.names, square);
  const words = (shape: Shape) =>
    isSquare(shape)
      ? t.square(t.inks[shape.ink], name(shape.from))
      : t.arrow(t.inks[shape.ink], name(shape.from), name(shape.to));
  const keep = (all: readonly Shape[]) => comments.save(node, withShapes(comment, all, game.names));
  const draw = (shape: Shape) => {
    const isSame = (one: Shape) => one.from === shape.from && one.to === shape.to;
    const next = toggledShape(shapes, shape);
    const drawn = next.some(isSame);
    setAnchor(0);
    if (!drawn && !shapes.some(isSame)) {
      toast(t.full(mostShapes));
      return;
    }
    setSpoken(drawn ? words(shape) : t.removed(words(shape)));
    keep(next);
  };
  /** With the keys: a square twice is coloured, two squares make an arrow. */
  const press = (square: number) => {
    if (anchor === 0) {
      setAnchor(square);
      setSpoken(t.from(name(square)));
    } else draw({ ink, from: anchor, to: square });
  };
  const describe = (square: number): string =>
    shapes
      .filter(({ from }) => from === square)
      .map((shape) => (isSquare(shape) ? t.coloured(t.inks[shape.ink]) : t.arrowTo(t.inks[shape.ink], name(shape.to))))
      .join(", ");
  return {
    shapes,
    /** The mode in which the first button draws. */
    on: on && seated,
    toggle: () => setOn((was) => !was),
    end: () => setOn(false),
    ink,
    setInk,
    anchor,
    letGo: () => setAnchor(0),
    draw,
    press,
    describe,
    clear: () => {
      keep([]);
      setSpoken(t.cleared);
    },
    spoken,
  };
}

export type Drawing = ReturnType<typeof useDrawing>;
