// Looking back through a game. It is private to this page: the table stays where it is.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import { useStable } from "../parts/hooks";
import type { Table, View } from "../protocol";
import type { TablePlace } from "../route";
import { isHuman, lastNode, nextNode, nodeOf, otherSide, wayDown } from "../state";

/** The table as it is at a node, where `view` is known of it. */
function tableAt(table: Table, node: number, view: View | null): Table {
  const made = nodeOf(table, node);
  const turn = view?.turn ?? (made ? otherSide(made.side) : table.start.turn);
  const outcome = view?.outcome ?? null;
  return {
    ...table,
    node,
    board: view?.board ?? made?.board ?? table.start.board,
    turn,
    fen: view?.fen ?? "",
    legal: view?.legal ?? [],
    capture: view?.capture ?? false,
    outcome,
    state: outcome ? "over" : isHuman(table[turn]) ? "waiting" : "paused",
    thinking: null,
  };
}

/** `place`: the address, which may ask for a node. `beyond`: a game that was resigned, say, can be looked at further. */
export function useView(table: Table, place: TablePlace, beyond = false) {
  const { link } = useApp();
  const [at, setAt] = useState<number | null>(null); // null: where the game stands
  const [views, setViews] = useState<ReadonlyMap<number, View>>(new Map());
  const exists = (node: number) => node === 0 || nodeOf(table, node) !== undefined;
  const node = at !== null && exists(at) ? at : table.node;
  const live = node === table.node && !(beyond && table.outcome !== null);
  const visited = useRef(table.node); // forward goes along this line

  const startAt = useStable((wanted: number | null) => {
    if (wanted !== null && exists(wanted)) setAt(wanted === table.node ? null : wanted);
  });
  // The same address once more leads there again.
  useLayoutEffect(() => startAt(place.node), [startAt, place]);
  const follow = useStable(() => {
    if (wayDown(table, node, visited.current) === null) visited.current = node;
  });
  useLayoutEffect(follow, [follow, node]);
  // Forward leads along what is played meanwhile.
  const extend = useStable(() => {
    if (wayDown(table, visited.current, table.node)) visited.current = table.node;
  });
  useLayoutEffect(extend, [extend, table.node]);

  const known = live ? null : (views.get(node) ?? null);
  const missing = !live && known === null;
  useEffect(() => {
    if (!missing) return;
    const ask = () =>
      link.request("view", { table: table.id, node, ...(beyond && { beyond }) }).then(
        (view) => setViews((all) => new Map(all).set(view.node, view)),
        () => undefined, // with the next connection again
      );
    void ask();
    return link.listen((event) => event === "up" && void ask());
  }, [link, table.id, node, missing, beyond]);

  const go = (to: number) => setAt(to === table.node ? null : to);
  return {
    /** The table as this page shows it. */
    shown: live ? table : tableAt(table, node, known),
    live,
    /** The page shows what it needs to play from here. */
    ready: !missing,
    /** To where the game stands, and along with it. */
    goLive: () => setAt(null),
    go,
    first: () => go(0),
    back: () => go(nodeOf(table, node)?.parent ?? 0),
    forward: () => go(nextNode(table, node, visited.current)),
    last: () => go(lastNode(table, node, visited.current)),
    atStart: node === 0,
    atEnd: nextNode(table, node, visited.current) === node,
  };
}

export type ViewState = ReturnType<typeof useView>;
