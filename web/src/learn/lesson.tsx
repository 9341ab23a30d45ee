// One step of a course: a position, a sentence, and the move that is asked for.
import { useEffect, useRef, useState } from "preact/hooks";
import { BoardView } from "../board/board";
import { MoveChoices } from "../board/move_choices";
import { usePositionInput } from "../board/use_position_input";
import { fullTitle, useApp } from "../context";
import { isRight, squaresText, type Step } from "../logic/lessons";
import { Button, Waiting } from "../parts/parts";
import { playSound } from "../parts/sound";
import type { GameInfo, LineStep, Requests } from "../protocol";
import { glides } from "../settings";
import type { LessonTexts } from "../texts/lessons_en";

const replyTime = 700; // milliseconds until the other side answers

type Position = Requests["position"]["answer"];

interface LessonProps {
  game: GameInfo;
  step: Step;
  texts: LessonTexts;
  onDone: () => void;
  /** The next step, or null after the last. */
  onNext: (() => void) | null;
}

export function Lesson({ game, step, texts, onDone, onNext }: LessonProps) {
  const app = useApp();
  const { link, settings, text } = app;
  const [start, setStart] = useState<Position | null>(null);
  const [line, setLine] = useState<readonly LineStep[]>([]);
  const [state, setState] = useState<"open" | "wrong" | "done">("open");
  const next = useRef<HTMLDivElement>(null);
  const words = texts.steps[step.name];

  useEffect(() => {
    let here = true;
    const ask = () =>
      link.request("position", { game: game.name, fen: step.fen }).then(
        (position) => here && setStart(position),
        (error: unknown) => link.up && app.failed(error),
      );
    if (link.up) void ask();
    const stop = link.listen((event) => event === "up" && void ask());
    return () => {
      here = false;
      stop();
    };
    // The step is the key of this part: it never changes.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [link]);
  // The button that goes on is at hand, also on a phone, where it is below the board.
  useEffect(() => {
    if (state === "open") return;
    next.current?.scrollIntoView({ block: "nearest" });
    next.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [state]);

  const sound = (move: LineStep) => {
    if (!settings.sound) return;
    playSound(move.crowned ? "crown" : move.hops.some(([, captured]) => captured > 0) ? "capture" : "step");
  };
  const attempt = async (index: number) => {
    const move = start?.legal[index];
    if (!start || !move) return;
    const right = isRight(step, move);
    try {
      const fields = { game: game.name, fen: step.fen };
      const after = await link.request("position", { ...fields, moves: [index] });
      setLine(after.line);
      setState(right ? (step.reply ? "open" : "done") : "wrong");
      if (after.line[0]) sound(after.line[0]);
      if (!right) return;
      if (step.reply) {
        const reply = after.legal.findIndex((one) => squaresText(one) === step.reply);
        const end = await link.request("position", { ...fields, moves: [index, reply] });
        if (glides(settings)) await new Promise((resolve) => setTimeout(resolve, replyTime));
        setLine(end.line);
        setState("done");
        if (end.line[1]) sound(end.line[1]);
      }
      onDone();
    } catch (error) {
      app.failed(error);
    }
  };
  const again = () => {
    setLine([]);
    setState("open");
  };
  const moving = usePositionInput(line.length === 0 ? start : null, game, (index) => void attempt(index));
  if (!start) return <Waiting>{text.app.loading}</Waiting>;
  const last = line[line.length - 1];
  const reply = line[1];
  return (
    <div class="lesson">
      <div class="lesson-board">
        <BoardView
          board={last?.board ?? start.board}
          cells={game.cells}
          size={game.size}
          names={game.names}
          label={text.board.label(fullTitle(app, game))}
          flipped={start.turn === "black"}
          numbers={settings.numbers}
          {...moving.board}
          marks={
            last
              ? {
                  last: [last.from, ...last.hops.map(([to]) => to)],
                  crowned: last.crowned ? (last.hops[last.hops.length - 1]?.[0] ?? 0) : 0,
                }
              : moving.marks
          }
        />
      </div>
      <div class="lesson-words">
        <h2>{words.title}</h2>
        <p>{words.task}</p>
        <div class={`lesson-say ${state}`} role="status">
          {state === "done" && (
            <p>
              <b>✓ {line[0]?.text}</b> {reply && `${texts.replied(reply.text)} `}
              {words.done}
            </p>
          )}
          {state === "wrong" && (
            <p>
              <b>{last?.text}</b> {texts.wrong}
            </p>
          )}
          {state === "open" && moving.refusal && <p>{moving.refusal}</p>}
        </div>
        <MoveChoices position={start} game={game} moving={moving} />
        <div class="row" ref={next}>
          {state === "done" && onNext && (
            <Button kind="main" onClick={onNext}>
              {texts.next}
            </Button>
          )}
          {state !== "open" && (
            <Button kind={state === "wrong" ? "main" : "plain"} onClick={again}>
              {texts.again}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
