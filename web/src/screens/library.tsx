// The library: all kept games, newest first: searching, files of games in and out, folders and tags, the bin.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { titleOf, useApp } from "../context";
import { FoldersDialog } from "../library/folders_dialog";
import { Games } from "../library/games";
import { ImportPanel } from "../library/import_panel";
import { SearchForm } from "../library/search_form";
import { SelectionBar } from "../library/selection_bar";
import { useImport } from "../library/use_import";
import { useBulk } from "../library/use_bulk";
import * as logic from "../logic/library";
import { numberText } from "../logic/run";
import { useProblem } from "../parts/hooks";
import { Button, Dialog } from "../parts/parts";
import { playersCalled } from "../players";
import type { Folder, LibraryEntry } from "../protocol";
import { secretsOf } from "../seats";
import { ExportDialog } from "./export";
import "../styles/library.css";

interface Found {
  games: LibraryEntry[];
  total: number;
  more: boolean;
}

const typingPause = 250; // milliseconds

export function Library({ position }: { position: logic.Position | null }) {
  const app = useApp();
  const { link, why } = app;
  const text = app.text.library;
  const notebook = app.text.notebook;
  const [search, setSearch] = useState<logic.Search>({ ...logic.noSearch, game: position?.game ?? "", position });
  const [bin, setBin] = useState(false);
  const [page, setPage] = useState(0);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useProblem();
  const [exporting, setExporting] = useState<LibraryEntry | null>(null);
  const [dialog, setDialog] = useState<"folders" | "empty" | null>(null);
  const [again, setAgain] = useState(0);
  const [known, setKnown] = useState<{ folders: Folder[]; labels: string[] }>({ folders: [], labels: [] });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const newest = useRef(0);
  const places = useRef<(string | undefined)[]>([]); // by page: where the one before ended
  const first = useRef(true);
  const heading = useRef<HTMLHeadingElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const crossed = logic.datesCrossed(search);
  const refresh = useCallback(() => setAgain((count) => count + 1), []);
  const imports = useImport(refresh);

  useEffect(() => link.listen((event) => event === "up" && refresh()), [link, refresh]);

  useEffect(() => {
    link
      .request("folders", {})
      .then(setKnown)
      .catch(() => undefined); // the list of games says what is wrong
  }, [link, again]);

  useEffect(() => {
    if (crossed) return;
    const mine = ++newest.current;
    const ask = (after = places.current[page]): Promise<unknown> =>
      link
        .request("library", logic.requestOf(search, page, after, bin))
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
  }, [search, page, bin, again, crossed, link, why, setProblem]);

  const startOver = () => {
    places.current = [];
    setPage(0);
  };
  const change = (part: Partial<logic.Search>) => {
    const next = { ...search, ...part };
    setSearch({ ...next, computers: playersCalled(app, next.player || next.text) });
    startOver();
  };
  const showBin = (on: boolean) => {
    setBin(on);
    setChosen(new Set());
    setFound(null);
    startOver();
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
        refresh();
      })
      .catch(app.failed);
  };

  const restore = (entry: LibraryEntry, at: number, name: string) =>
    app.link
      .request("undelete", { table: entry.id })
      .then(() => {
        setFound((now) => now && { ...now, games: logic.restored(now.games, entry, at), total: now.total + 1 });
        app.toast(text.back(name));
        refresh();
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

  const choose = (ids: string[], on: boolean) =>
    setChosen((now) => {
      const next = new Set(now);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });

  const { exportFound, chooseFound, ...bulk } = useBulk({
    ids: [...chosen],
    search,
    bin,
    choose: (ids) => {
      choose(ids, true);
      heading.current?.focus();
    },
    changed: () => {
      setChosen(new Set());
      startOver();
      heading.current?.focus();
      refresh();
    },
  });

  const emptyBin = () => {
    setDialog(null);
    app.link
      .request("bin.empty", {})
      .then(({ erased }) => {
        app.toast(notebook.emptied(number(erased)));
        refresh();
      })
      .catch(app.failed);
  };

  const take = (files: FileList | null | undefined) => void imports.start([...(files ?? [])], search.folder);
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
    <div
      class="library page"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files);
      }}
    >
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {bin ? notebook.bin : text.title}
        </h1>
        <p class="lead">{bin ? notebook.binIntro : text.intro}</p>
      </header>
      <div class="actions library-tools">
        {!bin && (
          <>
            <Button icon="upload" kind="main" onClick={() => chooser.current?.click()}>
              {notebook.importFiles}
            </Button>
            <input
              ref={chooser}
              class="unseen"
              type="file"
              accept=".pdn,.txt,text/plain"
              multiple
              tabIndex={-1}
              aria-label={notebook.importFiles}
              onChange={(event) => {
                take(event.currentTarget.files);
                event.currentTarget.value = "";
              }}
            />
            <Button icon="download" disabled={!found?.total || bulk.progress !== null} onClick={exportFound}>
              {notebook.exportFound}
            </Button>
            <Button icon="rules" onClick={() => setDialog("folders")}>
              {notebook.folders}
            </Button>
          </>
        )}
        {bin && (
          <Button icon="trash" disabled={!found || found.total === 0} onClick={() => setDialog("empty")}>
            {notebook.emptyBin}
          </Button>
        )}
        <Button icon={bin ? "back" : "trash"} kind="quiet" onClick={() => showBin(!bin)}>
          {bin ? notebook.toLibrary : notebook.bin}
        </Button>
      </div>
      <ImportPanel {...imports} />
      <SearchForm
        search={search}
        change={change}
        reset={() => change(logic.noSearch)}
        folders={known.folders}
        tags={known.labels}
      />
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
      <div class="library-found">
        <p class="library-count" role="status">
          {count}
        </p>
        {found && shown.total > Math.max(1, chosen.size) && (
          <Button small disabled={bulk.progress !== null} onClick={chooseFound}>
            {notebook.chooseFound(number(shown.total) + orMore)}
          </Button>
        )}
      </div>
      <SelectionBar
        count={chosen.size}
        bin={bin}
        folders={known.folders}
        tags={known.labels}
        clear={() => setChosen(new Set())}
        {...bulk}
      />
      {found && found.total === 0 && (
        <Empty bin={bin} searching={!logic.isEmpty(search)} reset={() => change(logic.noSearch)} />
      )}
      {found && found.games.length > 0 && (
        <Games
          games={found.games}
          folders={known.folders}
          bin={bin}
          chosen={chosen}
          choose={choose}
          rename={rename}
          remove={remove}
          restore={(entry) => void restore(entry, 0, entry.name || titleOf(app, entry.game))}
          exportOne={setExporting}
        />
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
      {dialog === "folders" && (
        <FoldersDialog folders={known.folders} changed={refresh} onClose={() => setDialog(null)} />
      )}
      {dialog === "empty" && (
        <Dialog
          title={notebook.emptyBin}
          close={app.text.app.close}
          onClose={() => setDialog(null)}
          actions={
            <Button kind="main" icon="trash" onClick={emptyBin}>
              {notebook.emptyBin}
            </Button>
          }
        >
          <p>{notebook.emptyAsk}</p>
        </Dialog>
      )}
    </div>
  );
}

function Empty({ bin, searching, reset }: { bin: boolean; searching: boolean; reset: () => void }) {
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
      <h2>{searching ? text.nothingTitle : bin ? app.text.notebook.binEmpty : text.emptyTitle}</h2>
      <p>{searching ? text.nothing : bin ? app.text.notebook.binIntro : text.empty}</p>
      <div class="actions">
        {searching ? (
          <Button onClick={reset}>{text.reset}</Button>
        ) : (
          !bin && (
            <>
              <Button kind="main" onClick={() => app.navigate("")}>
                {text.newGame}
              </Button>
              <Button icon="upload" onClick={() => app.navigate("setup")}>
                {text.bringIn}
              </Button>
            </>
          )
        )}
      </div>
    </section>
  );
}
