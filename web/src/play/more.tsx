// Everything one does seldom, and taking the game along: link, PDN, FEN, log, diagram.
import { useApp } from "../context";
import type { Format } from "../logic/setup";
import { copyText, saveText } from "../parts/files";
import type { IconName } from "../parts/icon";
import { Button, Dialog } from "../parts/parts";
import type { Table } from "../protocol";
import { libraryPlace } from "../route";
import { tableLink } from "../seats";
import { otherSide } from "../state";

export type MoreEntry = [icon: IconName, words: string, action: () => void];

interface MoreDialogProps {
  table: Table;
  /** That the page shows. */
  node: number;
  entries: (MoreEntry | false)[];
  onClose: () => void;
  /** The browser would not copy this text. */
  onUncopied: (text: string) => void;
}

export function MoreDialog({ table, node, entries, onClose, onUncopied }: MoreDialogProps) {
  const { text, link, toast, failed, navigate } = useApp();
  const t = text.play;
  const copy = async (value: string) => {
    if (await copyText(value)) toast(t.copied);
    else onUncopied(value);
  };
  const made = (format: Format) => link.request("export", { table: table.id, node, format });
  const copyAs = (format: Format) => made(format).then((file) => copy(file.text), failed);
  const saveAs = (format: Format) => made(format).then(saveText, failed);
  const find = () => {
    const at = table.nodes.find(({ id }) => id === node);
    const turn = at ? otherSide(at.side) : table.start.turn;
    navigate(libraryPlace({ game: table.game, board: at?.board ?? table.start.board, turn }));
  };
  const all: (MoreEntry | false)[] = [
    ...entries,
    ["search", text.notebook.findPosition, find],
    ["edit", t.edit, () => navigate(`setup&table=${table.id}&n=${node}`)],
    ["link", t.copyLink, () => void copy(tableLink(table.id, `&n=${node}`))],
    ["copy", t.copyPdn, () => void copyAs("pdn")],
    ["copy", t.copyFen, () => void copyAs("fen")],
    ["copy", t.copyLog, () => void copyAs("log")],
    ["download", t.saveSvg, () => void saveAs("svg")],
  ];
  return (
    <Dialog title={t.more} close={text.app.close} onClose={onClose}>
      <div class="menu">
        {all.map((entry) => {
          if (!entry) return null;
          const [icon, words, action] = entry;
          return (
            <Button
              key={words}
              kind="quiet"
              icon={icon}
              onClick={() => {
                onClose();
                action();
              }}
            >
              {words}
            </Button>
          );
        })}
      </div>
    </Dialog>
  );
}
