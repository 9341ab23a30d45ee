// The curve of a game: what one side can expect after each move. Estimates are striped; where values are known there is a solid band
// of full height.
import { useId } from "preact/hooks";
import { useApp } from "../context";
import { numberOf, type Point } from "../logic/review";
import { sideTitle } from "../players";
import type { Colour, GameInfo } from "../protocol";
import { otherSide } from "../state";
import "../styles/curve.css";

const height = 96;

interface CurveProps {
  game: GameInfo;
  /** In the order of the game. */
  points: readonly Point[];
  /** Whose share is drawn from below. */
  side: Colour;
  /** All nodes of the line, where more can be gone to than there are points. */
  line?: readonly number[];
  /** The node that the page shows. */
  at: number;
  /** Nodes of the moments, in order. */
  moments?: readonly number[];
  /** Low and wide, with its key in the head. */
  wide?: boolean;
  go: (node: number) => void;
}

/** Neighbours with the same kind of value. */
function runs(points: readonly Point[]): Point[][] {
  const all: Point[][] = [];
  for (const point of points) {
    const last = all[all.length - 1];
    const before = last?.[last.length - 1];
    if (last && before && (before.known === null) === (point.known === null) && before.ply + 1 === point.ply)
      last.push(point);
    else all.push([point]);
  }
  return all;
}

export function Curve({ game, points, line, side, at, moments = [], wide = false, go }: CurveProps) {
  const app = useApp();
  const t = app.text.play.review;
  const id = useId();
  const spots = line?.map((node, ply) => ({ node, ply })) ?? points;
  const first = spots[0];
  const last = points[points.length - 1];
  if (!first) return null;
  const width = wide ? 1200 : 400;
  const step = width / ((spots[spots.length - 1] ?? first).ply - first.ply + 1);
  const left = (ply: number) => (ply - first.ply) * step;
  const middle = (ply: number) => left(ply) + step / 2;
  const share = (point: Point) => (side === "black" ? point.black : 1 - point.black);
  const y = (point: Point) => height * (1 - share(point));
  const area = (run: readonly Point[]) => {
    const [a, b] = [run[0] as Point, run[run.length - 1] as Point];
    const tops = run.map((point) => `L${middle(point.ply).toFixed(1)} ${y(point).toFixed(1)}`).join("");
    return `M${left(a.ply).toFixed(1)} ${height}V${y(a).toFixed(1)}${tops}L${(left(b.ply) + step).toFixed(1)} ${y(b).toFixed(1)}V${height}Z`;
  };
  const all = runs(points);
  const valued = new Set(points.map(({ node }) => node));
  const exact = points.filter(({ known }) => known !== null).length;
  const here = spots.find(({ node }) => node === at);
  const label = last
    ? t.curveLabel(sideTitle(app, game, side), Math.round(100 * share(last)), exact, points.length)
    : t.expected;
  const ticks = spots.filter(({ ply }) => ply % 2 === 0 && (ply === first.ply || numberOf(ply) % 10 === 0));
  const key = (
    <>
      <i class={`key striped ${side}`} /> {t.keyEstimate}
      <i class={`key solid ${side}`} /> {t.keyExact}
    </>
  );
  return (
    <figure class={wide ? "review-curve wide" : "review-curve"}>
      <figcaption>
        <b>{t.howItWent}</b>
        <span class="soft">{t.expected}</span>
        {wide && <span class="review-key soft">{key}</span>}
      </figcaption>
      <div class="review-graph">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
          <defs>
            <pattern id={`${id}s`} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect class={`share ${side}`} width="7" height="7" />
              <rect class="stripe" width="2" height="7" />
            </pattern>
          </defs>
          <rect class={`share ${otherSide(side)}`} width={width} height={height} />
          {spots
            .filter(({ node }) => !valued.has(node))
            .map(({ node, ply }) => (
              <rect key={node} class="share none" x={left(ply)} width={step + 0.2} height={height} />
            ))}
          {all.map((run) => {
            const [a, b] = [run[0] as Point, run[run.length - 1] as Point];
            if (a.known === null) return <path key={a.node} d={area(run)} fill={`url(#${id}s)`} />;
            return (
              <g key={a.node} class="band">
                {run.map((point) => (
                  <rect
                    key={point.node}
                    class={`share ${side}`}
                    x={left(point.ply)}
                    y={y(point)}
                    width={step + 0.2}
                    height={height - y(point)}
                  />
                ))}
                <rect class="band-edge" x={left(a.ply)} y="0" width={left(b.ply) + step - left(a.ply)} height="4" />
                <path class="band-edge" d={`M${left(a.ply)} 0V${height}`} />
              </g>
            );
          })}
          <path class="half" d={`M0 ${height / 2}H${width}`} />
          {here && <path class="here" d={`M${middle(here.ply)} 0V${height}`} />}
          {/* With the mouse; the keys [ and ] and the list of moves do the same. */}
          {spots.map(({ node, ply }) => (
            <rect key={node} class="spot" x={left(ply)} y="0" width={step} height={height} onClick={() => go(node)} />
          ))}
        </svg>
        {moments.map((node, index) => {
          const point = points.find((one) => one.node === node);
          return (
            point && (
              <span
                key={node}
                class="moment-number on-curve"
                aria-hidden="true"
                style={{
                  left: `${(100 * middle(point.ply)) / width}%`,
                  top: `${(100 * Math.min(height - 14, Math.max(14, y(point)))) / height}%`,
                }}
              >
                {index + 1}
              </span>
            )
          );
        })}
      </div>
      <div class="review-axis" aria-hidden="true">
        {ticks.map(({ ply }) => (
          <span key={ply} style={{ left: `${(100 * middle(ply)) / width}%` }}>
            {numberOf(ply)}
          </span>
        ))}
      </div>
      {!wide && <p class="review-key soft">{key}</p>}
    </figure>
  );
}
