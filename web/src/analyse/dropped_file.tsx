// A file dropped on the page: its game is analysed; of several, the one that is chosen.
import { useEffect, useState } from "preact/hooks";
import { titleOf, useApp } from "../context";
import { readBest, tooLong, type Reading } from "../logic/setup";
import { resultOf } from "../logic/library";
import { Dialog, Field } from "../parts/parts";
import type { ReadGame } from "../protocol";
import { keepSecrets } from "../seats";

interface Dropped {
  words: string;
  reading: Reading;
}

const mostShown = 200; // games in the list at a time

/** `game`: what a text is of that does not say it. */
export function DroppedFile({ game }: { game: string }) {
  const { link, failed, toast, text, limits } = useApp();
  const [several, setSeveral] = useState<Dropped | null>(null);
  const [over, setOver] = useState(false);

  const open = ({ words, reading }: Dropped, number: number) =>
    link.request("import", { text: words, ...reading.as, number }).then(({ table, secrets }) => {
      keepSecrets(table.id, secrets);
      location.hash = `analyse=${table.id}`;
    }, failed);
  useEffect(() => {
    const take = async (file: File) => {
      const words = file.size > limits.text ? "" : await file.text();
      if (words === "" || tooLong(words, limits.text)) {
        toast(file.size === 0 ? text.analysis.dropped.empty : text.setup.tooLong);
        return;
      }
      const read = (as: { game?: string }) =>
        link.request("read", { text: words, ...as }).then((answer): Reading => ({ ...answer, as }));
      const found = { words, reading: await readBest(read, game, false) };
      if (found.reading.games.length > 1) setSeveral(found);
      else await open(found, 0);
    };
    const listeners = [
      [
        "dragover",
        (event: DragEvent) => {
          if (!event.dataTransfer?.types.includes("Files")) return;
          event.preventDefault();
          setOver(true);
        },
      ],
      ["dragleave", (event: DragEvent) => event.relatedTarget === null && setOver(false)],
      [
        "drop",
        (event: DragEvent) => {
          setOver(false);
          const file = event.dataTransfer?.files[0];
          if (!file) return;
          event.preventDefault();
          take(file).catch(failed);
        },
      ],
    ] as const;
    for (const [name, listener] of listeners) addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) removeEventListener(name, listener);
    };
  }); // with the newest of everything

  return (
    <>
      {over && (
        <div class="drop-here" aria-hidden="true">
          <p>{text.analysis.dropped.here}</p>
        </div>
      )}
      {several && (
        <GameChoice
          games={several.reading.games}
          onChoose={(number) => {
            setSeveral(null);
            void open(several, number);
          }}
          onClose={() => setSeveral(null)}
        />
      )}
    </>
  );
}

interface GameChoiceProps {
  games: readonly ReadGame[];
  onChoose: (number: number) => void;
  onClose: () => void;
}

function GameChoice({ games, onChoose, onClose }: GameChoiceProps) {
  const app = useApp();
  const { text } = app;
  const t = text.analysis.dropped;
  const [filter, setFilter] = useState("");
  const rows = games.map((game, number) => {
    const result = resultOf(game);
    const players = game.black || game.white ? `${game.black || "?"} – ${game.white || "?"}` : t.unnamed(number + 1);
    const facts = [
      titleOf(app, game.game),
      text.setup.movesOf(game.moves),
      result === "open" ? "" : text.library.results[result],
    ];
    return { number, players, facts: facts.filter(Boolean).join(" · "), error: game.error };
  });
  const wanted = filter.trim().toLocaleLowerCase();
  const found = rows.filter(({ players, facts }) => `${players} ${facts}`.toLocaleLowerCase().includes(wanted));
  return (
    <Dialog title={t.which} close={text.setup.close} onClose={onClose}>
      <div class="game-choice">
        <Field label={t.filter}>
          {(ids) => (
            <input {...ids} type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
          )}
        </Field>
        <p class="soft" role="status">
          {t.shown(Math.min(found.length, mostShown), games.length)}
        </p>
        <ol class="game-rows">
          {found.slice(0, mostShown).map(({ number, players, facts, error }) => (
            <li key={number}>
              <button type="button" class="game-row" disabled={error !== null} onClick={() => onChoose(number)}>
                <span class="count">{number + 1}</span>
                <span>
                  <b>{players}</b>
                  <small>{facts}</small>
                  {error && <small class="wrong">{app.say(error)}</small>}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
