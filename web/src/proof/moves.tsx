// The strategy as a tree, open along one way: the moves that led here, and those that go on, each with its answer.
import { useEffect, useRef, useState } from "preact/hooks";
import { PieceIcon, ValueIcon } from "../board/board";
import { StepLine } from "../board/step_line";
import { useApp } from "../context";
import { proofAddress, type ProofPlace, type ProofRow } from "../logic/proof";
import { Icon } from "../parts/icon";
import { Button } from "../parts/parts";
import { valueWords } from "../play/try_again";
import { sideTitle } from "../players";
import type { AnswerTo, GameInfo, LineStep, ProofNode } from "../protocol";
import { glides } from "../settings";
import { otherSide } from "../state";
import type { ProofTexts } from "../texts/proofs_en";
import { placeFields } from "./use_proof";

const stepTime = 900; // milliseconds between the moves of a refutation

type Why = AnswerTo<"proof.why">;

interface MovesProps {
  texts: ProofTexts;
  game: GameInfo;
  place: ProofPlace;
  node: ProofNode;
  rows: readonly ProofRow[];
  /** The values of the moves are still on their way. */
  looking: boolean;
  /** A position of a refutation, to be shown on the board; null: that of the node. */
  onPreview: (step: LineStep | null) => void;
  onPoint: (index: number) => void;
}

