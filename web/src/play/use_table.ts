// A table of the program, kept open and up to date while a screen shows it, and the seats that this page holds there.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import { RequestError } from "../link";
import { arranged } from "../logic/analysis";
import { useStable } from "../parts/hooks";
import type { Colour, Table } from "../protocol";
import type { TablePlace } from "../route";
import { keepSeat, keepSecrets, secretsOf } from "../seats";
import { applyEvent } from "../state";

export interface OpenTable {
  table: Table | null;
  /** Sides whose seats this page holds; none: it watches. */
  you: readonly Colour[];
  missing: boolean;
  /** An answer said which seats this page holds now. */
  onYou: (you: readonly Colour[]) => void;
}

/** The table of an address, also after a lost connection. */
export function useTable(place: TablePlace): OpenTable {
  const { link } = useApp();
  const id = place.table;
  const [table, setTable] = useState<Table | null>(null);
  const [you, setYou] = useState<readonly Colour[]>([]);
  const [missing, setMissing] = useState(false);
  const wanted = useRef(place);
  wanted.current = place;

  const open = useStable(async () => {
    const { seat, sit } = wanted.current;
    const opened = await link.request("open", { table: id, seats: [...secretsOf(id), ...(seat ? [seat] : [])] });
    keepSecrets(id, opened.secrets);
    if (seat) keepSeat(id, seat, opened.you);
    // The secret is kept; it must not be passed on with the address. A reload shows the game as it is by then.
    if (seat || sit || wanted.current.node !== null)
      history.replaceState(null, "", `#${wanted.current.analyse ? "analyse" : "t"}=${id}`);
    setTable(opened.table);
    setYou(opened.you);
    setMissing(false);
    if (!sit || opened.you.length > 0) return;
    // Refused where another page plays: then this one watches.
    const taken = await link.request("sit", { table: id }).catch(() => null);
    if (!taken) return;
    keepSecrets(id, taken.secrets);
    setYou(taken.you);
  });
  useEffect(() => {
    let here = true;
    const tryToOpen = () =>
      open().catch((error: unknown) => {
        if (here && error instanceof RequestError && error.code === "unknown") setMissing(true);
      });
    const stop = link.listen((event) => {
      if (event === "up") void tryToOpen();
      if (typeof event !== "object") return;
      if (event.event === "table" && event.table === id) setTable((old) => old && applyEvent(old, event));
      if (event.event === "you" && event.table === id) setYou(event.you);
    });
    if (link.up) void tryToOpen();
    return () => {
      here = false;
      stop();
      link.request("close", { table: id }).catch(() => undefined); // a lost connection closes as well
    };
  }, [id, link, open]);
  const shown = useMemo(() => table && arranged(table), [table]);
  return { table: shown, you, missing, onYou: setYou };
}
