// Everything one does seldom, and taking the game along: link, PDN, FEN, log, diagram.
import { useApp } from "../context";
import type { IconName } from "../parts/icon";
import { Button, Dialog } from "../parts/parts";
import type { Table } from "../protocol";

export type MoreEntry = [icon: IconName, words: string, action: () => void];

interface MoreDialogProps {
  table: Table;
  entries: (MoreEntry | false)[];
  onClose: () => void;
  /** The browser would not copy this text. */
  onUncopied: (text: string) => void;
}

export function MoreDialog({ table, entries, onClose, onUncopied }: MoreDialogProps) {
  const { text, link, toast, failed, navigate } = useApp();
  const t = text.play;
  const copy = async (value: string) => {
    try {
      await navigator.clipboard.writeText(value);
      toast(t.copied);
    } catch {
      onUncopied(value);
    }
  };
  const made = (format: string) => link.request<{ text: string; name: string }>("export", { table: table.id, format });
  const copyAs = (format: string) => made(format).then((file) => copy(file.text), failed);
  const save = (format: string) =>
    made(format).then((file) => {
      const anchor = document.createElement("a");
      anchor.href = URL.createObjectURL(new Blob([file.text], { type: "image/svg+xml" }));
      anchor.download = file.name;
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
    }, failed);
  const all: (MoreEntry | false)[] = [
    ...entries,
    ["edit", t.edit, () => navigate(`setup&table=${table.id}`)],
    ["link", t.copyLink, () => void copy(`${location.origin}${location.pathname}#t=${table.id}&n=${table.node}`)],
    ["copy", t.copyPdn, () => void copyAs("pdn")],
    ["copy", t.copyFen, () => void copyAs("fen")],
    ["copy", t.copyLog, () => void copyAs("log")],
    ["download", t.saveSvg, () => void save("svg")],
  ];
  return (
    <Dialog title={t.more} close={text.app.close} onClose={onClose}>
      <div class="menu">
        {all.map((entry) => {
          if (!entry) return null;
          const [icon, words, action] = entry;
          return <Button key={words} kind="quiet" icon={icon} onClick={() => { onClose(); action(); }}>{words}</Button>;
        })}
      </div>
    </Dialog>
  );
}
