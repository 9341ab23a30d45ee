// Trying a moment of a game again: the position before the mistake, the answer hidden. A wrong move is refuted on the board, move by move.
import { useEffect, useState } from "preact/hooks";
import { BoardView, type Marks } from "../board/board";
import type { Position } from "../board/input";
import { MoveChoices } from "../board/move_choices";
import { usePositionInput } from "../board/use_position_input";
import { useApp } from "../context";
import { boardBefore, isExact, numberOf, signOf, type Turn } from "../logic/review";
import { Button, Dialog } from "../parts/parts";
import { sideTitle } from "../players";
import type { GameInfo, LineStep, Moment, MomentMove, MoveValue, Table } from "../protocol";
import { glides } from "../settings";
import type { Texts } from "../texts";

const stepTime = 900; // milliseconds between the moves of a refutation

interface TryAgainProps {
  table: Table;
  game: GameInfo;
  moment: Moment;
  turn: Turn;
  flipped: boolean;
  onSeen: () => void;
  onClose: () => void;
}

/** A value with where it comes from: "win (endgame file)", "about even, depth 14". */
export function valueWords(t: Texts["play"]["review"], value: MoveValue): string {
  if (value.known) return t.exactly(value.known.value, value.source);
  return t.estimated(Math.round(100 * value.expected), value.depth);
}

export function TryAgain({ table, game, moment, turn, flipped, onSeen, onClose }: TryAgainProps) {
  const app = useApp();
  const { text, link, settings } = app;
  const t = text.play.review;
  const [position, setPosition] = useState<Position | null>(null);
  const [tried, setTried] = useState<MomentMove | null>(null);
  const [given, setGiven] = useState(false); // the answer was asked for
  const [step, setStep] = useState(0); // moves of the line that are on the board
  useEffect(() => {
    let here = true;
    // Also where the game went on after a draw that nobody claimed.
    void link.request("view", { table: table.id, node: turn.node.parent, beyond: true }).then(
      (view) => here && setPosition(view),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [link, table.id, turn.node.parent]);

  const line: readonly LineStep[] = tried?.line ?? [];
  const refuted = tried !== null && !tried.holds;
  // The move itself at once, what follows one by one; without animation only on request.
  const runs = refuted && glides(settings) && step < line.length;
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => setStep((now) => now + 1), stepTime);
    return () => clearTimeout(timer);
  }, [runs, step]);

  const putBack = () => {
    setTried(null);
    setStep(0);
  };
  const attempt = (index: number) => {
    const words = position?.legal[index]?.text;
    const move = moment.moves.find((one) => one.text === words);
    if (!move) return;
    setTried(move);
    setStep(1);
    if (move.holds) onSeen();
  };
  const show = () => {
    const best = moment.moves.find((one) => one.holds);
    setGiven(true);
    onSeen();
    if (!best) return;
    setTried(best);
    setStep(1);
  };
  const moving = usePositionInput(tried === null ? position : null, game, attempt);
  const shown = line[step - 1];
  const marks: Marks = shown ? { last: [shown.from, ...shown.hops.map(([to]) => to)] } : moving.marks;
  const side = sideTitle(app, game, turn.node.side);
  const said = !tried
    ? t.find(side, isExact(turn))
    : tried.holds
      ? given
        ? t.holds([tried.text], isExact(turn))
        : t.right(tried.text, isExact(turn))
      : t.wrong(tried.text, isExact(turn) && tried.value.known !== null);
  return (
    <Dialog
      title={t.momentTitle(numberOf(turn.ply), side)}
      close={text.app.close}
      onClose={onClose}
      actions={
        <>
          {tried ? (
            <>
              {line.length > 1 && (
                <>
                  <Button small icon="back" label={t.lineBack} disabled={step <= 1} onClick={() => setStep(step - 1)} />
                  <Button
                    small
                    icon="forward"
                    label={t.lineForward}
                    disabled={step >= line.length}
                    onClick={() => setStep(step + 1)}
                  />
                </>
              )}
              <Button small icon="again" onClick={putBack}>
                {t.once}
              </Button>
            </>
          ) : null}
          {!(tried && tried.holds) && (
            <Button small onClick={show}>
              {t.show}
            </Button>
          )}
          <Button small kind={tried?.holds ? "main" : "plain"} onClick={onClose}>
            {text.app.close}
          </Button>
        </>
      }
    >
      <div class="try">
        <p role="status" class={`try-words ${tried ? (tried.holds ? "right" : "wrong") : ""}`}>
          <b>{said}</b>{" "}
          {tried ? (
            <span>{valueWords(t, tried.value)}</span>
          ) : (
            <span>{t.youPlayed(`${turn.node.text}${signOf[turn.glyph]}`)}</span>
          )}
        </p>
        <div class="try-board">
          <BoardView
            board={shown?.board ?? position?.board ?? boardBefore(table, turn.node)}
            cells={game.cells}
            size={game.size}
            names={game.names}
            label={text.board.label(t.tryAgain)}
            flipped={flipped}
            numbers={settings.numbers}
            {...moving.board}
            marks={marks}
          />
        </div>
        {moving.refusal && <p role="status">{moving.refusal}</p>}
        {position && <MoveChoices position={position} game={game} moving={moving} />}
        {tried && line.length > 0 && (
          <p class="try-line" aria-live="polite">
            <span class="soft">{t.line}</span>{" "}
            {line.slice(0, Math.max(step, 1)).map((one, index) => (
              <span key={index} class={index === step - 1 ? "now" : ""}>
                {one.text}{" "}
              </span>
            ))}
          </p>
        )}
      </div>
    </Dialog>
  );
}
