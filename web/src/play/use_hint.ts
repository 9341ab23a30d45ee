// A hint for the position on the board.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { RequestError } from "../link";
import type { GameInfo, Table } from "../protocol";

export interface Hint {
  /** The position that it is for. */
  node: number;
  path: number[];
  text: string;
  remark: string;
}

/** `table`: as the page shows it. */
export function useHint(table: Table, game: GameInfo) {
  const { link, failed, say } = useApp();
  const [hint, setHint] = useState<Hint | null>(null);
  const ask = () => {
    link.request("hint", { table: table.id, node: table.node }).then(
      ({ node, index, text, remark }) =>
        setHint({ node, path: table.legal[index]?.path ?? [], text, remark: remark ? say(remark, game) : "" }),
      // A hint for a position that is gone is not missed.
      (error: unknown) => {
        if (!(error instanceof RequestError && error.said?.code === "refusal.position-changed")) failed(error);
      },
    );
  };
  const here = hint && hint.node === table.node && table.outcome === null ? hint : null;
  return { hint: here, ask, forget: () => setHint(null) };
}
