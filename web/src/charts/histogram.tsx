// How often each value occurred: lengths of games.
import type { Bin } from "../report/data";
import { Figure, margin, smallLetter } from "./chart";

const high = 130;
const head = 18;

interface HistogramProps {
  title: string;
  /** The whole chart in words. */
  description: string;
  bins: Bin[];
  number: (value: number) => string;
  /** One sentence about a bar. */
  sentence: (bin: Bin) => string;
}

export function Histogram({ title, description, bins, number, sentence }: HistogramProps) {
  const most = Math.max(1, ...bins.map(({ count }) => count));
  const longest = Math.max(1, ...bins.map(({ from }) => number(from).length));
  return (
    <Figure title={title} description={description}>
      {(width) => {
        const step = (width - 2 * margin) / Math.max(1, bins.length);
        const every = Math.max(1, Math.ceil((longest * smallLetter + 10) / step)); // numbers that do not overlap
        return {
          height: head + high + 24,
          body: (
            <>
              <text class="ch-small" x={margin} y={12}>
                {number(most)}
              </text>
              <path class="ch-grid" d={`M${margin} ${head}H${width - margin}`} />
              <path class="ch-grid" d={`M${margin} ${head + high}H${width - margin}`} />
              {bins.map((bin, index) => {
                const tall = (bin.count / most) * high;
                const x = margin + step * index;
                return (
                  <g key={bin.from}>
                    <title>{sentence(bin)}</title>
                    <rect
                      class="ch-series0"
                      x={(x + 0.5).toFixed(1)}
                      y={(head + high - tall).toFixed(1)}
                      width={Math.max(1, step - 1).toFixed(1)}
                      height={tall.toFixed(1)}
                    />
                    {index % every === 0 && (
                      <text class="ch-small" x={(x + 0.5).toFixed(1)} y={head + high + 16}>
                        {number(bin.from)}
                      </text>
                    )}
                  </g>
                );
              })}
            </>
          ),
        };
      }}
    </Figure>
  );
}
