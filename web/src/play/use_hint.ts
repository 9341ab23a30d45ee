// A hint for the position on the board.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { RequestError } from "../link";
import type { Table } from "../protocol";
import { sentence } from "../words";

export interface Hint {
  /** The position that it is for. */
  node: number;
  path: number[];
  text: string;
  remark: string;
}

export function useHint(table: Table) {
  const { link, failed } = useApp();
  const [hint, setHint] = useState<Hint | null>(null);
  const ask = () => {
    link.request<{ index: number; text: string; remark: string }>("hint", { table: table.id }).then(
      ({ index, text, remark }) =>
        setHint({ node: table.node, path: table.legal[index]?.path ?? [], text, remark: sentence(remark) }),
      // A hint for a position that is gone is not missed.
      (error: unknown) => !(error instanceof RequestError && error.code === "refused") && failed(error),
    );
  };
  const here = hint && hint.node === table.node && table.outcome === null ? hint : null;
  return { hint: here, ask, forget: () => setHint(null) };
}
