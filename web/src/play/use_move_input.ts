// From clicks, drags and typed moves to a move that is played, and what is said when it cannot be.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Shown } from "../board/animation";
import { click, drop, emptyInput, isOwn, type Input, type Reply } from "../board/input";
import { refusalWords } from "../board/refusal";
import { useApp } from "../context";
import { useProblem, useStable } from "../parts/hooks";
import { playSound } from "../parts/sound";
import type { GameInfo } from "../protocol";
import { jumpedOver } from "../state";
import type { Words } from "../words";
import type { ViewState } from "./use_view";

const mostSaid = 50; // refusals that the log keeps

/** What the page itself said as the referee, after so many lines of the log. */
export interface Said {
  at: number;
  text: string;
}

type SentMove = { index: number } | { text: string };

/** `view`: what the page shows; `mine`: a side that this page plays is to move there; `watching`: it plays none. `add`: what
 * becomes of a move where it is not played. */
export function useMoveInput(
  view: ViewState,
  game: GameInfo,
  shown: Shown,
  mine: boolean,
  watching: boolean,
  add?: (move: SentMove) => Promise<void>,
) {
  const table = view.shown;
  const app = useApp();
  const { text, link, settings, why } = app;
  const t = text.play;
  const [input, setInput] = useState<Input>(emptyInput);
  const [choices, setChoices] = useState<number[]>([]);
  const [problem, setProblem] = useProblem();
  const [warn, setWarn] = useState<readonly number[]>([]);
  const [refusals, setRefusals] = useState(0);
  const [said, setSaid] = useState<Said[]>([]);
  const waits = useRef(false); // a move is on its way
  const over = table.outcome !== null;
  const position = { board: table.board, turn: table.turn, legal: table.legal, capture: table.capture };

  const putDown = () => {
    setInput(emptyInput);
    setChoices([]);
    setProblem(null);
    setWarn([]);
  };
  // What was in hand belongs to one position, and so does what was said about it. It goes before the next click can
  // come, so that it does not take away what that click picks up.
  const startPosition = useStable(() => {
    putDown();
    waits.current = false;
  });
  useLayoutEffect(startPosition, [startPosition, table.node, table.turn, over]);

  // The program writes into the log what it refuses; what the page refuses by itself, the page adds.
  const refuse = (words: Words, squares: readonly number[] = [], ours = true) => {
    setProblem(words);
    setWarn(squares);
    setRefusals((count) => count + 1);
    if (ours) setSaid((lines) => [...lines, { at: table.log.length, text: words.text }].slice(-mostSaid));
    if (settings.sound) playSound("refuse");
  };
  // A move in an earlier position begins a variation, and the page goes there.
  const send = async (move: SentMove) => {
    if (add) return add(move);
    const variation = view.live ? {} : { variation: true };
    await link.request("move", { table: table.id, node: table.node, ...variation, ...move });
    view.goLive();
  };
  const play = (index: number) => {
    if (waits.current) return;
    waits.current = true;
    setInput(emptyInput);
    setChoices([]);
    send({ index }).catch((error: unknown) => {
      waits.current = false;
      refuse(why(error, game), [], false);
    });
  };
  const answer = (reply: Reply) => {
    setProblem(null);
    setWarn([]);
    setChoices([]);
    switch (reply.kind) {
      case "play":
        play(reply.index);
        return;
      case "keep":
        setInput(reply.input);
        return;
      case "ask":
        setInput(reply.input);
        setChoices(reply.candidates);
        return;
      case "refuse":
        setInput(reply.input);
        refuse({ text: refusalWords(text, game, reply.why) }, reply.why.code === "capture" ? reply.why.men : []);
    }
  };
  /** Whether a move can be made now; says why not, but nothing after the end or while a move is on its way. */
  const ready = (): boolean => {
    shown.finish();
    if (mine && !waits.current) return true;
    if (over || waits.current || !view.ready) return false;
    const computer = table[table.turn].kind === "computer";
    refuse({
      text: watching
        ? t.watching
        : !computer
          ? t.opponentsTurn
          : table.state === "paused"
            ? t.computerToMove
            : t.notYourTurn,
    });
    return false;
  };
  const onSquare = (square: number) => {
    // Clicking on through a capture that one click has decided is no other move.
    const through = jumpedOver(table).has(square) && !isOwn(position, square);
    if (through && !mine) {
      shown.finish();
      return;
    }
    if (!ready()) return;
    const reply = click(position, input, square);
    if (!(through && reply.kind === "refuse")) answer(reply);
  };
  const onDrag = (from: number) => {
    shown.finish();
    if (input.from !== from) setInput({ from, clicks: [] });
    setProblem(null);
    setWarn([]);
  };
  const onDrop = (from: number, to: number) => {
    if (!ready()) return;
    const reply = drop(position, input, from, to);
    if (reply.kind === "play") shown.dropped();
    answer(reply);
  };
  const playNow = (index: number) => {
    if (ready()) answer({ kind: "play", index });
  };
  /** Resolves to whether the move was played. */
  const playText = async (words: string): Promise<boolean> => {
    if (!words || !ready()) return false;
    try {
      await send({ text: words });
      return true;
    } catch (error) {
      refuse(why(error, game), [], false);
      return false;
    }
  };
  return { input, choices, problem, warn, refusals, said, putDown, play: playNow, playText, onSquare, onDrag, onDrop };
}

export type MoveInput = ReturnType<typeof useMoveInput>;
