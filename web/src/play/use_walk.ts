// Walking through the moves of a game.
import { useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../context";
import { useStable } from "../parts/hooks";
import type { Table } from "../protocol";
import { lastNode, nextNode, nodeOf, wayDown } from "../state";

export function useWalk(table: Table) {
  const { link, failed } = useApp();
  const visited = useRef(table.node); // forward goes along this line
  const follow = useStable(() => {
    if (wayDown(table, table.node, visited.current) === null) visited.current = table.node;
  });
  useLayoutEffect(follow, [follow, table.node]);
  const go = (node: number) => {
    if (node !== table.node) link.request("go", { table: table.id, node }).catch(failed);
  };
  return {
    go,
    first: () => go(0),
    back: () => go(nodeOf(table, table.node)?.parent ?? 0),
    forward: () => go(nextNode(table, table.node, visited.current)),
    last: () => go(lastNode(table, table.node, visited.current)),
    atStart: table.node === 0,
    atEnd: nextNode(table, table.node, visited.current) === table.node,
  };
}

export type Walk = ReturnType<typeof useWalk>;
