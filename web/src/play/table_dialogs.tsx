// The dialogs of the play screen, one at a time.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { RulesDialog } from "../parts/dialogs";
import type { Colour, GameInfo, Table } from "../protocol";
import { humans, ownSides } from "../state";
import { Confirm, PlayersDialog, RenameDialog, TextDialog } from "./dialogs";
import { MoreDialog } from "./more";
import { ShareDialog } from "./share";
import type { TableActions } from "./use_table_actions";
import type { ViewState } from "./use_view";

export type DialogName = "rules" | "players" | "resign" | "more" | "rename" | "share";

interface TableDialogsProps {
  table: Table;
  you: readonly Colour[];
  onYou: (you: readonly Colour[]) => void;
  view: ViewState;
  game: GameInfo;
  dialog: DialogName | null;
  open: (dialog: DialogName | null) => void;
  actions: TableActions;
  /** Absent where there is nothing to review. */
  onReview?: () => void;
}

export function TableDialogs({ table, you, onYou, view, game, dialog, open, actions, onReview }: TableDialogsProps) {
  const app = useApp();
  const { text, settings } = app;
  const t = text.play;
  const [uncopied, setUncopied] = useState("");
  const own = ownSides(table, you);
  const seated = you.length > 0;
  const close = () => open(null);
  return (
    <>
      {dialog === "rules" && <RulesDialog game={game} onClose={close} />}
      {dialog === "players" && (
        <PlayersDialog
          table={table}
          game={game}
          onClose={close}
          onApply={(sides) => {
            close();
            actions.setPlayers(sides);
          }}
        />
      )}
      {dialog === "resign" && (
        <Confirm
          question={t.resignSure}
          yes={t.resignYes}
          no={t.drawPlayOn}
          danger
          onClose={close}
          onYes={() => {
            close();
            actions.resign();
          }}
        />
      )}
      {dialog === "rename" && (
        <RenameDialog
          name={table.name}
          onClose={close}
          onApply={(to) => {
            close();
            actions.rename(to);
          }}
        />
      )}
      {dialog === "share" && <ShareDialog table={table} game={game} you={you} onYou={onYou} onClose={close} />}
      {dialog === "more" && (
        <MoreDialog
          table={table}
          node={view.shown.node}
          onUncopied={setUncopied}
          onClose={close}
          entries={[
            ["link", t.share.title, () => open("share")],
            (table.outcome !== null || (humans(table) === 2 && own.length === 2)) && [
              "engine",
              text.app.analyse,
              () => app.navigate(`analyse=${table.id}&n=${view.shown.node}`),
            ],
            onReview !== undefined && ["search", t.review.ask, onReview],
            own.length > 0 && table.outcome === null && ["draw", t.offerDraw, actions.offerDraw],
            own.length === 1 &&
              humans(table) === 1 && [
                "swap",
                t.swap,
                () => actions.setPlayers({ black: table.white, white: table.black }),
              ],
            seated && ["level", t.level, () => open("players")],
            seated && ["again", t.rematch, () => actions.rematch(false)],
            own.length > 0 && ["swap", t.rematchSwap, () => actions.rematch(true)],
            ["play", t.newGame, () => app.navigate(`new=${game.name}`)],
            [settings.sound ? "sound" : "mute", text.settings.sound, () => app.change({ sound: !settings.sound })],
            ["rules", t.rules, () => open("rules")],
            seated && ["edit", t.rename, () => open("rename")],
          ]}
        />
      )}
      {uncopied && <TextDialog value={uncopied} onClose={() => setUncopied("")} />}
    </>
  );
}
