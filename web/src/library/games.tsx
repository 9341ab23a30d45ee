// The table of the games that were found.
import { useEffect, useRef, useState } from "preact/hooks";
import { titleOf, useApp } from "../context";
import * as logic from "../logic/library";
import { numberText } from "../logic/run";
import { Icon } from "../parts/icon";
import { Button } from "../parts/parts";
import { playedBy } from "../players";
import type { Folder, LibraryEntry } from "../protocol";

interface GamesProps {
  games: LibraryEntry[];
  folders: readonly Folder[];
  bin: boolean;
  chosen: ReadonlySet<string>;
  choose: (ids: string[], on: boolean) => void;
  restore: (entry: LibraryEntry) => void;
  rename: (entry: LibraryEntry, name: string) => Promise<void>;
  remove: (entry: LibraryEntry) => void;
  exportOne: (entry: LibraryEntry) => void;
}

// The roles are said although tables have them: a table that is laid out as cards would lose them.
export function Games({ games, ...rest }: GamesProps) {
  const { text } = useApp();
  const t = text.library;
  const ids = games.map(({ id }) => id);
  const all = ids.every((id) => rest.chosen.has(id));
  const columns = [
    t.columnGame,
    t.columnPlayers,
    t.columnResult,
    t.columnMoves,
    rest.bin ? text.notebook.columnDeleted : t.columnChanged,
    t.columnActions,
  ];
  return (
    <table class="library-table panel" role="table">
      <caption class="unseen">{t.caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader" class="cell-choose">
            <input
              type="checkbox"
              checked={all}
              aria-label={text.notebook.chooseAll}
              onChange={() => rest.choose(ids, !all)}
            />
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {games.map((entry) => (
          <Row key={entry.id} entry={entry} {...rest} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry, bin, folders, chosen, choose, ...act }: { entry: LibraryEntry } & Omit<GamesProps, "games">) {
  const app = useApp();
  const text = app.text.library;
  const [renaming, setRenaming] = useState(false);
  const button = useRef<HTMLSpanElement>(null);
  const game = titleOf(app, entry.game);
  const name = entry.name || game;
  const result = logic.resultOf(entry);
  const folder = folders.find(({ id }) => id === entry.folder);
  const date = logic.dateText(entry.date);
  const time = entry.deleted ?? entry.changed;
  const done = () => {
    setRenaming(false);
    setTimeout(() => button.current?.querySelector("button")?.focus());
  };
  return (
    <tr role="row" class={chosen.has(entry.id) ? "chosen" : ""}>
      <td role="cell" class="cell-choose">
        <input
          type="checkbox"
          checked={chosen.has(entry.id)}
          aria-label={app.text.notebook.choose(name)}
          onChange={(event) => choose([entry.id], event.currentTarget.checked)}
        />
      </td>
      <th scope="row" role="rowheader" class="cell-name">
        {renaming ? (
          <Rename entry={entry} name={name} keep={(value) => void act.rename(entry, value)} done={done} />
        ) : bin ? (
          <span>{name}</span>
        ) : (
          <a href={`#t=${entry.id}&sit`}>{name}</a>
        )}
        {entry.name && <small>{game}</small>}
        {(folder || date || entry.labels.length > 0) && (
          <small class="cell-tags">
            {date && <span>{date}</span>}
            {folder && <span class="chip folder">{folder.name}</span>}
            {entry.labels.map((tag) => (
              <span key={tag} class="chip">
                {tag}
              </span>
            ))}
          </small>
        )}
      </th>
      <td role="cell" class="cell-players">
        <span class="who-line">
          <span class="disc black" aria-hidden="true" />
          <span class="unseen">{text.black}: </span>
          {playedBy(app, entry.black)}
        </span>
        <span class="who-line">
          <span class="disc white" aria-hidden="true" />
          <span class="unseen">{text.white}: </span>
          {playedBy(app, entry.white)}
        </span>
      </td>
      <td role="cell">
        <span class={`result ${result}`}>{text.results[result]}</span>
      </td>
      <td role="cell" class="cell-moves">
        {text.moves(numberText(Math.ceil(entry.plies / 2), app.language), entry.plies <= 2)}
      </td>
      <td role="cell" class="cell-when">
        <time dateTime={time} title={logic.exactTime(time, app.language)}>
          {logic.whenText(time, Date.now(), app.language)}
        </time>
      </td>
      <td role="cell" class="cell-actions">
        {bin ? (
          <Button icon="undo" label={app.text.notebook.restoreOne(name)} onClick={() => act.restore(entry)} />
        ) : (
          <>
            <span ref={button}>
              <Button icon="edit" kind="quiet" label={text.rename(name)} onClick={() => setRenaming(true)} />
            </span>
            <Button
              icon="engine"
              kind="quiet"
              label={text.analyse(name)}
              onClick={() => app.navigate(`analyse=${entry.id}`)}
            />
            <Button icon="download" kind="quiet" label={text.exportOf(name)} onClick={() => act.exportOne(entry)} />
            <Button icon="trash" kind="quiet" label={text.remove(name)} onClick={() => act.remove(entry)} />
          </>
        )}
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
