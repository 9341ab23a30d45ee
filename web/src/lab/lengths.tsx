// How long the games of one kind were.
import { Histogram } from "../charts/histogram";
import { useLook } from "../context";
import type { RunCell } from "../protocol";
import { lengthsOf } from "../report/data";
import { useNumbers } from "./words";

export function Lengths({ cells, game }: { cells: readonly RunCell[]; game: string }) {
  const { report: text } = useLook().text.laboratory;
  const { number } = useNumbers();
  const lengths = lengthsOf(cells, game);
  if (!lengths) return null;
  return (
    <Histogram
      title={text.lengths}
      description={text.lengthsWords(
        number(lengths.games),
        number(lengths.shortest),
        number(lengths.longest),
        number(lengths.mean, 1),
      )}
      bins={lengths.bins}
      number={number}
      sentence={({ from, to, count }) =>
        text.lengthWords(from === to ? number(from) : `${number(from)}–${number(to)}`, number(count))
      }
    />
  );
}
