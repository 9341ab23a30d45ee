// The evaluation bar beside the board: striped for an estimate, solid with a word for an exact value.
import { useApp } from "../context";
import type { Bar } from "../logic/analysis";
import type { Colour } from "../protocol";

interface BarProps {
  bar: Bar | null;
  /** Black is at the bottom. */
  flipped: boolean;
  turn: Colour;
  /** What a reader hears. */
  words: string;
}

export function EvaluationBar({ bar, flipped, turn, words }: BarProps) {
  const { text } = useApp();
  const white = bar?.white ?? 0.5;
  return (
    <div
      class={`evaluation${bar?.exact ? " exact" : ""}${bar ? "" : " empty"}${flipped ? " flipped" : ""}`}
      role="img"
      aria-label={words}
      title={words}
    >
      <i style={{ height: `${100 * white}%` }} />
      {bar?.exact && (
        <span data-side={whoOf(bar, turn)}>{text.analysis.values[bar.exact === "draw" ? "draw" : "win"]}</span>
      )}
    </div>
  );
}

/** Whose win the word stands for. */
function whoOf(bar: Bar, turn: Colour): Colour | "both" {
  if (bar.exact === "draw") return "both";
  const other = turn === "white" ? "black" : "white";
  return bar.exact === "win" ? turn : other;
}
