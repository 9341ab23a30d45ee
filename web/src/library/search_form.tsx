// What games are looked for.
import { useState } from "preact/hooks";
import { BoardView } from "../board/board";
import { fullTitle, useApp } from "../context";
import * as logic from "../logic/library";
import { Icon } from "../parts/icon";
import { Button, Check, Field, Select } from "../parts/parts";
import { sideTitle } from "../players";
import type { Folder, WantedMaterial } from "../protocol";

interface SearchFormProps {
  search: logic.Search;
  change: (part: Partial<logic.Search>) => void;
  reset: () => void;
  folders: readonly Folder[];
  tags: readonly string[];
}

export function SearchForm({ search, change, reset, folders, tags }: SearchFormProps) {
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
        <Select
          label={app.text.notebook.folder}
          value={search.folder}
          options={[["", app.text.notebook.anyFolder], ...folders.map(({ id, name }) => [id, name] as const)]}
          onChange={(folder) => change({ folder })}
        />
        <Select
          label={app.text.notebook.tag}
          value={search.label}
          options={[["", app.text.notebook.anyTag], ...tags.map((tag) => [tag, tag] as const)]}
          onChange={(label) => change({ label })}
        />
        <MaterialFields material={search.material} change={(material) => change({ material })} />
        <Button kind="quiet" icon="close" disabled={logic.isEmpty(search)} onClick={reset}>
          {text.reset}
        </Button>
      </form>
      {search.position && <PositionFilter position={search.position} change={(position) => change({ position })} />}
    </search>
  );
}

const noMaterial: WantedMaterial = { blackMen: 0, blackKings: 0, whiteMen: 0, whiteKings: 0 };
const pieces = ["blackMen", "blackKings", "whiteMen", "whiteKings"] as const;

interface MaterialProps {
  material: WantedMaterial | null;
  change: (material: WantedMaterial | null) => void;
}

// Empty fields: any number of pieces. As soon as one is filled in, the others count as 0.
function MaterialFields({ material, change }: MaterialProps) {
  const text = useApp().text.notebook;
  const set = (key: (typeof pieces)[number], value: string) => {
    const count = Math.min(60, Math.max(0, Math.trunc(Number(value)) || 0));
    const next = { ...(material ?? noMaterial), [key]: count };
    change(value === "" && pieces.every((one) => next[one] === 0) ? null : next);
  };
  return (
    <fieldset class="material">
      <legend>{text.material}</legend>
      {pieces.map((key) => (
        <Field key={key} label={text.pieces[key]}>
          {(ids) => (
            <input
              {...ids}
              type="number"
              min={0}
              max={60}
              value={material ? material[key] : ""}
              onInput={(event) => set(key, event.currentTarget.value)}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}

interface PositionProps {
  position: logic.Position;
  change: (position: logic.Position | null) => void;
}

function PositionFilter({ position, change }: PositionProps) {
  const app = useApp();
  const text = app.text.notebook;
  const game = app.game(position.game);
  return (
    <div class="position-filter">
      <div class="position-board">
        <BoardView
          board={position.board}
          cells={game.cells}
          size={game.size}
          label={text.positionLabel}
          names={game.names}
        />
      </div>
      <div class="stack">
        <p>{text.position(sideTitle(app, game, position.turn))}</p>
        <Check
          label={text.swapped}
          checked={position.swapped}
          onChange={(swapped) => change({ ...position, swapped })}
        />
        <Button icon="close" kind="quiet" onClick={() => change(null)}>
          {text.anyPosition}
        </Button>
      </div>
    </div>
  );
}
