// The library: all kept games, newest first, with search, rename, delete and export.
import { useEffect, useRef, useState } from "preact/hooks";
import { type App, fullTitle, titleOf, useApp } from "../context";
import * as logic from "../logic/library";
import { numberText } from "../logic/run";
import { useProblem } from "../parts/hooks";
import { Button, Field, Select } from "../parts/parts";
import { Icon } from "../parts/icon";
import { playerTitle } from "../players";
import type { LibraryEntry, Side } from "../protocol";
import { secretsOf } from "../seats";
import { ExportDialog } from "./export";
import "../styles/library.css";

interface Found {
  games: LibraryEntry[];
  total: number;
  more: boolean;
}

const typingPause = 250; // milliseconds

function playerOf(app: App, side: Side): string {
  if (side.kind === "computer") return playerTitle(app, side.player);
  return side.name ?? app.text.players.you;
}

export function Library() {
  const app = useApp();
  const { link, why } = app;
  const text = app.text.library;
  const [search, setSearch] = useState(logic.noSearch);
  const [page, setPage] = useState(0);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useProblem();
  const [exporting, setExporting] = useState<LibraryEntry | null>(null);
  const [again, setAgain] = useState(0);
  const newest = useRef(0);
  const places = useRef<(string | undefined)[]>([]); // by page: where the one before ended
  const first = useRef(true);
  const heading = useRef<HTMLHeadingElement>(null);
  const crossed = logic.datesCrossed(search);

  useEffect(() => link.listen((event) => event === "up" && setAgain((count) => count + 1)), [link]);

  useEffect(() => {
    if (crossed) return;
    const mine = ++newest.current;
    const ask = (after = places.current[page]): Promise<unknown> =>
      link
        .request("library", logic.requestOf(search, page, after))
        .then((answer) => {
          if (mine !== newest.current) return;
          setProblem(null);
          // In a large library one answer need not come to the next game.
          if (answer.games.length === 0 && answer.next !== null) return ask(answer.next);
          places.current[page + 1] = answer.next ?? undefined;
          const before = after === undefined ? 0 : page * logic.pageSize;
          setFound({ games: answer.games, total: before + answer.total, more: answer.more && answer.next !== null });
          // The last game of the last page may have been deleted.
          if (answer.games.length === 0 && answer.total > 0) setPage(logic.pageOf(page - 1, answer.total).page);
        })
        .catch((error: unknown) => mine === newest.current && setProblem(why(error)));
    const timer = setTimeout(() => void ask(), first.current ? 0 : typingPause);
    first.current = false;
    return () => clearTimeout(timer);
  }, [search, page, again, crossed, link, why, setProblem]);

  const change = (part: Partial<logic.Search>) => {
    setSearch({ ...search, ...part });
    places.current = [];
    setPage(0);
  };

  const remove = (entry: LibraryEntry) => {
    const name = entry.name || titleOf(app, entry.game);
    const at = found?.games.indexOf(entry) ?? 0;
    app.link
      .request("delete", { table: entry.id, seats: secretsOf(entry.id) })
      .then(() => {
        setFound((now) => now && { ...now, games: logic.without(now.games, entry.id), total: now.total - 1 });
        heading.current?.focus();
        app.toast(text.removed(name), { label: text.undo, run: () => void restore(entry, at, name) });
        setAgain((count) => count + 1);
      })
      .catch(app.failed);
  };

  const restore = (entry: LibraryEntry, at: number, name: string) =>
    app.link
      .request("undelete", { table: entry.id })
      .then(() => {
        setFound((now) => now && { ...now, games: logic.restored(now.games, entry, at), total: now.total + 1 });
        app.toast(text.back(name));
        setAgain((count) => count + 1);
      })
      .catch(app.failed);

  const rename = (entry: LibraryEntry, name: string) =>
    app.link
      .request("rename", { table: entry.id, name, seats: secretsOf(entry.id) })
      .then(() => {
        setFound(
          (now) => now && { ...now, games: now.games.map((one) => (one.id === entry.id ? { ...one, name } : one)) },
        );
        app.toast(text.renamed);
      })
      .catch(app.failed);

  const shown = logic.pageOf(page, found?.total ?? 0, found?.more);
  const orMore = found?.more ? "+" : "";
  const number = (value: number) => numberText(value, app.language);
  const count =
    found === null
      ? text.loading
      : shown.pages > 1
        ? text.shown(number(shown.first), number(shown.last), number(shown.total) + orMore)
        : text.found(number(shown.total), shown.total === 1);

  return (
    <div class="library page">
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {text.title}
        </h1>
        <p class="lead">{text.intro}</p>
      </header>
      <SearchForm search={search} change={change} reset={() => change(logic.noSearch)} />
      {crossed && (
        <p class="alert" role="alert">
          {text.crossed}
        </p>
      )}
      {problem && (
        <p class="alert" role="alert">
          {problem.text}
        </p>
      )}
      <p class="library-count" role="status">
        {count}
      </p>
      {found && found.total === 0 && <Empty searching={!logic.isEmpty(search)} reset={() => change(logic.noSearch)} />}
      {found && found.games.length > 0 && (
        <Games games={found.games} rename={rename} remove={remove} exportOne={setExporting} />
      )}
      {found && shown.pages > 1 && (
        <nav class="pager" aria-label={text.pages}>
          <Button icon="back" disabled={shown.page === 0} onClick={() => setPage(shown.page - 1)}>
            {text.previous}
          </Button>
          <span>{text.page(number(shown.page + 1), number(shown.pages) + orMore)}</span>
          <Button icon="forward" disabled={shown.page + 1 >= shown.pages} onClick={() => setPage(shown.page + 1)}>
            {text.next}
          </Button>
        </nav>
      )}
      {exporting && (
        <ExportDialog
          name={exporting.name || titleOf(app, exporting.game)}
          get={(format) => app.link.request("export", { table: exporting.id, format })}
          onClose={() => setExporting(null)}
        />
      )}
    </div>
  );
}

