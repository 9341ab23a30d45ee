// A drill on the board: win this, or hold this draw. The program judges every move by the endgame files and answers it; a move that
// spoils it is refuted move by move.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { BoardView, PieceIcon } from "../board/board";
import type { Position } from "../board/input";
import { StepLine } from "../board/step_line";
import { usePositionInput } from "../board/use_position_input";
import { useApp } from "../context";
import { movesIn } from "../logic/endings";
import { movesLeft } from "../logic/known";
import { today } from "../logic/puzzles";
import { Icon } from "../parts/icon";
import { Button } from "../parts/parts";
import { playSound } from "../parts/sound";
import { sideTitle } from "../players";
import type { Drill, DrillStep, GameInfo, LineStep } from "../protocol";
import { glides } from "../settings";
import type { EndingTexts } from "../texts/endings_en";

const stepTime = 900; // milliseconds between the moves of a line
const replyTime = 500; // until the reply is on the board

interface DrillProps {
  drill: Drill;
  game: GameInfo;
  texts: EndingTexts;
  title: string;
  /** Buttons once it is over: `good`, if it was solved. */
  next: (good: boolean) => ComponentChildren;
}

interface State {
  position: Position;
  moves: readonly number[];
  /** Moves of one's own. */
  own: number;
  /** The last move and its replies, or the refutation. */
  line: readonly LineStep[];
  /** How many of them are on the board. */
  step: number;
  waiting: boolean;
  end: DrillStep | null;
}

