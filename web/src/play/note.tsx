// The line below the board: whose turn it is, what must be done, what went wrong, how the game ended.
import type { ComponentChildren } from "preact";
import { squareName } from "../board/geometry";
import { isPass } from "../board/input";
import { useApp } from "../context";
import { Icon } from "../parts/icon";
import { Button } from "../parts/parts";
import { resultTitle, seatTitle, sideTitle } from "../players";
import type { Colour, GameInfo, Table } from "../protocol";
import { humans, otherSide, ownSide, ownSides } from "../state";
import type { Hint } from "./use_hint";
import { mustCaptureWords } from "../board/refusal";
import type { MoveInput } from "./use_move_input";

interface NoteProps {
  /** As the page shows it. */
  table: Table;
  game: GameInfo;
  you: readonly Colour[];
  /** The page shows where the game stands. */
  live: boolean;
  mine: boolean;
  /** The board shows the position of the table: nothing moves. */
  settled: boolean;
  moving: MoveInput;
  hint: Hint | null;
  /** Who offers a draw to a person that has not answered. */
  offer: Colour | null;
  /** Who asks a person at this page for a move back. */
  takeBack: Colour | null;
  /** What is entered ahead of one's turn, in words. */
  premove: string;
  mayReview: boolean;
  onTakeBack: () => void;
  onDecline: () => void;
  onAgree: () => void;
  onPlayOn: () => void;
  onGoOn: () => void;
  onLive: () => void;
  onRematch: (swap: boolean) => void;
  onReview: () => void;
}

export function Note(props: NoteProps) {
  const { kind, words } = useNote(props);
  // A refusal is a new alert, even if it says the same as the last one: it is read again, and flashes again.
  const { moving } = props;
  return (
    <div
      key={kind === "problem" ? moving.refusals : -1}
      class={`note ${kind}`}
      role={kind === "problem" ? "alert" : "status"}
    >
      {words}
    </div>
  );
}

function useNote(props: NoteProps): { kind: string; words: ComponentChildren } {
  const app = useApp();
  const t = app.text.play;
  const { table, game, mine, settled, moving, hint, offer } = props;
  const name = (square: number) => squareName(game.names, square);
  const { problem, choices, input } = moving;
  if (problem) return { kind: "problem", words: <span>{problem.text}</span> };
  if (choices.length > 0 && mine && settled)
    return {
      kind: "ask",
      words: (
        <>
          <span>{input.from === 0 ? t.severalMen(name(input.clicks[0] ?? 0)) : t.severalWays}</span>
          <span class="note-buttons">
            {choices.map((index) => {
              const move = table.legal[index];
              return (
                move && (
                  <Button key={index} small onClick={() => moving.play(index)}>
                    {move.hops.length > 1 ? move.path.map(name).join("x") : move.text}
                  </Button>
                )
              );
            })}
          </span>
        </>
      ),
    };
  const question = (words: string, [yes, onYes]: [string, () => void], [no, onNo]: [string, () => void]) => ({
    kind: "ask offer",
    words: (
      <>
        <span>{words}</span>
        <span class="note-buttons">
          <Button small kind="main" onClick={onYes}>
            {yes}
          </Button>
          <Button small onClick={onNo}>
            {no}
          </Button>
        </span>
      </>
    ),
  });
  if (offer)
    return question(
      t.drawOffered(sideTitle(app, game, offer)),
      [t.drawAgree, props.onAgree],
      [t.drawPlayOn, props.onPlayOn],
    );
  if (props.takeBack)
    return question(
      t.takeBackAsked(sideTitle(app, game, props.takeBack)),
      [t.agree, props.onTakeBack],
      [t.decline, props.onDecline],
    );
  if (hint)
    return {
      kind: "hinting",
      words: (
        <>
          <Icon name="hint" />
          <span>
            {t.hintIs(hint.text)} {hint.remark}
          </span>
        </>
      ),
    };
  if (table.outcome) return { kind: "over", words: <Result {...props} /> };
  return { kind: table.capture && mine ? "must" : "calm", words: <Turn {...props} /> };
}

function Result({ table, game, you, live, mayReview, onLive, onRematch, onReview }: NoteProps) {
  const app = useApp();
  const t = app.text.play;
  const { outcome } = table;
  if (!outcome) return null;
  const { winner } = outcome;
  const head = resultTitle(app, game, winner, ownSide(table, you));
  const words = app.say(outcome.message, game);
  // What is said of a draw alone begins with that word.
  const whole = winner === null && !("side" in outcome.message.params);
  const own = ownSide(table, you);
  const asked = table.rematch !== null && own !== null;
  return (
    <>
      <span>
        {whole ? (
          <b>{words}</b>
        ) : (
          <>
            <b>{head}</b> {words}
          </>
        )}
        {asked && ` ${t.rematchAsked(sideTitle(app, game, otherSide(own)))}`}
      </span>
      <span class="note-buttons">
        {!live && (
          <Button small onClick={onLive}>
            {t.toTheGame}
          </Button>
        )}
        {mayReview && (
          <Button small kind="main" icon="search" onClick={onReview}>
            {t.review.ask}
          </Button>
        )}
        {you.length > 0 && (
          <Button small kind={mayReview && !asked ? "plain" : "main"} icon="again" onClick={() => onRematch(false)}>
            {asked ? t.rematchJoin : t.rematch}
          </Button>
        )}
        {ownSides(table, you).length > 0 && !asked && (
          <Button small icon="swap" label={t.rematchSwap} onClick={() => onRematch(true)} />
        )}
      </span>
    </>
  );
}

function Turn({ table, game, you, live, mine, moving, premove, onGoOn, onLive }: NoteProps) {
  const app = useApp();
  const t = app.text.play;
  const pass = mine ? table.legal.findIndex(isPass) : -1;
  const side = sideTitle(app, game, table.turn);
  const watching = you.length === 0;
  const computer = table[table.turn].kind === "computer";
  const [head, words] = (() => {
    if (table.state === "thinking") return ["", t.computerThinks(seatTitle(app, game, table, you, table.turn))];
    if (table.state === "paused")
      return [live ? t.paused : t.lookingBack, humans(table) > 0 && computer ? t.computerToMove : t.turnOf(side)];
    if (!mine) return [t.turnOf(side), watching ? t.watching : premove];
    const must = table.capture
      ? mustCaptureWords(
          app.text,
          table.legal.map((move) => move.text),
        )
      : "";
    return [ownSide(table, you) ? t.yourTurn : t.turnOf(side), pass >= 0 ? t.mustPass : must];
  })();
  const mayGoOn = table.state === "paused" && computer && humans(table) > 0 && !watching;
  return (
    <>
      <span>
        <b>{head}</b> {words}
      </span>
      {(pass >= 0 || mayGoOn || !live) && (
        <span class="note-buttons">
          {pass >= 0 && (
            <Button small kind="main" onClick={() => moving.play(pass)}>
              {t.pass}
            </Button>
          )}
          {mayGoOn && (
            <Button small onClick={onGoOn}>
              {t.goOnHere}
            </Button>
          )}
          {!live && (
            <Button small onClick={onLive}>
              {t.toTheGame}
            </Button>
          )}
        </span>
      )}
    </>
  );
}
