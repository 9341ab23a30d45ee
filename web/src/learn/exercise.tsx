// One exercise on the board: a puzzle, or a position of one's own in which a mistake was made. The program judges every move; a wrong
// one is refuted move by move.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { BoardView, PieceIcon, type Marks } from "../board/board";
import { squareName } from "../board/geometry";
import type { Position } from "../board/input";
import { MoveChoices } from "../board/move_choices";
import { StepLine } from "../board/step_line";
import { usePositionInput } from "../board/use_position_input";
import { fullTitle, useApp } from "../context";
import { today } from "../logic/puzzles";
import { Icon } from "../parts/icon";
import { Button } from "../parts/parts";
import { valueWords } from "../play/try_again";
import { sideTitle } from "../players";
import type { Exercise, GameInfo, LineStep, Streak, Tried } from "../protocol";
import { glides } from "../settings";

const stepTime = 900; // milliseconds between the moves of a line

type State =
  | { kind: "task"; said: string; hint: number }
  | { kind: "waiting" }
  | { kind: "wrong"; tried: Tried; step: number }
  | { kind: "right"; steps: readonly LineStep[]; first: boolean; step: number }
  | { kind: "shown"; steps: readonly LineStep[]; step: number };

interface ExerciseProps {
  exercise: Exercise;
  game: GameInfo;
  onStreak: (streak: Streak) => void;
  /** Buttons once it is solved, or the answer was shown. */
  next: ComponentChildren;
}

function stepsOf(state: State): readonly LineStep[] {
  if (state.kind === "wrong") return state.tried.line;
  return state.kind === "right" || state.kind === "shown" ? state.steps : [];
}

