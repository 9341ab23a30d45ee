// A table of the program, kept open and up to date while a screen shows it.
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import { RequestError } from "../link";
import type { Table } from "../protocol";
import { useStable } from "../parts/hooks";
import { applyEvent, nodeOf } from "../state";

/** The table of an address, also after a lost connection; `node` is where the address wants to be. `exact`: somebody looks
 * at exact values, where the game has them. */
export function useTable(
  place: { table: string; node: number | null },
  exact: boolean,
): { table: Table | null; missing: boolean } {
  const { link, failed, hello } = useApp();
  const id = place.table;
  const [table, setTable] = useState<Table | null>(null);
  const [missing, setMissing] = useState(false);
  const [opened, setOpened] = useState(0); // how often: a new connection knows nothing of the old one
  const wanted = useRef(place.node);
  const goThere = useStable((opened: Table) => {
    const to = wanted.current;
    if (to === null) return;
    wanted.current = null;
    // Once is enough: whoever reloads wants the game as it is by then.
    history.replaceState(null, "", `#t=${id}`);
    if (to !== opened.node && (to === 0 || nodeOf(opened, to)))
      link.request("go", { table: id, node: to }).catch(failed);
  });
  const moveThere = useStable(() => table && goThere(table));
  // Another address of the same table: only the position changes.
  useEffect(() => {
    wanted.current = place.node;
    moveThere();
  }, [place, moveThere]);
  useEffect(() => {
    let here = true;
    const open = () => {
      link.request<{ table: Table }>("open", { table: id }).then(
        ({ table: opened }) => {
          if (!here) return;
          setTable(opened);
          setOpened((times) => times + 1);
          setMissing(false);
          goThere(opened);
        },
        (error: unknown) => {
          if (here && error instanceof RequestError && error.code === "unknown") setMissing(true);
        },
      );
    };
    const stop = link.listen((event) => {
      if (event === "up") open();
      else if (typeof event === "object" && event.event === "table" && event.table === id)
        setTable((old) => old && applyEvent(old, event));
    });
    if (link.up) open();
    return () => {
      here = false;
      stop();
      link.request("close", { table: id }).catch(() => undefined); // a lost connection closes as well
    };
  }, [id, link, goThere]);
  const solved = hello.games.some((game) => game.name === table?.game && game.solved);
  useEffect(() => {
    if (solved) link.request("exact", { table: id, on: exact }).catch(() => undefined); // with the next connection again
  }, [id, link, solved, opened, exact]);
  return { table, missing };
}
