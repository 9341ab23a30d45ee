// Making, naming and deleting folders.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { Button, Dialog, Field } from "../parts/parts";
import type { Folder } from "../protocol";

interface FoldersDialogProps {
  folders: readonly Folder[];
  changed: () => void;
  onClose: () => void;
}

export function FoldersDialog({ folders, changed, onClose }: FoldersDialogProps) {
  const app = useApp();
  const text = app.text.notebook;
  const [fresh, setFresh] = useState("");
  const put = (name: string, folder?: string) => {
    if (name.trim() === "") return;
    app.link
      .request("folder.put", { name: name.trim(), ...(folder && { folder }) })
      .then(changed)
      .catch(app.failed);
  };
  const remove = (folder: Folder) =>
    app.link
      .request("folder.delete", { folder: folder.id })
      .then(() => {
        changed();
        app.toast(text.folderDeleted(folder.name));
      })
      .catch(app.failed);
  return (
    <Dialog title={text.folders} close={app.text.app.close} onClose={onClose}>
      <div class="stack">
        {folders.length === 0 && <p class="soft">{text.noFolders}</p>}
        <ul class="folder-list">
          {folders.map((folder) => (
            <li key={folder.id}>
              <input
                type="text"
                maxLength={app.limits.name}
                defaultValue={folder.name}
                aria-label={text.nameOf(folder.name)}
                onChange={(event) => put(event.currentTarget.value, folder.id)}
              />
              <Button
                icon="trash"
                kind="quiet"
                label={text.deleteFolder(folder.name)}
                onClick={() => void remove(folder)}
              />
            </li>
          ))}
        </ul>
        <form
          class="folder-new"
          onSubmit={(event) => {
            event.preventDefault();
            put(fresh);
            setFresh("");
          }}
        >
          <Field label={text.newFolder}>
            {(ids) => (
              <input
                {...ids}
                type="text"
                maxLength={app.limits.name}
                value={fresh}
                onInput={(event) => setFresh(event.currentTarget.value)}
              />
            )}
          </Field>
          <button type="submit" class="button main" disabled={fresh.trim() === ""}>
            {text.make}
          </button>
        </form>
        <p class="soft">{text.gamesStay}</p>
      </div>
    </Dialog>
  );
}