export function ExerciseView({ exercise, game, onStreak, next }: ExerciseProps) {
  const app = useApp();
  const { text, link, settings, failed } = app;
  const t = text.puzzles;
  const [position, setPosition] = useState<Position>(exercise.position);
  const [ply, setPly] = useState(0);
  const [untouched, setUntouched] = useState(exercise.result === null); // nothing was wrong or shown so far
  const [state, setState] = useState<State>({ kind: "task", said: "", hint: 0 });
  const steps = stepsOf(state);
  const step = "step" in state ? state.step : 0;
  const go = (to: number) => setState((now) => ("step" in now ? { ...now, step: to } : now));

  const runs = steps.length > 0 && glides(settings) && step < steps.length;
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => go(step + 1), stepTime);
    return () => clearTimeout(timer);
  }, [runs, step]);

  const attempt = (index: number) => {
    setState({ kind: "waiting" });
    link
      .request("puzzles.try", { key: exercise.key, ply, index, day: today() })
      .then((tried) => {
        onStreak(tried.streak);
        if (!tried.right) {
          setUntouched(false);
          setState({ kind: "wrong", tried, step: 1 });
        } else if (tried.done) {
          setState({ kind: "right", steps: tried.line, first: untouched, step: 1 });
        } else {
          const [mine, reply] = tried.line;
          setPly(ply + 2);
          if (tried.position) setPosition(tried.position);
          setState({ kind: "task", said: t.goOn(mine?.text ?? "", reply?.text ?? ""), hint: 0 });
        }
      })
      .catch((error: unknown) => {
        setState({ kind: "task", said: "", hint: 0 });
        failed(error);
      });
  };
  const hint = () => {
    link
      .request("puzzles.hint", { key: exercise.key, ply, day: today() })
      .then(({ from, streak }) => {
        onStreak(streak);
        setUntouched(false);
        if (from !== null) setState({ kind: "task", said: t.hinted(squareName(game.names, from)), hint: from });
      })
      .catch(failed);
  };
  const show = () => {
    link
      .request("puzzles.show", { key: exercise.key, day: today() })
      .then((shown) => {
        onStreak(shown.streak);
        setUntouched(false);
        setState({ kind: "shown", steps: shown.line, step: 1 });
      })
      .catch(failed);
  };
  const open = state.kind === "task";
  const moving = usePositionInput(open ? position : null, game, attempt);
  const shown = steps[step - 1];
  const marks: Marks = open
    ? { ...moving.marks, selected: moving.marks.selected || state.hint }
    : shown
      ? { last: [shown.from, ...shown.hops.map(([to]) => to)] }
      : {};
  const side = sideTitle(app, game, exercise.position.turn);
  const own = exercise.position.turn === "black" ? "b" : "w";
  const other = own === "b" ? "w" : "b";
  return (
    <div class="exercise">
      <div class="exercise-board">
        <BoardView
          board={shown?.board ?? position.board}
          cells={game.cells}
          size={game.size}
          names={game.names}
          label={text.board.label(t.board)}
          flipped={exercise.position.turn === "black"}
          numbers={settings.numbers}
          {...moving.board}
          marks={marks}
        />
      </div>
      <div class="exercise-side">
        <div class="exercise-head">
          <PieceIcon piece={own} size={40} />
          <div>
            <h2>{t.turn(side)}</h2>
            <p class="soft">
              {fullTitle(app, game)} · {t.goals[exercise.goal]} ·{" "}
              {exercise.mistake ? t.youPlayed(exercise.mistake.played) : t.plies((exercise.plies + 1) / 2)}
            </p>
          </div>
        </div>
        <section class={`exercise-card ${state.kind}`} aria-label={t.board}>
          <div role="status">
            {state.kind === "task" && <p>{moving.refusal || state.said || t.task}</p>}
            {state.kind === "waiting" && <p>{t.thinking}</p>}
            {state.kind === "wrong" && (
              <>
                <h3>
                  <span class="exercise-sign wrong">
                    <Icon name="close" />
                  </span>
                  {t.wrong(state.tried.line[0]?.text ?? "")}
                </h3>
                <p>
                  {state.tried.value && `${valueWords(text.play.review, state.tried.value)}. `}
                  {t.wrongHelp}
                </p>
              </>
            )}
            {state.kind === "right" && (
              <>
                <h3>
                  <span class="exercise-sign right">
                    <Icon name="check" />
                  </span>
                  {t.right(state.steps[0]?.text ?? "")}
                </h3>
                {exercise.kind === "puzzle" && <p>{state.first ? t.firstTry : t.later}</p>}
              </>
            )}
            {state.kind === "shown" && <h3>{t.answer}</h3>}
          </div>
          {steps.length > 0 && <StepLine steps={steps} step={step} pieces={[own, other]} onGo={go} />}
          <div class="exercise-buttons">
            {steps.length > 1 && (
              <>
                <Button icon="back" label={t.backOne} disabled={step <= 1} onClick={() => go(step - 1)} />
                <Button
                  icon="forward"
                  label={t.nextMove}
                  disabled={step >= steps.length}
                  onClick={() => go(step + 1)}
                />
              </>
            )}
            {state.kind === "task" && (
              <>
                <Button icon="hint" onClick={hint}>
                  {t.hint}
                </Button>
                <Button kind="quiet" onClick={show}>
                  {t.show}
                </Button>
              </>
            )}
            {(state.kind === "wrong" || state.kind === "shown") && (
              <Button
                kind={state.kind === "wrong" ? "main" : "plain"}
                icon="again"
                onClick={() => {
                  if (state.kind === "shown") {
                    setPly(0);
                    setPosition(exercise.position);
                  }
                  setState({ kind: "task", said: "", hint: 0 });
                }}
              >
                {t.again}
              </Button>
            )}
            {state.kind === "wrong" && (
              <Button kind="quiet" onClick={show}>
                {t.show}
              </Button>
            )}
            {(state.kind === "right" || state.kind === "shown") && next}
          </div>
          <MoveChoices position={position} game={game} moving={moving} />
        </section>
        <ProofNote exercise={exercise} />
      </div>
    </div>
  );
}

/** Where it is known from that there is one solution; an estimate never looks like a proof. */
function ProofNote({ exercise }: { exercise: Exercise }) {
  const { text } = useApp();
  const t = text.puzzles;
  const help = exercise.kind === "mistake" ? t.holdHelp : t.badgeHelp;
  const exact = exercise.proof !== "search";
  return (
    <p class="exercise-proof">
      <span class={`proof-badge ${exact ? "exact" : "estimate"}`}>
        {exact && <Icon name="check" />}
        {exercise.proof === "search" ? t.badge.search(exercise.depth) : t.badge[exercise.proof]}
      </span>
      {exercise.kind === "puzzle" && <span class="proof-badge">{t.grades[exercise.grade]}</span>}
      {exercise.themes.map((theme) => (
        <span key={theme} class="proof-badge" title={t.themeHelp[theme]}>
          {t.themes[theme]}
        </span>
      ))}
      <small>{exercise.proof === "search" ? help.search(exercise.depth) : help[exercise.proof]}</small>
    </p>
  );
}