export function DrillView({ drill, game, texts, title, next }: DrillProps) {
  const app = useApp();
  const { text, link, settings, failed } = app;
  const begin: State = {
    position: drill.position,
    moves: [],
    own: 0,
    line: [],
    step: 0,
    waiting: false,
    end: null,
  };
  const [state, setState] = useState<State>(begin);
  const { position, line, step, end, waiting, own } = state;
  const buttons = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLDivElement>(null);
  const go = (to: number) => setState((now) => ({ ...now, step: to }));

  // Replies come one after the other; without animation at once. A refutation is walked by its buttons, too.
  const runs = glides(settings) && step < line.length;
  const spoiled = end?.end === "spoiled";
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => go(step + 1), spoiled ? stepTime : replyTime);
    return () => clearTimeout(timer);
  }, [runs, step, spoiled]);
  const over = end !== null;
  useEffect(() => {
    if (!over) return;
    said.current?.scrollIntoView({ block: "nearest" });
    buttons.current?.querySelector<HTMLElement>(".main")?.focus({ preventScroll: true });
  }, [over]);

  const attempt = (index: number) => {
    setState((now) => ({ ...now, waiting: true }));
    link
      .request("endings.move", { key: drill.key, moves: [...state.moves], index, day: today() })
      .then((answer) => {
        const move = answer.line[0];
        if (settings.sound && move)
          playSound(move.crowned ? "crown" : move.hops.some(([, captured]) => captured > 0) ? "capture" : "step");
        const ended = answer.end !== "open";
        setState((now) => ({
          position: answer.position ?? now.position,
          moves: [...now.moves, ...answer.moves],
          own: now.own + 1,
          line: answer.line,
          step: glides(settings) || answer.end === "spoiled" ? 1 : answer.line.length,
          waiting: false,
          end: ended ? answer : null,
        }));
      })
      .catch((error: unknown) => {
        setState((now) => ({ ...now, waiting: false }));
        failed(error);
      });
  };
  const ready = !waiting && !over && step >= line.length;
  const moving = usePositionInput(ready ? position : null, game, attempt);
  const shown = line[step - 1];
  const turn = drill.position.turn;
  const me = turn === "black" ? "b" : "w";
  const other = me === "b" ? "w" : "b";
  const mine = line[0]?.text ?? "";
  const replies = line.slice(1).filter(({ from }) => from !== 0);
  const reply = replies[replies.length - 1]?.text ?? "";
  const good = end?.end === "won" || end?.end === "held";
  const count = Math.min(own + (over ? 0 : 1), drill.goal === "hold" ? drill.hold : Infinity);
  return (
    <div class="exercise">
      <div class="exercise-board">
        <BoardView
          board={shown?.board ?? position.board}
          cells={game.cells}
          size={game.size}
          names={game.names}
          label={text.board.label(texts.board)}
          flipped={turn === "black"}
          numbers={settings.numbers}
          {...moving.board}
          marks={{
            ...moving.marks,
            last: shown ? [shown.from, ...shown.hops.map(([to]) => to)] : undefined,
            crowned: shown?.crowned ? (shown.hops[shown.hops.length - 1]?.[0] ?? 0) : 0,
          }}
        />
      </div>
      <div class="exercise-side">
        <div class="exercise-head">
          <PieceIcon piece={me} size={40} />
          <div>
            <h2>{texts.goals[drill.goal]}</h2>
            <p class="soft">
              {text.puzzles.turn(sideTitle(app, game, turn))} {title}.
            </p>
          </div>
        </div>
        <section
          class={`exercise-card ${good ? "right" : over ? "wrong" : ""}`}
          aria-label={texts.board}
          aria-busy={waiting}
        >
          <p class="soft drill-count">
            {drill.goal === "hold" ? texts.moveOf(count, drill.hold) : texts.moveNumber(count)}
          </p>
          <div role="status" ref={said}>
            {!over && (
              <p>
                {waiting
                  ? texts.thinking
                  : moving.refusal ||
                    (own > 0
                      ? texts.replied(mine, reply)
                      : drill.goal === "win"
                        ? texts.task.win
                        : texts.task.hold(drill.hold))}
              </p>
            )}
            {end && (
              <>
                <h3>
                  <span class={`exercise-sign ${good ? "right" : "wrong"}`}>
                    <Icon name={good ? "check" : "close"} />
                  </span>
                  {end.end === "spoiled" ? texts.spoiled(mine, drill.goal) : end.end !== "open" && texts.ends[end.end]}
                </h3>
                <p>
                  {end.end === "spoiled" && end.known
                    ? `${texts.better(end.better)} ${texts.now(end.known.value, movesLeft(end.known))}`
                    : end.end === "won" || end.end === "held"
                      ? texts.endHelp[end.end](own)
                      : end.end === "repeated" || end.end === "too-long"
                        ? texts.endHelp[end.end]
                        : ""}
                </p>
              </>
            )}
          </div>
          {spoiled && <StepLine steps={line} step={step} pieces={[me, other]} onGo={go} />}
          <div class="exercise-buttons" ref={buttons}>
            {spoiled && line.length > 1 && (
              <>
                <Button icon="back" label={text.puzzles.backOne} disabled={step <= 1} onClick={() => go(step - 1)} />
                <Button
                  icon="forward"
                  label={text.puzzles.nextMove}
                  disabled={step >= line.length}
                  onClick={() => go(step + 1)}
                />
              </>
            )}
            {(over || own > 0) && (
              <Button
                kind={over && !good ? "main" : "plain"}
                icon="again"
                disabled={waiting}
                onClick={() => setState(begin)}
              >
                {texts.again}
              </Button>
            )}
            {over && next(good)}
          </div>
          {moving.choices.length > 0 && (
            <p class="exercise-choices">
              {moving.choices.map((index) => (
                <Button key={index} small onClick={() => moving.choose(index)}>
                  {position.legal[index]?.text}
                </Button>
              ))}
            </p>
          )}
        </section>
        <p class="exercise-proof">
          <span class="proof-badge exact">
            <Icon name="check" />
            {text.puzzles.badge.endgames}
          </span>
          <span class="proof-badge">{texts.grades[drill.grade]}</span>
          <small>
            {texts.gradeHelp[drill.goal][drill.grade]}{" "}
            {drill.goal === "win" && drill.known.plies !== null && texts.best(movesIn(drill.known.plies))}{" "}
            {drill.result && texts.result[drill.result]}
          </small>
        </p>
      </div>
    </div>
  );
}
