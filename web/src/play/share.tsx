// Inviting others: to play one of the sides, or to watch.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { copyText } from "../parts/files";
import { Button, Dialog, Field } from "../parts/parts";
import { sideTitle } from "../players";
import type { Colour, GameInfo, Table } from "../protocol";
import { dropSecret, keepSecrets, tableLink } from "../seats";
import { humans, isHuman, otherSide } from "../state";

interface ShareDialogProps {
  table: Table;
  game: GameInfo;
  you: readonly Colour[];
  /** Which seats this page holds after an invitation. */
  onYou: (you: readonly Colour[]) => void;
  onClose: () => void;
}

export function ShareDialog({ table, game, you, onYou, onClose }: ShareDialogProps) {
  const app = useApp();
  const { link, text, toast, failed } = app;
  const t = text.play.share;
  const [invited, setInvited] = useState<{ side: Colour; address: string } | null>(null);
  const invite = (side: Colour) =>
    link.request("invite", { table: table.id, side }).then(({ secret, you: left }) => {
      onYou(left);
      dropSecret(table.id, side);
      setInvited({ side, address: tableLink(table.id, `&seat=${encodeURIComponent(secret)}`) });
    }, failed);
  const reclaim = (side: Colour) =>
    link.request("reclaim", { table: table.id, side }).then(({ secrets, you: held }) => {
      onYou(held);
      keepSecrets(table.id, secrets);
      setInvited(null);
      toast(t.reclaimed(sideTitle(app, game, side)));
    }, failed);
  const twoPeople = humans(table) === 2;
  const sides = (["black", "white"] as const).filter((side) => isHuman(table[side]));
  return (
    <Dialog title={t.title} close={text.app.close} onClose={onClose}>
      <div class="stack">
        {twoPeople && you.length > 0 && <p>{t.playWords}</p>}
        {twoPeople && (
          <div class="row">
            {sides.map((side) => {
              const name = sideTitle(app, game, side);
              if (you.includes(side) && you.includes(otherSide(side)))
                return (
                  <Button key={side} icon="link" onClick={() => void invite(side)}>
                    {t.invite(name)}
                  </Button>
                );
              if (!you.includes(side) && you.includes(otherSide(side)) && !table.seats[side].present)
                return (
                  <Button key={side} onClick={() => void reclaim(side)}>
                    {t.reclaim(name)}
                  </Button>
                );
              return null;
            })}
          </div>
        )}
        {invited && <Address label={t.inviteLink(sideTitle(app, game, invited.side))} address={invited.address} />}
        <Address label={t.watchLink} address={tableLink(table.id)} />
      </div>
    </Dialog>
  );
}

function Address({ label, address }: { label: string; address: string }) {
  const { text, toast } = useApp();
  const copy = async () => toast((await copyText(address)) ? text.play.copied : text.play.notCopied);
  return (
    <Field label={label}>
      {(ids) => (
        <div class="copy-row">
          <input {...ids} type="text" readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
          <Button icon="copy" label={text.play.share.copy} onClick={() => void copy()} />
        </div>
      )}
    </Field>
  );
}