export function ProofMoves({ texts: t, game, place, node, rows, looking, onPreview, onPoint }: MovesProps) {
  const app = useApp();
  const { position, side } = node;
  const own = position.turn === side;
  const [asked, setAsked] = useState(-1);
  const address = proofAddress(place);
  useEffect(() => setAsked(-1), [address]);
  // Whoever follows a move by the keyboard goes on from there.
  const list = useRef<HTMLUListElement>(null);
  const followed = useRef(false);
  const follow = (event: MouseEvent) => {
    followed.current = event.detail === 0;
  };
  useEffect(() => {
    if (!followed.current || rows.length === 0) return;
    followed.current = false;
    list.current?.querySelector("a")?.focus({ preventScroll: true });
  }, [rows]);
  const names = [sideTitle(app, game, side), sideTitle(app, game, otherSide(side))] as const;
  const to = (moves: readonly string[]) => `#${proofAddress({ ...place, side, moves })}`;
  const upTo = (count: number) => place.moves.slice(0, count);
  const begins = place.moves.length % 2 === 0 ? position.turn : otherSide(position.turn);

  const words = ({ known, worth }: ProofRow): string => {
    if (known.chosen) return t.strategyMove;
    if (known.over) return t.ends;
    if (own && worth) return worth === "loss" ? t.avoided : t.notNeeded;
    return "";
  };
  return (
    <div class="proof-tree">
      <nav aria-label={t.path}>
        <ol class="proof-path">
          <li>
            <a href={to([])} aria-current={place.moves.length === 0 ? "step" : undefined}>
              {t.start}
            </a>
          </li>
          {node.line.map((step, index) => (
            <li key={index}>
              <a href={to(upTo(index + 1))} aria-current={index === node.line.length - 1 ? "step" : undefined}>
                <PieceIcon piece={(index % 2 === 0) === (begins === "black") ? "b" : "w"} size={16} />
                {step.text}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {rows.length > 0 && (
        <ul ref={list} class="proof-moves" aria-label={t.moves} onPointerLeave={() => onPoint(-1)}>
          {rows.map((row) => {
            const { index, move, known, worth, source } = row;
            const more = words(row);
            return (
              <li key={index} class={known.chosen ? "chosen" : ""} onPointerEnter={() => onPoint(index)}>
                <div class="proof-row">
                  {worth ? <ValueIcon value={worth} /> : <span class="value-icon" aria-hidden="true" />}
                  <a
                    class="proof-move"
                    href={to([...place.moves, move.text])}
                    onClick={follow}
                    onFocus={() => onPoint(index)}
                    onBlur={() => onPoint(-1)}
                  >
                    {move.text}
                  </a>
                  <span class="proof-words">
                    {worth ? t.worths[worth](...names) : looking ? t.looking : t.unknown}
                    {source && <small> {t.sources[source]}</small>}
                    {more && <small class="proof-more"> {more}</small>}
                  </span>
                  {known.answer && (
                    <a class="proof-answer" href={to([...place.moves, move.text, known.answer])} onClick={follow}>
                      <Icon name="forward" />
                      <span>{t.answers(known.answer)}</span>
                    </a>
                  )}
                  {own && node.inside && !known.chosen && (
                    <Button
                      small
                      kind="quiet"
                      label={t.whyNotMove(move.text)}
                      pressed={asked === index}
                      onClick={() => {
                        onPreview(null);
                        setAsked(asked === index ? -1 : index);
                      }}
                    >
                      {t.whyNot}
                    </Button>
                  )}
                </div>
                {asked === index && (
                  <WhyNot
                    key={`${address} ${index}`}
                    texts={t}
                    game={game}
                    place={place}
                    node={node}
                    row={row}
                    onPreview={onPreview}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

interface WhyProps {
  texts: ProofTexts;
  game: GameInfo;
  place: ProofPlace;
  node: ProofNode;
  row: ProofRow;
  onPreview: (step: LineStep | null) => void;
}

/** Why the strategy does not take a move: what it is worth, by which source, and how it goes on. */
function WhyNot({ texts: t, game, place, node, row, onPreview }: WhyProps) {
  const app = useApp();
  const { link, text, settings } = app;
  const [why, setWhy] = useState<Why | null>(null);
  const [problem, setProblem] = useState("");
  const [step, setStep] = useState(0); // moves of the line that are on the board
  useEffect(() => {
    let current = true;
    link.request("proof.why", { ...placeFields(place), index: row.index }).then(
      (answer) => current && setWhy(answer),
      (error: unknown) => current && setProblem(app.why(error).text),
    );
    return () => {
      current = false;
      onPreview(null);
    };
    // The place and the move are the key of this part: they never change.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [link]);

  const line = why?.line ?? [];
  const go = (to: number) => {
    setStep(to);
    onPreview(line[to - 1] ?? null);
  };
  const runs = line.length > 0 && glides(settings) && step < line.length;
  useEffect(() => {
    if (!runs) return;
    const timer = setTimeout(() => go(step + 1), step === 0 ? 0 : stepTime);
    return () => clearTimeout(timer);
  }, [runs, step]); // eslint-disable-line react-hooks/exhaustive-deps

  const name = sideTitle(app, game, node.side);
  const other = sideTitle(app, game, otherSide(node.side));
  const promise = node.certificate.promises.find(({ side }) => side === node.side)?.goal ?? "holds";
  const known = why?.value?.known?.value;
  const pieces = node.position.turn === "black" ? (["b", "w"] as const) : (["w", "b"] as const);
  return (
    <div class="proof-why">
      <div role="status">
        {!why && <p>{problem || text.app.loading}</p>}
        {why && (
          <p>
            {known === "win" && t.why.win(name)}
            {known === "draw" && t.why.draw(name, promise)}
            {known === "loss" && t.why.loss(name)}
            {why.value && !known && t.why.estimate}
            {!why.value && t.why.none}{" "}
            {row.known.other && known !== "loss" && promise === "holds" && t.why.certificate(other)}
          </p>
        )}
      </div>
      {line.length > 0 && <StepLine steps={line} step={step} pieces={pieces} onGo={go} />}
      {why && (
        <p class="proof-why-foot">
          {why.value && (
            <small class="soft">
              {why.value.source === "engine"
                ? valueWords(text.play.review, why.value)
                : t.source(t.sources[why.value.source])}
            </small>
          )}
          {step > 0 && (
            <Button small kind="quiet" icon="undo" onClick={() => go(0)}>
              {t.stepBack}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
