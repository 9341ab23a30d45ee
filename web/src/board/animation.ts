// How a move is shown: hop by hop, with captured men as ghosts until it ends.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { MoveNode, Table } from "../protocol";
import { wayDown } from "../state";
import type { Motion } from "./board";

const stepTime = 190; // milliseconds for a step
const hopTime = 270; // for each jump
const pauseBetween = 60; // between the jumps of one move
const mostToShow = 4; // moves behind: further away we go there at once

/** The pictures of a move; each is shown for its `ms`. */
export function motionsOf(node: MoveNode, haste = 1): Motion[] {
  const ghosts: number[] = [];
  return node.hops.map(([to, first, second]) => {
    for (const captured of [first, second]) if (captured > 0) ghosts.push(captured);
    const ms = Math.round((first > 0 ? hopTime : stepTime) / haste);
    return { from: node.from, at: to, ms, ghosts: [...ghosts] };
  });
}

export interface Shown {
  /** The node that stands on the board; the table may be ahead of it. */
  node: number;
  motion: Motion | null;
  /** Ends what moves and shows the table as it is. */
  finish: () => void;
  /** The next move was carried out by hand: it is shown at its end at once. */
  dropped: () => void;
}

/** Follows the table and lets the pieces glide; `landed` is called for each move that is shown. */
export function useShown(table: Table, glides: boolean, landed: (node: MoveNode) => void): Shown {
  const [node, setNode] = useState(table.node);
  const [motion, setMotion] = useState<Motion | null>(null);
  const now = useRef({ table, glides, landed, shown: table.node, busy: false, byHand: false, stop: 0 });
  now.current.table = table;
  now.current.glides = glides;
  now.current.landed = landed;

  const show = useCallback((id: number) => {
    now.current.shown = id;
    setMotion(null);
    setNode(id);
  }, []);

  const finish = useCallback(() => {
    const state = now.current;
    const missed = state.busy ? wayDown(state.table, state.shown, state.table.node) : null;
    state.stop++;
    state.busy = false;
    if (state.shown !== state.table.node) show(state.table.node);
    const last = missed?.[missed.length - 1];
    if (last) state.landed(last);
  }, [show]);

  useEffect(() => {
    const state = now.current;
    if (state.busy || state.shown === table.node) return;
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const run = async () => {
      const ticket = state.stop;
      state.busy = true;
      while (state.shown !== state.table.node) {
        const way = wayDown(state.table, state.shown, state.table.node);
        const next = way?.[0];
        if (!way || !next || way.length > mostToShow || document.hidden) {
          show(state.table.node);
          const last = way?.[way.length - 1];
          if (last) state.landed(last);
          break;
        }
        if (state.glides && !state.byHand) {
          const fast = state.table.running && state.table.delay < 300 ? 2 : 1;
          const motions = motionsOf(next, way.length > 1 ? 2 * fast : fast);
          for (const [index, picture] of motions.entries()) {
            setMotion(picture);
            await wait(picture.ms + (index + 1 < motions.length ? pauseBetween / fast : 0));
            if (ticket !== state.stop) return;
          }
        }
        state.byHand = false;
        show(next.id);
        state.landed(next);
      }
      state.busy = false;
    };
    void run();
  }, [table.node, show]);

  useEffect(() => {
    const state = now.current;
    return () => {
      state.stop++;
    };
  }, []);

  const dropped = useCallback(() => {
    now.current.byHand = true;
  }, []);

  return { node, motion, finish, dropped };
}
