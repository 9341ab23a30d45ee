// What else there is: unfinished games, the last one, and the other places of the page.
import { useEffect, useState } from "preact/hooks";
import { fullTitle, useApp } from "../context";
import { Icon, type IconName } from "../parts/icon";
import { playedBy } from "../players";
import type { LibraryEntry } from "../protocol";
import type { Texts } from "../texts";

const listed = 50; // games of the library that are looked at
const mostOpen = 2;

/** Of other people, from a PDN. */
const isRecord = ({ black, white }: LibraryEntry) =>
  [black, white].every((side) => side.kind === "human" && side.name !== undefined);

/** The newest games of the library: those that go on, and the last that has ended. */
function useNewest(): { open: LibraryEntry[]; last: LibraryEntry | null } {
  const { link, hello } = useApp();
  const [games, setGames] = useState<LibraryEntry[]>([]);
  useEffect(() => {
    let here = true;
    link.request("library", { limit: listed }).then(
      (found) => here && setGames(found.games.filter((game) => hello.games.some(({ name }) => name === game.game))),
      () => undefined, // a library that cannot be read is reported by its own screen
    );
    return () => {
      here = false;
    };
  }, [link, hello]);
  const played = games.filter((game) => game.plies > 0 && !isRecord(game));
  return {
    open: played.filter(({ result }) => result === "*").slice(0, mostOpen),
    last: played.find(({ result }) => result !== "*") ?? null,
  };
}

export function Newest() {
  const app = useApp();
  const { text } = app;
  const t = text.home;
  const { open, last } = useNewest();
  const card = (entry: LibraryEntry, address: string, kind: string) => (
    <li key={entry.id}>
      <a class="panel" href={address}>
        <span class="home-kind">{kind}</span>
        <b>{entry.name || fullTitle(app, app.game(entry.game))}</b>
        <span class="soft">
          {playedBy(app, entry.black)} – {playedBy(app, entry.white)} · {t.moveCount(Math.ceil(entry.plies / 2))}
        </span>
      </a>
    </li>
  );
  if (open.length === 0 && !last) return null;
  return (
    <ul class="home-newest" aria-label={t.continue}>
      {open.map((entry) => card(entry, `#t=${entry.id}&sit`, t.continue))}
      {last && card(last, `#t=${last.id}&sit&review`, t.review)}
    </ul>
  );
}

const doors: readonly (readonly [place: keyof Texts["home"]["doors"], icon: IconName])[] = [
  ["puzzles", "puzzle"],
  ["mistakes", "again"],
  ["learn", "learn"],
  ["analyse", "chart"],
  ["library", "rules"],
  ["lab", "flask"],
];

export function Doors() {
  const t = useApp().text.home;
  return (
    <nav aria-label={t.places}>
      <ul class="home-doors">
        {doors.map(([place, icon]) => (
          <li key={place}>
            <a class="panel" href={`#${place}`}>
              <Icon name={icon} />
              <b>{t.doors[place][0]}</b>
              <span class="soft">{t.doors[place][1]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