interface SearchFormProps {
  search: logic.Search;
  change: (part: Partial<logic.Search>) => void;
  reset: () => void;
}

function SearchForm({ search, change, reset }: SearchFormProps) {
  const app = useApp();
  const text = app.text.library;
  const results = ["white", "black", "draw", "open"] as const;
  const [more, setMore] = useState(false); // on a phone the filters are put away
  return (
    <search class="panel library-search">
      <form class={more ? "more" : ""} onSubmit={(event) => event.preventDefault()} aria-label={text.search}>
        <Field label={text.search}>
          {(ids) => (
            <input
              {...ids}
              type="search"
              value={search.text}
              placeholder={text.searchFor}
              onInput={(event) => change({ text: event.currentTarget.value })}
            />
          )}
        </Field>
        <button type="button" class="button toggle" aria-expanded={more} onClick={() => setMore(!more)}>
          <Icon name="settings" />
          <span>{text.filters}</span>
        </button>
        <Select
          label={text.game}
          value={search.game}
          options={[["", text.anyGame], ...app.hello.games.map((game) => [game.name, fullTitle(app, game)] as const)]}
          onChange={(game) => change({ game })}
        />
        <Field label={text.player}>
          {(ids) => (
            <input
              {...ids}
              type="text"
              value={search.player}
              onInput={(event) => change({ player: event.currentTarget.value })}
            />
          )}
        </Field>
        <Select
          label={text.result}
          value={search.result}
          options={[["", text.anyResult] as const, ...results.map((one) => [one, text.results[one]] as const)]}
          onChange={(result) => change({ result })}
        />
        <Field label={text.from}>
          {(ids) => (
            <input
              {...ids}
              type="date"
              value={search.from}
              onInput={(event) => change({ from: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label={text.to}>
          {(ids) => (
            <input
              {...ids}
              type="date"
              value={search.to}
              onInput={(event) => change({ to: event.currentTarget.value })}
            />
          )}
        </Field>
        <Button kind="quiet" icon="close" disabled={logic.isEmpty(search)} onClick={reset}>
          {text.reset}
        </Button>
      </form>
    </search>
  );
}

function Empty({ searching, reset }: { searching: boolean; reset: () => void }) {
  const app = useApp();
  const text = app.text.library;
  return (
    <section class="panel empty">
      <svg viewBox="0 0 120 60" width="120" height="60" aria-hidden="true">
        <rect class="empty-light" x="6" y="16" width="36" height="36" rx="4" />
        <rect class="empty-dark" x="42" y="16" width="36" height="36" rx="4" />
        <rect class="empty-light" x="78" y="16" width="36" height="36" rx="4" />
        <circle class="empty-man" cx="60" cy="34" r="13" />
        <circle class="empty-ring" cx="60" cy="34" r="8.5" />
      </svg>
      <h2>{searching ? text.nothingTitle : text.emptyTitle}</h2>
      <p>{searching ? text.nothing : text.empty}</p>
      <div class="actions">
        {searching ? (
          <Button onClick={reset}>{text.reset}</Button>
        ) : (
          <>
            <Button kind="main" onClick={() => app.navigate("")}>
              {text.newGame}
            </Button>
            <Button icon="upload" onClick={() => app.navigate("setup")}>
              {text.bringIn}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

interface GamesProps {
  games: LibraryEntry[];
  rename: (entry: LibraryEntry, name: string) => Promise<void>;
  remove: (entry: LibraryEntry) => void;
  exportOne: (entry: LibraryEntry) => void;
}

// The roles are said although tables have them: a table that is laid out as cards would lose them.
function Games({ games, rename, remove, exportOne }: GamesProps) {
  const { text } = useApp();
  const t = text.library;
  const columns = [t.columnGame, t.columnPlayers, t.columnResult, t.columnMoves, t.columnChanged, t.columnActions];
  return (
    <table class="library-table panel" role="table">
      <caption class="unseen">{t.caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} scope="col" role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {games.map((entry) => (
          <Row key={entry.id} entry={entry} rename={rename} remove={remove} exportOne={exportOne} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry, rename, remove, exportOne }: { entry: LibraryEntry } & Omit<GamesProps, "games">) {
  const app = useApp();
  const text = app.text.library;
  const [renaming, setRenaming] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  const game = titleOf(app, entry.game);
  const name = entry.name || game;
  const result = logic.resultOf(entry);
  const done = () => {
    setRenaming(false);
    setTimeout(() => button.current?.querySelector("button")?.focus());
  };
  return (
    <tr role="row">
      <th scope="row" role="rowheader" class="cell-name">
        {renaming ? (
          <Rename entry={entry} name={name} keep={(value) => void rename(entry, value)} done={done} />
        ) : (
          <a href={`#t=${entry.id}&sit`}>{name}</a>
        )}
        {entry.name && <small>{game}</small>}
      </th>
      <td role="cell" class="cell-players">
        <span class="who-line">
          <span class="disc black" aria-hidden="true" />
          <span class="unseen">{text.black}: </span>
          {playerOf(app, entry.black)}
        </span>
        <span class="who-line">
          <span class="disc white" aria-hidden="true" />
          <span class="unseen">{text.white}: </span>
          {playerOf(app, entry.white)}
        </span>
      </td>
      <td role="cell">
        <span class={`result ${result}`}>{text.results[result]}</span>
      </td>
      <td role="cell" class="cell-moves">
        {text.moves(numberText(Math.ceil(entry.plies / 2), app.language), entry.plies <= 2)}
      </td>
      <td role="cell" class="cell-when">
        <time dateTime={entry.changed} title={logic.exactTime(entry.changed, app.language)}>
          {logic.whenText(entry.changed, Date.now(), app.language)}
        </time>
      </td>
      <td role="cell" class="cell-actions">
        <span ref={button}>
          <Button icon="edit" kind="quiet" label={text.rename(name)} onClick={() => setRenaming(true)} />
        </span>
        <Button
          icon="engine"
          kind="quiet"
          label={text.analyse(name)}
          onClick={() => app.navigate(`analyse=${entry.id}`)}
        />
        <Button icon="download" kind="quiet" label={text.exportOf(name)} onClick={() => exportOne(entry)} />
        <Button icon="trash" kind="quiet" label={text.remove(name)} onClick={() => remove(entry)} />
      </td>
    </tr>
  );
}

interface RenameProps {
  entry: LibraryEntry;
  name: string;
  keep: (name: string) => void;
  done: () => void;
}

function Rename({ entry, name, keep, done }: RenameProps) {
  const { text, limits } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  useEffect(() => input.current?.select(), []);
  const end = (kept: boolean) => {
    if (over.current) return;
    over.current = true;
    const value = input.current?.value.trim() ?? "";
    if (kept && value !== entry.name) keep(value);
    done();
  };
  return (
    <span class="rename">
      <input
        ref={input}
        type="text"
        maxLength={limits.name}
        defaultValue={entry.name}
        aria-label={text.library.newName(name)}
        title={text.library.nameHint}
        onBlur={() => end(true)}
        onKeyDown={(event) => {
          if (event.key === "Enter") end(true);
          if (event.key === "Escape") end(false);
        }}
      />
      <Icon name="edit" />
    </span>
  );
}
