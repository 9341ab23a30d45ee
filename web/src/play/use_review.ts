// The review of a game: whether it is shown, which of its moves was chosen, and which answers this page may see.
import { useMemo, useState } from "preact/hooks";
import { useApp } from "../context";
import { glyphsOf } from "../logic/review";
import type { MoveNode, Table } from "../protocol";
import { nodeOf } from "../state";

/** `at`: the node that the page shows; `seated`: this page may start one. */
export function useReview(table: Table, at: number, seated: boolean) {
  const { link, failed } = useApp();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0); // node of a move of the list
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set()); // moments whose answer was found or shown
  const [trying, setTrying] = useState(0); // the moment that is tried again
  const { review } = table;
  const glyphs = useMemo(() => glyphsOf(table), [table]);
  const start = () => link.request("review", { table: table.id }).catch(failed);
  return {
    /** The review stands in place of the moves. */
    shown: open && review !== null,
    possible: table.nodes.length > 0 && (seated || review !== null),
    glyphs,
    /** The chosen mistake, while the board shows the position before it. */
    mistakeHere: (() => {
      const node = open && chosen > 0 ? nodeOf(table, chosen) : undefined;
      return node?.parent === at ? node : undefined;
    })(),
    choose: (node: MoveNode) => setChosen(node.id),
    seen,
    see: (node: number) => setSeen((all) => new Set(all).add(node)),
    trying,
    tryAgain: setTrying,
    start,
    stop: () => link.request("stop-review", { table: table.id }).catch(failed),
    open: () => {
      setOpen(true);
      if (!review) start();
      // Endgames may have been finished since it was made; where nothing better is known, it stays as it is.
      else if (review.state === "done" && seated)
        link.request("review", { table: table.id, improve: true }).catch(() => undefined);
    },
    close: () => setOpen(false),
  };
}

export type ReviewState = ReturnType<typeof useReview>;
