// The line below the board: whose turn it is, what must be done, what went wrong, how the game ended.
import type { ComponentChildren } from "preact";
import { squareName } from "../board/geometry";
import { isPass } from "../board/input";
import { useApp } from "../context";
import { Icon } from "../parts/icon";
import { Button } from "../parts/parts";
import { seatTitle, sideTitle } from "../players";
import type { Colour, GameInfo, Table } from "../protocol";
import { humans, onlyHuman } from "../state";
import { outcomeWords } from "../words";
import type { Hint } from "./use_hint";
import { mustCaptureWords, type MoveInput } from "./use_move_input";

interface NoteProps {
  table: Table;
  game: GameInfo;
  mine: boolean;
  /** The board shows the position of the table: nothing moves. */
  settled: boolean;
  moving: MoveInput;
  hint: Hint | null;
  /** Who offers a draw to a person that has not answered. */
  offer: Colour | null;
  mayReview: boolean;
  onAgree: () => void;
  onPlayOn: () => void;
  onGoOn: () => void;
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
  if (problem) return { kind: "problem", words: <span lang={problem.lang}>{problem.text}</span> };
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
  if (offer)
    return {
      kind: "ask offer",
      words: (
        <>
          <span>{t.drawOffered(sideTitle(app, game, offer))}</span>
          <span class="note-buttons">
            <Button small kind="main" onClick={props.onAgree}>
              {t.drawAgree}
            </Button>
            <Button small onClick={props.onPlayOn}>
              {t.drawPlayOn}
            </Button>
          </span>
        </>
      ),
    };
  if (hint)
    return {
      kind: "hinting",
      words: (
        <>
          <Icon name="hint" />
          <span>
            {t.hintIs(hint.text)} <span lang="en">{hint.remark}</span>
          </span>
        </>
      ),
    };
  if (table.outcome) return { kind: "over", words: <Result {...props} /> };
  return { kind: table.capture && mine ? "must" : "calm", words: <Turn {...props} /> };
}

function Result({ table, game, mayReview, onRematch, onReview }: NoteProps) {
  const app = useApp();
  const t = app.text.play;
  const { outcome } = table;
  if (!outcome) return null;
  const you = onlyHuman(table);
  const { winner } = outcome;
  const ended = outcomeWords(app.text, game, outcome, table.turn);
  const head =
    winner === null
      ? t.draw
      : you === null
        ? t.won(sideTitle(app, game, winner))
        : winner === you
          ? t.youWon
          : t.youLost;
  const words = winner === null ? ended.text.replace(/^(draw|remise): /i, "") : ended.text;
  return (
    <>
      <span>
        <b>{head}</b> <span lang={ended.lang}>{words}</span>
      </span>
      <span class="note-buttons">
        <Button small kind="main" icon="again" onClick={() => onRematch(false)}>
          {t.rematch}
        </Button>
        {humans(table) > 0 && <Button small icon="swap" label={t.rematchSwap} onClick={() => onRematch(true)} />}
        {mayReview && (
          <Button small class="narrow" onClick={onReview}>
            {t.review.ask}
          </Button>
        )}
      </span>
    </>
  );
}

function Turn({ table, game, mine, moving, onGoOn }: NoteProps) {
  const app = useApp();
  const t = app.text.play;
  const people = humans(table);
  const pass = mine ? table.legal.findIndex(isPass) : -1;
  const side = sideTitle(app, game, table.turn);
  const [head, words] = (() => {
    if (table.state === "thinking") return ["", t.computerThinks(seatTitle(app, game, table, table.turn))];
    if (table.state === "paused") return [t.paused, people > 0 ? t.computerToMove : t.turnOf(side)];
    const must = table.capture
      ? mustCaptureWords(
          app.text,
          table.legal.map((move) => move.text),
        )
      : "";
    return [onlyHuman(table) ? t.yourTurn : t.turnOf(side), pass >= 0 ? t.mustPass : must];
  })();
  return (
    <>
      <span>
        <b>{head}</b> {words}
      </span>
      {pass >= 0 && (
        <Button small kind="main" onClick={() => moving.play(pass)}>
          {t.pass}
        </Button>
      )}
      {table.state === "paused" && people > 0 && (
        <Button small onClick={onGoOn}>
          {t.goOnHere}
        </Button>
      )}
    </>
  );
}
