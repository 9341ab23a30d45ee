// The colours of the drawing mode, and what takes drawings away.
import { useApp } from "../context";
import { inks } from "../logic/drawing";
import { Button, Choice } from "../parts/parts";
import type { Drawing } from "./use_drawing";

export function DrawingBar({ drawing }: { drawing: Drawing }) {
  const t = useApp().text.analysis.drawing;
  return (
    <div class="drawing-bar" role="group" aria-label={t.title}>
      <Choice
        label={t.colour}
        hideLabel
        value={drawing.ink}
        options={inks.map(
          (ink) =>
            [
              ink,
              <>
                <i class={`ink ${ink}`} aria-hidden="true" />
                <span class="unseen">{t.inks[ink]}</span>
              </>,
            ] as const,
        )}
        onChange={drawing.setInk}
      />
      <span class="drawing-help soft">{drawing.anchor ? t.toWhere : t.help}</span>
      <span class="note-buttons">
        <Button small icon="trash" label={t.clear} disabled={drawing.shapes.length === 0} onClick={drawing.clear} />
        <Button small kind="main" onClick={drawing.end}>
          {t.done}
        </Button>
      </span>
    </div>
  );
}
