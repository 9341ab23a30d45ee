// The review of a game: whether it is shown, and which of its moves was chosen.
import { useMemo, useState } from "preact/hooks";
import { useApp } from "../context";
import { turns } from "../logic/review";
import type { GameInfo, MoveNode, Table } from "../protocol";
import { nodeOf } from "../state";

/** `at`: the node that the page shows; `seated`: this page may start one. */
export function useReview(table: Table, game: GameInfo, at: number, seated: boolean) {
  const { link, failed } = useApp();
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0); // node of a move of the list
  const { review } = table;
  const mistakes = useMemo(
    () => new Set(review ? turns(table, review).map(({ node }) => node.id) : []),
    [table, review],
  );
  const start = () => link.request("review", { table: table.id }).catch(failed);
  return {
    /** The list stands in place of the moves. */
    shown: open && review !== null,
    possible: game.solved && table.nodes.length > 0 && (seated || review !== null),
    mistakes,
    /** The chosen mistake, while the board shows the position before it. */
    mistakeHere: (() => {
      const node = open && chosen > 0 ? nodeOf(table, chosen) : undefined;
      return node?.parent === at ? node : undefined;
    })(),
    choose: (node: MoveNode) => setChosen(node.id),
    start,
    stop: () => link.request("stop-review", { table: table.id }).catch(failed),
    open: () => {
      setOpen(true);
      if (!review) start();
    },
    close: () => setOpen(false),
  };
}

export type ReviewState = ReturnType<typeof useReview>;
