// What can be done with the games that are chosen in the list.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { numberText } from "../logic/run";
import { Button, Field, Select } from "../parts/parts";
import type { Folder } from "../protocol";
import type { Progress } from "./use_bulk";

interface SelectionActions {
  exportGames: () => void;
  remove: () => void;
  restore: () => void;
  moveTo: (folder: string) => void;
  setTag: (tag: string, on: boolean) => void;
  clear: () => void;
  stop: () => void;
}

interface SelectionBarProps extends SelectionActions {
  count: number;
  /** Of the work that goes on. */
  progress: Progress | null;
  bin: boolean;
  folders: readonly Folder[];
  tags: readonly string[];
}

export function SelectionBar({ count, progress, bin, folders, tags, ...act }: SelectionBarProps) {
  const app = useApp();
  const text = app.text.notebook;
  const number = (value: number) => numberText(value, app.language);
  const [tag, setTag] = useState("");
  if (progress) {
    const { done, of } = progress;
    return (
      <section class="panel selection" aria-label={text.selection}>
        <p>{of === null ? text.gamesSoFar(number(done)) : text.gamesOf(number(done), number(of))}</p>
        <progress aria-label={text.working} {...(of !== null && { max: of, value: done })} />
        <Button icon="close" onClick={act.stop}>
          {text.stop}
        </Button>
      </section>
    );
  }
  if (count === 0) return null;
  const word = tag.trim();
  return (
    <section class="panel selection" aria-label={text.selection}>
      <p role="status">{text.selected(number(count))}</p>
      <Button kind="quiet" icon="close" onClick={act.clear}>
        {text.selectNone}
      </Button>
      {bin ? (
        <Button icon="undo" onClick={act.restore}>
          {text.restore}
        </Button>
      ) : (
        <>
          <Button icon="download" onClick={act.exportGames}>
            {text.exportSelected}
          </Button>
          <Button icon="trash" onClick={act.remove}>
            {text.deleteSelected}
          </Button>
        </>
      )}
      {!bin && (
        <div class="selection-fields">
          <Select
            label={text.moveTo}
            value=""
            options={[
              ["", text.chooseFolder],
              ["-", text.noFolder],
              ...folders.map(({ id, name }) => [id, name] as [string, string]),
            ]}
            onChange={(folder) => folder && act.moveTo(folder === "-" ? "" : folder)}
          />
          <Field label={text.tag}>
            {(ids) => (
              <input
                {...ids}
                type="text"
                list="known-tags"
                maxLength={app.limits.name}
                value={tag}
                onInput={(event) => setTag(event.currentTarget.value)}
              />
            )}
          </Field>
          <datalist id="known-tags">
            {tags.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          <Button disabled={!word} onClick={() => act.setTag(word, true)}>
            {text.addTag}
          </Button>
          <Button kind="quiet" disabled={!word} onClick={() => act.setTag(word, false)}>
            {text.removeTag}
          </Button>
        </div>
      )}
    </section>
  );
}
