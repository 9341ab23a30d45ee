// Signs and words for the move on the board, and what can be done with its variation.
import { useEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import { glyphs, glyphText, plainComment, toggledGlyph, withCommands } from "../logic/analysis";
import { useStable } from "../parts/hooks";
import { Button, Field } from "../parts/parts";
import type { MoveNote, Table } from "../protocol";
import { childrenOf, nodeOf } from "../state";
import type { Comments } from "./use_comments";

interface NoteEditorProps {
  table: Table;
  node: number;
  note: MoveNote | undefined;
  comments: Comments;
  go: (node: number) => void;
}

const savePause = 600; // milliseconds after the last letter
const longest = 1600; // what the program takes, in bytes, with room for commands

export function NoteEditor({ table, node, note, comments, go }: NoteEditorProps) {
  const { text, link, failed, toast } = useApp();
  const t = text.analysis;
  const move = nodeOf(table, node);
  const nags = note?.nags ?? [];
  const kept = comments.commentOf(node);
  const [words, setWords] = useState(plainComment(kept));
  const [dirty, setDirty] = useState(false);
  useEffect(() => {
    if (!dirty) setWords(plainComment(kept));
  }, [kept, dirty]);
  const save = useStable(() => {
    if (!dirty) return;
    setDirty(false);
    comments.save(node, withCommands(words, kept));
  });
  useEffect(() => {
    if (!dirty) return;
    const timer = setTimeout(save, savePause);
    return () => clearTimeout(timer);
  }, [words, dirty, save]);
  // What was typed last is kept when one goes to another move.
  useEffect(() => () => save(), [save]);

  const siblings = move ? childrenOf(table, move.parent) : [];
  const takeOut = () => {
    if (!move) return;
    link.request("take-out", { table: table.id, node }).then(() => {
      go(move.parent);
      toast(t.takenOut(move.text), {
        label: t.undo,
        run: () => void link.request("bring-back", { table: table.id, node }).catch(failed),
      });
    }, failed);
  };
  return (
    <div class="note-editor">
      {move && (
        <div class="glyphs" role="group" aria-label={t.glyphs}>
          {glyphs.map(([nag, sign]) => (
            <button
              key={nag}
              type="button"
              class="glyph-button"
              aria-pressed={nags.includes(nag)}
              aria-label={`${sign} ${t.glyphNames[nag - 1]}`}
              title={t.glyphNames[nag - 1]}
              onClick={() =>
                void link.request("annotate", { table: table.id, node, nags: toggledGlyph(nags, nag) }).catch(failed)
              }
            >
              {sign}
            </button>
          ))}
          <span class="gap" />
          <Button
            small
            kind="quiet"
            icon="up"
            label={t.promote}
            disabled={siblings[0]?.id === node}
            onClick={() => void link.request("promote", { table: table.id, node }).catch(failed)}
          />
          <Button small kind="quiet" icon="trash" label={t.takeOut} onClick={takeOut} />
        </div>
      )}
      <Field label={move ? t.noteOn(`${move.text}${glyphText(nags)}`) : t.noteOnStart}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            maxLength={longest}
            placeholder={t.notePlaceholder}
            value={words}
            onInput={(event) => {
              setWords(event.currentTarget.value);
              setDirty(true);
            }}
            onBlur={save}
          />
        )}
      </Field>
    </div>
  );
}
