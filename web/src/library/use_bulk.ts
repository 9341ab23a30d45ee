// Changes of many games at once, a few with each request.
import { useApp } from "../context";
import * as logic from "../logic/library";
import { numberText } from "../logic/run";
import { saveText } from "../parts/files";
import type { Fields } from "../protocol";
import { secretsOf } from "../seats";

const atOnce = 50; // games in a request

function inParts(ids: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let i = 0; i < ids.length; i += atOnce) parts.push(ids.slice(i, i + atOnce));
  return parts;
}

type Change = Pick<Fields<"library.change">, "change" | "value">;

export function useBulk(ids: string[], search: logic.Search, done: () => void) {
  const app = useApp();
  const text = app.text.notebook;
  const number = (value: number) => numberText(value, app.language);

  const apply = async (which: readonly string[], change: Change) => {
    let changed = 0;
    let refused = 0;
    for (const tables of inParts(which)) {
      const seats = change.change === "delete" ? tables.flatMap(secretsOf) : [];
      const answer = await app.link.request("library.change", { tables, seats, ...change });
      changed += answer.done;
      refused += answer.refused;
    }
    return { changed, refused };
  };

  const act = (change: Change, say: (count: string) => string, undo?: () => void) =>
    void apply(ids, change)
      .then(({ changed, refused }) => {
        done();
        const words = refused > 0 ? `${say(number(changed))} ${text.notYours(number(refused))}` : say(number(changed));
        app.toast(words, undo && { label: app.text.library.undo, run: undo });
      })
      .catch(app.failed);

  const save = (parts: string[]) => saveText({ text: parts.join("\n"), name: "crownhead-games.pdn" });

  const exportGames = async () => {
    const parts: string[] = [];
    for (const tables of inParts(ids)) parts.push((await app.link.request("library.export", { tables })).text);
    save(parts);
  };

  const exportFound = async () => {
    const parts: string[] = [];
    let games = 0;
    for (let after: string | null | undefined; after !== null;) {
      const fields = { ...logic.requestOf(search, 0, after), limit: atOnce };
      const answer = await app.link.request("library.export", fields);
      if (answer.text) parts.push(answer.text);
      games += answer.games;
      after = answer.next;
      if (after !== null) app.toast(text.exportedSoFar(number(games)));
    }
    save(parts);
    app.toast(text.exported(number(games)));
  };

  return {
    exportGames: () => void exportGames().catch(app.failed),
    exportFound: () => void exportFound().catch(app.failed),
    remove: () =>
      act({ change: "delete" }, text.deleted, () => {
        void apply(ids, { change: "restore" })
          .then(({ changed }) => {
            app.toast(text.restored(number(changed)));
            done();
          })
          .catch(app.failed);
      }),
    restore: () => act({ change: "restore" }, text.restored),
    moveTo: (folder: string) => act({ change: "folder", value: folder }, text.moved),
    setTag: (tag: string, on: boolean) =>
      act({ change: on ? "label" : "unlabel", value: tag }, on ? text.tagged : text.untagged),
  };
}
