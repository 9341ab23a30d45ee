// Changes of many games at once, a few with each request: those that are chosen, or all that a search finds.
import { useRef, useState } from "preact/hooks";
import { useApp } from "../context";
import * as logic from "../logic/library";
import { numberText } from "../logic/run";
import { saveText } from "../parts/files";
import type { Fields } from "../protocol";
import { secretsOf } from "../seats";

const atOnce = 50; // games in a request that changes or exports them
const foundAtOnce = 200; // games in an answer of a search

type Change = Pick<Fields<"library.change">, "change" | "value">;

/** How far a long work has come; `of`: null where nobody has counted. */
export interface Progress {
  done: number;
  of: number | null;
}

interface Bulk {
  /** The games that are chosen. */
  ids: string[];
  search: logic.Search;
  bin: boolean;
  choose: (ids: string[]) => void;
  /** The games are not what they were: the list is asked for again, and nothing is chosen. */
  changed: () => void;
}

export function useBulk({ ids, search, bin, choose, changed }: Bulk) {
  const app = useApp();
  const text = app.text.notebook;
  const number = (value: number) => numberText(value, app.language);
  const [progress, setProgress] = useState<Progress | null>(null);
  const queue = useRef(Promise.resolve());
  const stopped = useRef(false);

  /** One work after the other. It says how far it has come, and hears whether it is to go on. */
  const work = (run: (goesOn: (done: number, of: number | null) => boolean) => Promise<void>) => {
    queue.current = queue.current.then(async () => {
      stopped.current = false;
      try {
        await run((done, of) => {
          setProgress({ done, of });
          return !stopped.current;
        });
      } catch (error) {
        app.failed(error);
      }
      setProgress(null);
    });
  };

  const apply = (which: readonly string[], change: Change, say: (count: string) => string, undo?: () => void) =>
    work(async (goesOn) => {
      let done = 0;
      let refused = 0;
      try {
        for (const [at, tables] of logic.inParts(which, atOnce).entries()) {
          if (!goesOn(at * atOnce, which.length)) break;
          const seats = change.change === "delete" ? tables.flatMap(secretsOf) : [];
          const answer = await app.link.request("library.change", { tables, seats, ...change });
          done += answer.done;
          refused += answer.refused;
        }
      } finally {
        changed(); // what is done stays done
        if (done + refused > 0) {
          const words = say(number(done)) + (refused > 0 ? ` ${text.notYours(number(refused))}` : "");
          app.toast(words, undo && done > 0 ? { label: app.text.library.undo, run: undo } : undefined);
        }
      }
    });

  const save = (parts: string[], games: number) => {
    saveText({ text: parts.join("\n"), name: "crownhead-games.pdn" });
    app.toast(text.exported(number(games)));
  };

  const exportGames = () =>
    work(async (goesOn) => {
      const texts: string[] = [];
      let games = 0;
      for (const tables of logic.inParts(ids, atOnce)) {
        if (!goesOn(games, ids.length)) return;
        const answer = await app.link.request("library.export", { tables });
        texts.push(answer.text);
        games += answer.games;
      }
      save(texts, games);
    });

  const exportFound = () =>
    work(async (goesOn) => {
      const texts: string[] = [];
      let games = 0;
      for (let after: string | null | undefined; after !== null;) {
        if (!goesOn(games, null)) return;
        const fields = { ...logic.requestOf(search, 0, after), limit: atOnce };
        const answer = await app.link.request("library.export", fields);
        if (answer.text) texts.push(answer.text);
        games += answer.games;
        after = answer.next;
      }
      save(texts, games);
    });

  /** All that the search finds, also on other pages. */
  const chooseFound = () =>
    work(async (goesOn) => {
      const found: string[] = [];
      for (let after: string | null | undefined; after !== null;) {
        if (!goesOn(found.length, null)) return;
        const fields = { ...logic.requestOf(search, 0, after, bin), limit: foundAtOnce };
        const answer = await app.link.request("library", fields);
        found.push(...answer.games.map(({ id }) => id));
        after = answer.next;
      }
      choose(found);
    });

  return {
    progress,
    stop: () => {
      stopped.current = true;
    },
    chooseFound,
    exportGames,
    exportFound,
    remove: () =>
      apply(ids, { change: "delete" }, text.deleted, () => apply(ids, { change: "restore" }, text.restored)),
    restore: () => apply(ids, { change: "restore" }, text.restored),
    moveTo: (folder: string) => apply(ids, { change: "folder", value: folder }, text.moved),
    setTag: (tag: string, on: boolean) =>
      apply(ids, { change: on ? "label" : "unlabel", value: tag }, on ? text.tagged : text.untagged),
  };
}
