// Won, drawn, lost of the player named first: one bar for each pairing, the score with its interval below.
import type { ResultBar } from "../logic/run";
import {
  AxisNumbers,
  Figure,
  GridLines,
  Scale,
  Whisker,
  letter,
  lettersIn,
  margin,
  shorten,
  smallLetter,
} from "./chart";

export interface ResultWords {
  won: string;
  drawn: string;
  lost: string;
  interval: string;
  percent: (share: number, decimals?: number) => string;
  number: (value: number) => string;
  /** One sentence about a bar. */
  sentence: (bar: ResultBar) => string;
}

const row = 58;
const barHeight = 18;

export function ResultBars({ title, bars, words }: { title: string; bars: ResultBar[]; words: ResultWords }) {
  return (
    <Figure title={title} description={bars.map(words.sentence).join(" ")}>
      {(width) => {
        const scale = new Scale(margin, width - margin);
        const bottom = 24 + row * bars.length;
        return {
          height: bottom + 24,
          body: (
            <>
              <Legend words={words} />
              {bars.map((bar, index) => (
                <Row key={bar.label} bar={bar} y={24 + row * index} width={width} scale={scale} words={words} />
              ))}
              <AxisNumbers scale={scale} y={bottom + 16} percent={(share) => words.percent(share, 0)} />
            </>
          ),
        };
      }}
    </Figure>
  );
}

function Legend({ words }: { words: ResultWords }) {
  let x = margin;
  const entries = (["won", "drawn", "lost"] as const).map((kind) => {
    const at = x;
    x += 17 + words[kind].length * smallLetter + 14;
    return { kind, at };
  });
  return (
    <g aria-hidden="true">
      {entries.map(({ kind, at }) => (
        <g key={kind}>
          <rect class={`ch-${kind}`} x={at} y="2" width="12" height="12" />
          <text class="ch-small" x={at + 17} y="12.5">
            {words[kind]}
          </text>
        </g>
      ))}
      <Whisker low={x + 2} value={x + 12} high={x + 22} y={8} />
      <text class="ch-small" x={x + 30} y="12.5">
        {words.interval}
      </text>
    </g>
  );
}

interface RowProps {
  bar: ResultBar;
  y: number;
  width: number;
  scale: Scale;
  words: ResultWords;
}

function Row({ bar, y, width, scale, words }: RowProps) {
  const score = words.percent(bar.score[0]);
  const games = Math.max(1, bar.won + bar.drawn + bar.lost);
  let share = 0;
  const parts = (["won", "drawn", "lost"] as const).map((kind) => {
    const from = scale.at(share);
    share += bar[kind] / games;
    return { kind, from, wide: scale.at(share) - from, count: bar[kind] };
  });
  return (
    <g>
      <title>{words.sentence(bar)}</title>
      <GridLines scale={scale} top={y + 22} bottom={y + row - 2} />
      <text class="ch-label" x={margin} y={y + 17}>
        {shorten(bar.label, lettersIn(width - 2 * margin - letter * score.length - 8))}
      </text>
      <text class="ch-number ch-end" x={width - margin} y={y + 17}>
        {score}
      </text>
      {parts
        .filter(({ count }) => count > 0)
        .map(({ kind, from, wide, count }) => (
          <g key={kind}>
            <rect class={`ch-${kind}`} x={from.toFixed(1)} y={y + 24} width={wide.toFixed(1)} height={barHeight} />
            {wide >= smallLetter * words.number(count).length + 8 && (
              <text class={`ch-small ch-mid ch-${kind}-ink`} x={(from + wide / 2).toFixed(1)} y={y + 37}>
                {words.number(count)}
              </text>
            )}
          </g>
        ))}
      <Whisker low={scale.at(bar.score[1])} value={scale.at(bar.score[0])} high={scale.at(bar.score[2])} y={y + 49} />
    </g>
  );
}
