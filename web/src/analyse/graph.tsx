// The graph under the analysis board: the line on the board with what is known of each position, from the review of the game and
// from what the engine said meanwhile.
import { useEffect, useMemo, useState } from "preact/hooks";
import { useApp } from "../context";
import { shareOf } from "../logic/analysis";
import { graph, isWhole, moments, type Share } from "../logic/review";
import { Button } from "../parts/parts";
import { Curve } from "../play/curve";
import type { AnalysisEvent, Colour, GameInfo, Table } from "../protocol";
import { endOfLine, lineTo } from "../state";

interface GraphProps {
  table: Table;
  game: GameInfo;
  /** The node that the page shows. */
  at: number;
  turn: Colour;
  /** Of that node. */
  event: AnalysisEvent | null;
  side: Colour;
  seated: boolean;
  go: (node: number) => void;
}

export function Graph({ table, game, at, turn, event, side, seated, go }: GraphProps) {
  const { text, link, failed } = useApp();
  const t = text.analysis.graph;
  const [found, setFound] = useState<ReadonlyMap<number, Share>>(new Map());
  useEffect(() => {
    const share = event && !event.threat && event.node === at ? shareOf(event, turn) : null;
    if (share) setFound((all) => new Map(all).set(at, share));
  }, [event, at, turn]);
  const line = useMemo(() => lineTo(table, endOfLine(table, at)).map(({ id }) => id), [table, at]);
  const points = useMemo(() => graph(table, at, found), [table, at, found]);
  if (table.nodes.length === 0) return null;
  const { review } = table;
  const working = review?.state === "working";
  const whole = review && isWhole(table, review, table.node);
  return (
    <section class="graph sheet" aria-label={t.title}>
      <Curve
        game={game}
        points={points}
        line={line}
        side={side}
        at={at}
        moments={review ? moments(table, review).map(({ turn: { node } }) => node.id) : []}
        wide
        go={go}
      />
      {working ? (
        <p class="graph-work">
          <progress max={Math.max(review.total, 1)} value={review.done} aria-label={t.working} />
          {seated && (
            <Button small onClick={() => void link.request("stop-review", { table: table.id }).catch(failed)}>
              {t.stop}
            </Button>
          )}
        </p>
      ) : (
        seated &&
        !whole && (
          <p class="graph-work">
            <span class="soft">{t.partial}</span>
            <Button small icon="chart" onClick={() => void link.request("review", { table: table.id }).catch(failed)}>
              {t.all}
            </Button>
          </p>
        )
      )}
    </section>
  );
}
