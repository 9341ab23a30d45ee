// The comments of a game while they are being changed: what was sent counts at once, so that words and drawings of one move
// do not overwrite each other.
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import { useStable } from "../parts/hooks";
import type { Table } from "../protocol";

interface Sent {
  comment: string;
  /** What the table had then. */
  before: string;
  /** Requests without an answer. */
  open: number;
}

export function useComments(table: Table) {
  const { link, failed } = useApp();
  const sent = useRef(new Map<number, Sent>());
  const [, redraw] = useState(0);
  const kept = (node: number): string =>
    node === 0 ? table.notes.start : (table.notes.moves.find((note) => note.node === node)?.comment ?? "");

  useEffect(() => {
    for (const [node, { before, open }] of sent.current)
      if (open === 0 && kept(node) !== before) sent.current.delete(node);
  });

  const commentOf = (node: number): string => sent.current.get(node)?.comment ?? kept(node);
  const save = useStable((node: number, comment: string) => {
    if (comment === commentOf(node)) return;
    const earlier = sent.current.get(node);
    const now: Sent = { comment, before: earlier?.before ?? kept(node), open: (earlier?.open ?? 0) + 1 };
    sent.current.set(node, now);
    redraw((count) => count + 1);
    const answered = (done: boolean) => {
      const last = sent.current.get(node);
      if (!last) return;
      last.open--;
      // The table may have said it before the answer came.
      if (last.open === 0 && (!done || kept(node) === comment)) sent.current.delete(node);
      redraw((count) => count + 1);
    };
    link.request("annotate", { table: table.id, node, comment }).then(
      () => answered(true),
      (error: unknown) => {
        answered(false);
        failed(error);
      },
    );
  });
  return { commentOf, save };
}

export type Comments = ReturnType<typeof useComments>;
