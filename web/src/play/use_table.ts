// A table of the program, kept open and up to date while a screen shows it.
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import { RequestError } from "../link";
import type { Table } from "../protocol";
import { applyEvent, nodeOf } from "../state";

/** The table, also after a lost connection; `node` is where the address wants to be. */
export function useTable(id: string, node: number | null): { table: Table | null; missing: boolean } {
  const { link, failed } = useApp();
  const [table, setTable] = useState<Table | null>(null);
  const [missing, setMissing] = useState(false);
  const wanted = useRef(node);
  // Another address of the same table: only the position changes.
  useEffect(() => {
    wanted.current = node;
    if (!table || node === null) return;
    wanted.current = null;
    if (node !== table.node && (node === 0 || nodeOf(table, node))) link.request("go", { table: id, node }).catch(failed);
  }, [node]);
  useEffect(() => {
    let here = true;
    const open = () => {
      link.request<{ table: Table }>("open", { table: id }).then(
        ({ table: opened }) => {
          if (!here) return;
          setTable(opened);
          setMissing(false);
          const to = wanted.current;
          wanted.current = null;
          if (to !== null && to !== opened.node && (to === 0 || nodeOf(opened, to))) link.request("go", { table: id, node: to }).catch(failed);
        },
        (error: unknown) => {
          if (here && error instanceof RequestError && error.error.code === "unknown") setMissing(true);
        },
      );
    };
    const stop = link.listen((event) => {
      if (event === "up") open();
      else if (typeof event === "object" && event.event === "table" && event.table === id) setTable((old) => old && applyEvent(old, event));
    });
    if (link.up) open();
    return () => {
      here = false;
      stop();
      link.request("close", { table: id }).catch(() => undefined); // a lost connection closes as well
    };
  }, [id, link]);
  return { table, missing };
}
