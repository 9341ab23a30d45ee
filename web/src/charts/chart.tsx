// What all charts share: the frame that knows its width, texts that fit, the scale from 0 to 100 %, whiskers.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

export const margin = 4;
export const letter = 7.4; // about as wide as a letter of a label
export const smallLetter = 6.6; // of a number beside a bar or at an axis

const narrowest = 260;
const widest = 620;

interface FrameProps {
  title: string;
  description: string;
  children: (width: number) => { height: number; body: ComponentChildren };
}

/** A figure whose picture is drawn anew for the width there is, so that letters keep their size. */
export function Figure({ title, description, children }: FrameProps) {
  const ref = useRef<HTMLElement>(null);
  const id = useId();
  const [width, setWidth] = useState(420);
  useEffect(() => {
    const figure = ref.current;
    if (!figure) return;
    const measure = () => setWidth(Math.min(widest, Math.max(narrowest, Math.floor(figure.clientWidth))));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(figure);
    return () => observer.disconnect();
  }, []);
  const { height, body } = children(width);
  return (
    <figure class="chart-figure" ref={ref}>
      <figcaption>{title}</figcaption>
      <svg
        class="chart"
        viewBox={`0 0 ${width} ${Math.ceil(height)}`}
        width={width}
        height={Math.ceil(height)}
        role="img"
        aria-labelledby={`${id}-t ${id}-d`}
      >
        <title id={`${id}-t`}>{title}</title>
        <desc id={`${id}-d`}>{description}</desc>
        {body}
      </svg>
    </figure>
  );
}

/** The text in so many letters at most. */
export function shorten(text: string, letters: number): string {
  const all = [...text];
  return all.length <= letters
    ? text
    : `${all
        .slice(0, Math.max(1, letters - 1))
        .join("")
        .trimEnd()}…`;
}

export function lettersIn(width: number, each = letter): number {
  return Math.max(1, Math.floor(width / each));
}

export class Scale {
  constructor(
    readonly left: number,
    readonly right: number,
  ) {}

  at(share: number): number {
    return this.left + Math.min(1, Math.max(0, share)) * (this.right - this.left);
  }
}

const quarters = [0, 1, 2, 3, 4];

export function GridLines({ scale, top, bottom }: { scale: Scale; top: number; bottom: number }) {
  return (
    <>
      {quarters.map((quarter) => (
        <path
          key={quarter}
          class={quarter === 2 ? "ch-middle" : "ch-grid"}
          d={`M${scale.at(quarter / 4).toFixed(1)} ${top}V${bottom}`}
        />
      ))}
    </>
  );
}

export function AxisNumbers({ scale, y, percent }: { scale: Scale; y: number; percent: (share: number) => string }) {
  const room = scale.right - scale.left >= 190;
  return (
    <>
      {quarters
        .filter((quarter) => room || quarter % 2 === 0)
        .map((quarter) => (
          <text
            key={quarter}
            class={quarter === 0 ? "ch-small" : quarter === 4 ? "ch-small ch-end" : "ch-small ch-mid"}
            x={scale.at(quarter / 4)}
            y={y}
          >
            {percent(quarter / 4)}
          </text>
        ))}
    </>
  );
}

/** The interval with its ends, and the value. */
export function Whisker({ low, value, high, y }: { low: number; value: number; high: number; y: number }) {
  if (Number.isNaN(low)) return <circle class="ch-dot" cx={value.toFixed(1)} cy={y} r="3.4" />;
  const cap = 4;
  const [l, h] = [low.toFixed(1), high.toFixed(1)];
  const path = `M${l} ${y - cap}V${y + cap}M${l} ${y}H${h}M${h} ${y - cap}V${y + cap}`;
  return (
    <>
      <path class="ch-whisker-edge" d={path} />
      <path class="ch-whisker" d={path} />
      <circle class="ch-dot" cx={value.toFixed(1)} cy={y} r="3.4" />
    </>
  );
}
