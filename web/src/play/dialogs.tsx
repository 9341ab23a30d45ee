// Dialogs of the play screen: who plays, resign, more.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { Button, Choice, Dialog, Field } from "../parts/parts";
import { PlayerPicker } from "../parts/player_picker";
import { sideTitle } from "../players";
import type { Colour, GameInfo, Side, Table } from "../protocol";

interface PlayersDialogProps {
  table: Table;
  game: GameInfo;
  onClose: () => void;
  onApply: (sides: { black: Side; white: Side }) => void;
}

export function PlayersDialog({ table, game, onClose, onApply }: PlayersDialogProps) {
  const app = useApp();
  const { text } = app;
  const [sides, setSides] = useState({ black: table.black, white: table.white });
  const set = (colour: Colour, side: Side) => setSides((both) => ({ ...both, [colour]: side }));
  return (
    <Dialog
      title={text.play.levelTitle}
      close={text.app.close}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => setSides(({ black, white }) => ({ black: white, white: black }))} icon="swap">
            {text.play.swap}
          </Button>
          <Button kind="main" onClick={() => onApply(sides)}>
            {text.play.apply}
          </Button>
        </>
      }
    >
      <div class="stack">
        {(["black", "white"] as const).map((colour) => {
          const side = sides[colour];
          const name = sideTitle(app, game, colour);
          return (
            <div key={colour} class="stack seat">
              <Choice
                label={name}
                value={side.kind}
                options={[
                  ["human", text.players.humanOne],
                  ["computer", text.players.computerOne],
                ]}
                onChange={(kind) => set(colour, kind === "human" ? { kind } : { kind, player: game.opponent })}
              />
              {side.kind === "computer" && (
                <PlayerPicker
                  label={text.newGame.strategy}
                  game={game}
                  value={side.player}
                  onChange={(player) => set(colour, { kind: "computer", player })}
                />
              )}
            </div>
          );
        })}
      </div>
    </Dialog>
  );
}

interface ConfirmProps {
  question: string;
  yes: string;
  no: string;
  danger?: boolean;
  onYes: () => void;
  onClose: () => void;
}

export function Confirm({ question, yes, no, danger, onYes, onClose }: ConfirmProps) {
  const { text } = useApp();
  return (
    <Dialog
      title={question}
      close={text.app.close}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{no}</Button>
          <Button kind={danger ? "danger" : "main"} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  );
}

export function RenameDialog({
  name,
  onClose,
  onApply,
}: {
  name: string;
  onClose: () => void;
  onApply: (name: string) => void;
}) {
  const { text, limits } = useApp();
  const [value, setValue] = useState(name);
  return (
    <Dialog
      title={text.play.rename}
      close={text.app.close}
      onClose={onClose}
      actions={
        <Button kind="main" onClick={() => onApply(value.trim())}>
          {text.play.apply}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onApply(value.trim());
        }}
      >
        <Field label={text.play.renameTo}>
          {(ids) => (
            <input
              {...ids}
              type="text"
              maxLength={limits.name}
              value={value}
              onInput={(event) => setValue(event.currentTarget.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

/** A text that the browser would not copy by itself. */
export function TextDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const { text } = useApp();
  return (
    <Dialog title={text.play.notCopied} close={text.app.close} onClose={onClose}>
      <textarea
        readOnly
        rows={10}
        aria-label={text.play.notCopied}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  );
}
