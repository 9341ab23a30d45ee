// The dialogs of the play screen, one at a time.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { RulesDialog } from "../parts/dialogs";
import type { GameInfo, Table } from "../protocol";
import { humans } from "../state";
import { Confirm, PlayersDialog, RenameDialog, TextDialog } from "./dialogs";
import { MoreDialog } from "./more";
import type { TableActions } from "./use_table_actions";

export type DialogName = "rules" | "players" | "resign" | "more" | "rename";

interface TableDialogsProps {
  table: Table;
  game: GameInfo;
  dialog: DialogName | null;
  open: (dialog: DialogName | null) => void;
  actions: TableActions;
  /** Absent where there is nothing to review. */
  onReview?: () => void;
}

export function TableDialogs({ table, game, dialog, open, actions, onReview }: TableDialogsProps) {
  const app = useApp();
  const { text, settings } = app;
  const t = text.play;
  const [uncopied, setUncopied] = useState("");
  const people = humans(table);
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
      {dialog === "more" && (
        <MoreDialog
          table={table}
          onUncopied={setUncopied}
          onClose={close}
          entries={[
            onReview !== undefined && ["search", t.review.ask, onReview],
            people > 0 && table.outcome === null && ["draw", t.offerDraw, actions.offerDraw],
            people === 1 && ["swap", t.swap, () => actions.setPlayers({ black: table.white, white: table.black })],
            ["level", t.level, () => open("players")],
            ["again", t.rematch, () => actions.rematch(false)],
            people > 0 && ["swap", t.rematchSwap, () => actions.rematch(true)],
            ["play", t.newGame, () => app.navigate(`new=${game.name}`)],
            [settings.sound ? "sound" : "mute", text.settings.sound, () => app.change({ sound: !settings.sound })],
            ["rules", t.rules, () => open("rules")],
            ["edit", t.rename, () => open("rename")],
          ]}
        />
      )}
      {uncopied && <TextDialog value={uncopied} onClose={() => setUncopied("")} />}
    </>
  );
}
