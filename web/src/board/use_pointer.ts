// What the mouse or a finger does on the board: pieces are dragged, arrows are drawn, squares are clicked.
import type { RefObject, TargetedMouseEvent, TargetedPointerEvent } from "preact";
import { useRef, useState } from "preact/hooks";
import { inkOf, type Ink, type Shape } from "../logic/drawing";
import { squareAtPoint } from "./geometry";

interface Acts {
  onSquare?: (square: number) => void;
  /** May this piece be dragged? */
  canDrag: (square: number) => boolean;
  onDrag?: (from: number) => void;
  /** `to` is 0 outside the board. */
  onDrop?: (from: number, to: number) => void;
  /** Something was drawn. */
  onDraw?: (shape: Shape) => void;
  /** The first button draws too, in this colour. */
  ink?: Ink | null;
}

interface Press {
  from: number;
  x: number;
  y: number;
  moved: boolean;
  /** Null: the piece is in hand. */
  ink: Ink | null;
}

/** `width`: of the drawing in its own units. */
export function usePointer(frame: RefObject<HTMLDivElement | null>, width: number, acts: Acts) {
  const [drag, setDrag] = useState<{ from: number; x: number; y: number } | null>(null);
  const [sketch, setSketch] = useState<Shape | null>(null);
  const press = useRef<Press | null>(null);

  const inDrawing = (event: PointerEvent): [number, number] => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return [0, 0];
    return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * width];
  };
  const onPointerDown = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const from = squareAtPoint(event.clientX, event.clientY);
    if (!from) return;
    const drawn = acts.onDraw && (event.button === 2 ? inkOf(event) : event.button === 0 ? acts.ink : null);
    if (drawn) {
      press.current = { from, x: event.clientX, y: event.clientY, moved: false, ink: drawn };
      event.currentTarget.setPointerCapture(event.pointerId); // where it ends outside the board, nothing is drawn
      setSketch({ ink: drawn, from, to: from });
      return;
    }
    if (event.button !== 0 || !acts.onDrop || !acts.canDrag(from)) return;
    press.current = { from, x: event.clientX, y: event.clientY, moved: false, ink: null };
  };
  const onPointerMove = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const now = press.current;
    if (!now) return;
    if (now.ink) {
      const to = squareAtPoint(event.clientX, event.clientY);
      if (to && to !== sketch?.to) setSketch({ ink: now.ink, from: now.from, to });
      return;
    }
    if (!now.moved && Math.hypot(event.clientX - now.x, event.clientY - now.y) < 7) return;
    if (!now.moved) {
      now.moved = true;
      event.currentTarget.setPointerCapture(event.pointerId);
      acts.onDrag?.(now.from);
    }
    const [x, y] = inDrawing(event);
    setDrag({ from: now.from, x, y });
  };
  const endPress = (event: TargetedPointerEvent<HTMLDivElement>) => {
    const now = press.current;
    const up = event.type === "pointerup";
    if (now?.ink) {
      setSketch(null);
      const to = squareAtPoint(event.clientX, event.clientY);
      if (up && to) acts.onDraw?.({ ink: now.ink, from: now.from, to });
    } else if (now?.moved) {
      setDrag(null);
      if (up) acts.onDrop?.(now.from, squareAtPoint(event.clientX, event.clientY));
    } else {
      press.current = null;
      return;
    }
    setTimeout(() => (press.current = null)); // after the click that follows
  };
  const onClick = (event: TargetedMouseEvent<HTMLDivElement>): number => {
    if (press.current?.moved || press.current?.ink) return 0;
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-square]");
    const square = Number(cell?.dataset["square"] ?? 0);
    if (square) acts.onSquare?.(square);
    return square;
  };
  const onContextMenu = (event: TargetedMouseEvent<HTMLDivElement>) => {
    if (acts.onDraw) event.preventDefault();
  };
  return { drag, sketch, onPointerDown, onPointerMove, endPress, onClick, onContextMenu };
}
