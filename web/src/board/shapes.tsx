// Arrows on the board, and what people draw there.
import type { Shape } from "../logic/drawing";

type Point = readonly [x: number, y: number];

/** Along these points, with a head at the last. */
export function arrowPath(points: readonly Point[]): string {
  const [endX, endY] = points[points.length - 1] ?? [0, 0];
  const [fromX, fromY] = points[points.length - 2] ?? [endX, endY];
  const length = Math.hypot(endX - fromX, endY - fromY) || 1;
  const [dx, dy] = [(endX - fromX) / length, (endY - fromY) / length];
  const [baseX, baseY] = [endX - dx * 30, endY - dy * 30];
  const line = points
    .slice(0, -1)
    .map(([x, y], index) => `${index ? "L" : "M"}${x} ${y}`)
    .join("");
  return `${line}L${baseX} ${baseY}M${baseX - dy * 17} ${baseY + dx * 17}L${endX} ${endY}L${baseX + dy * 17} ${baseY - dx * 17}Z`;
}

/** In the order in which they were drawn. */
export function Shapes({ shapes, centre }: { shapes: readonly Shape[]; centre: (square: number) => Point }) {
  return (
    <>
      {shapes.map(({ ink, from, to }) => {
        const [x, y] = centre(from);
        return from === to ? (
          <rect
            key={`${from}`}
            class={`mark drawn square ${ink}`}
            x={x - 44}
            y={y - 44}
            width="88"
            height="88"
            rx="10"
          />
        ) : (
          <g key={`${from} ${to}`} class={`mark drawn ${ink}`}>
            <path class="edge" d={arrowPath([centre(from), centre(to)])} />
            <path d={arrowPath([centre(from), centre(to)])} />
          </g>
        );
      })}
    </>
  );
}
