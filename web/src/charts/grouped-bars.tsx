// A value with its interval for each member of a group: by who moved first, by board size.
import type { Bar, BarGroup } from "../logic/run";
import { AxisNumbers, Figure, GridLines, Scale, Whisker, lettersIn, margin, shorten, smallLetter } from "./chart";

export interface GroupWords {
  percent: (share: number, decimals?: number) => string;
  /** One sentence about a bar of a group. */
  sentence: (group: BarGroup, bar: Bar) => string;
}

const row = 22;
const barHeight = 14;
const head = 24;
const gap = 8;
const colours = 4;
const valueWidth = 62;

export function GroupedBars({ title, groups, words }: { title: string; groups: BarGroup[]; words: GroupWords }) {
  const sentences = groups.flatMap((group) => group.bars.map((bar) => words.sentence(group, bar)));
  const longest = Math.max(2, ...groups.flatMap((group) => group.bars.map((bar) => bar.label.length)));
  return (
    <Figure title={title} description={sentences.join(" ")}>
      {(width) => {
        const labelWidth = Math.min(longest * smallLetter + 10, 0.4 * width);
        const scale = new Scale(margin + labelWidth, width - margin - valueWidth);
        let y = 2;
        const placed = groups.map((group) => {
          const top = y;
          y += head + row * group.bars.length + gap;
          return { group, top };
        });
        return {
          height: y + 24,
          body: (
            <>
              {placed.map(({ group, top }) => (
                <g key={group.label}>
                  <GridLines scale={scale} top={top + head - 1} bottom={top + head + row * group.bars.length + 1} />
                  <text class="ch-label" x={margin} y={top + 17}>
                    {shorten(group.label, lettersIn(width - 2 * margin))}
                  </text>
                  {group.bars.map((bar, index) => {
                    const at = top + head + row * index;
                    const wide = Math.max(1, scale.at(bar.value) - scale.at(0));
                    return (
                      <g key={bar.label}>
                        <title>{words.sentence(group, bar)}</title>
                        <text class="ch-small" x={margin} y={at + 15}>
                          {shorten(bar.label, lettersIn(labelWidth, smallLetter))}
                        </text>
                        <rect
                          class={`ch-series${index % colours}`}
                          x={scale.at(0)}
                          y={at + (row - barHeight) / 2}
                          width={wide.toFixed(1)}
                          height={barHeight}
                        />
                        <Whisker
                          low={scale.at(bar.low)}
                          value={scale.at(bar.value)}
                          high={scale.at(bar.high)}
                          y={at + row / 2}
                        />
                        <text class="ch-number ch-end" x={width - margin} y={at + 15}>
                          {words.percent(bar.value)}
                        </text>
                      </g>
                    );
                  })}
                </g>
              ))}
              <AxisNumbers scale={scale} y={y + 14} percent={(share) => words.percent(share, 0)} />
            </>
          ),
        };
      }}
    </Figure>
  );
}
