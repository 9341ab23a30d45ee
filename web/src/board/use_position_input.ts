// From clicks and drags to a move of a position that belongs to no table.
import { useLayoutEffect, useState } from "preact/hooks";
import { useApp } from "../context";
import { playSound } from "../parts/sound";
import type { GameInfo } from "../protocol";
import type { Marks } from "./board";
import { click, drop, emptyInput, isOwn, movable, targets, type Input, type Position, type Reply } from "./input";
import { refusalWords } from "./refusal";

/** `position`: null while nothing can be moved. `onPlay`: the index of the move among the legal ones. */
export function usePositionInput(position: Position | null, game: GameInfo, onPlay: (index: number) => void) {
  const { text, settings } = useApp();
  const [input, setInput] = useState<Input>(emptyInput);
  const [choices, setChoices] = useState<readonly number[]>([]);
  const [refusal, setRefusal] = useState("");
  const [warn, setWarn] = useState<readonly number[]>([]);
  const [refusals, setRefusals] = useState(0);
  const putDown = () => {
    setInput(emptyInput);
    setChoices([]);
    setRefusal("");
    setWarn([]);
  };
  useLayoutEffect(putDown, [position]);

  const answer = (reply: Reply) => {
    putDown();
    switch (reply.kind) {
      case "play":
        onPlay(reply.index);
        return;
      case "ask":
        setChoices(reply.candidates);
        break;
      case "refuse":
        setRefusal(refusalWords(text, game, reply.why));
        setWarn(reply.why.code === "capture" ? reply.why.men : []);
        setRefusals((count) => count + 1);
        if (settings.sound) playSound("refuse");
        break;
    }
    setInput(reply.input);
  };
  const marks: Marks = position
    ? {
        selected: input.from,
        targets: targets(position.legal, input),
        capturing: position.capture ? movable(position.legal) : [],
        way: input.clicks,
        warn,
        warnings: refusals,
      }
    : {};
  return {
    marks,
    /** Moves that fit what was clicked, where there are several. */
    choices,
    /** Why the last click was no move; empty: it was none of those. */
    refusal,
    putDown,
    choose: (index: number) => answer({ kind: "play", index }),
    board: {
      marks,
      onSquare: (square: number) => position && answer(click(position, input, square)),
      onDrag: (from: number) => {
        putDown();
        setInput({ from, clicks: [] });
      },
      onDrop: (from: number, to: number) => position && answer(drop(position, input, from, to)),
      canDrag: (square: number) => position !== null && isOwn(position, square),
    },
  };
}

export type PositionInput = ReturnType<typeof usePositionInput>;
