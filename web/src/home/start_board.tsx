// The board of the first screen: the first move on it starts a game.
import { useEffect, useState } from "preact/hooks";
import { BoardView, PieceIcon } from "../board/board";
import { usePositionInput } from "../board/use_position_input";
import { fullTitle, useApp } from "../context";
import { Button } from "../parts/parts";
import { Wood } from "../parts/wood";
import { sideTitle } from "../players";
import type { Colour, GameInfo, Requests, Side } from "../protocol";
import { keepSecrets } from "../seats";
import { otherSide } from "../state";

interface StartBoardProps {
  game: GameInfo;
  /** The side that this page plays. */
  own: Colour;
  opponent: { player: string; title: string; level: number; words: string };
  onStart: () => void;
}

/** Where the game begins, with its moves; null until the program has said it. */
function useStart(game: GameInfo): Requests["position"]["answer"] | null {
  const { link, failed } = useApp();
  const [start, setStart] = useState<{ game: string; position: Requests["position"]["answer"] } | null>(null);
  useEffect(() => {
    let here = true;
    const ask = () =>
      link.request("position", { game: game.name }).then(
        (position) => here && setStart({ game: game.name, position }),
        (error: unknown) => link.up && failed(error),
      );
    if (link.up) void ask();
    const stop = link.listen((event) => event === "up" && void ask());
    return () => {
      here = false;
      stop();
    };
  }, [link, failed, game]);
  return start?.game === game.name ? start.position : null;
}

export function StartBoard({ game, own, opponent, onStart }: StartBoardProps) {
  const app = useApp();
  const { text, link, settings } = app;
  const t = text.home;
  const position = useStart(game);
  const [busy, setBusy] = useState(false);
  const first = own === game.begins;

  /** With the first move, or null where the other side begins. */
  const start = (index: number | null) => {
    if (busy) return;
    setBusy(true);
    onStart();
    const seats: Record<Colour, Side> = { black: { kind: "human" }, white: { kind: "human" } };
    seats[otherSide(own)] = { kind: "computer", player: opponent.player };
    link
      .request("new", { game: game.name, ...seats })
      .then(async ({ table, secrets }) => {
        keepSecrets(table.id, secrets);
        // A move that is lost on the way can be made again: the game is there.
        if (index !== null) await link.request("move", { table: table.id, node: 0, index }).catch(app.failed);
        app.navigate(`t=${table.id}`);
      })
      .catch((error: unknown) => {
        setBusy(false);
        app.failed(error);
      });
  };
  const moving = usePositionInput(first && !busy ? position : null, game, start);
  const title = fullTitle(app, game);
  const seat = (colour: Colour) => (
    <div class="home-seat">
      {colour === own ? <PieceIcon piece={colour === "black" ? "b" : "w"} size={30} /> : null}
      {colour !== own && opponent.level > 0 && <Wood level={opponent.level} size={30} />}
      <b>{colour === own ? text.players.you : opponent.title}</b>
      <span class="soft">{sideTitle(app, game, colour)}</span>
      {colour !== own && settings.speech && opponent.words && <q class="says">{opponent.words}</q>}
    </div>
  );
  return (
    <section class="home-table" aria-label={title}>
      {seat(otherSide(own))}
      <div class="home-board">
        <BoardView
          board={position?.board ?? game.start}
          cells={game.cells}
          size={game.size}
          names={game.names}
          label={text.board.label(title)}
          flipped={own === "black"}
          numbers={settings.numbers}
          {...moving.board}
          {...(!first && { onSquare: () => start(null), canDrag: () => false })}
        />
      </div>
      <div class="home-below">
        {seat(own)}
        <p class={moving.refusal ? "home-say refused" : "home-say"} role="status">
          {busy ? t.starting : moving.refusal || (first ? t.moveToBegin : t.begins(opponent.title))}
        </p>
        {!first && (
          <Button kind="main" disabled={busy} onClick={() => start(null)}>
            {t.startGame}
          </Button>
        )}
      </div>
    </section>
  );
}
