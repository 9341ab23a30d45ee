// The review of a game: how it went in one sentence, the curve, the moments that mattered, what each side gave away, and every mistake.
import { useMemo } from "preact/hooks";
import { BoardView, ValueIcon } from "../board/board";
import { useApp } from "../context";
import { piecesAhead } from "../logic/known";
import { exactTime } from "../logic/library";
import {
  account,
  boardBefore,
  countOf,
  curve,
  isExact,
  isWhole,
  leastDepth,
  moments as momentsOf,
  numberOf,
  signOf,
  story,
  turns,
  undecided,
  type Turn,
} from "../logic/review";
import { Button } from "../parts/parts";
import { playerName, resultTitle, seatTitle, sideTitle } from "../players";
import type { Colour, GameInfo, Moment, MoveNode, Review, Table } from "../protocol";
import { ownSide, squaresOf } from "../state";
import type { Texts } from "../texts";
import { Curve } from "./curve";
import type { ReviewState } from "./use_review";

interface ReviewProps {
  table: Table;
  game: GameInfo;
  you: readonly Colour[];
  state: ReviewState;
  /** The node that the page shows. */
  at: number;
  /** Goes to where this move was chosen. */
  onChoose: (node: MoveNode) => void;
  go: (node: number) => void;
}

/** What a move did, in a few words: "threw away a draw", or an estimate of what it cost. */
export function whatItDid(t: Texts["play"]["review"], turn: Turn): string {
  const { before, after } = turn;
  if (before.known && after.known)
    return t.turned(before.known.value, after.known.value, piecesAhead(before.known), piecesAhead(after.known));
  return t.cost(Math.round(100 * turn.loss), Math.max(before.depth, after.depth));
}

/** Whether the better moves of this one stay hidden: it is this page's own moment, and was not tried yet. */
function isHidden(state: ReviewState, review: Review, own: Colour | null, node: MoveNode): boolean {
  return own === node.side && review.moments.some((one) => one.node === node.id) && !state.seen.has(node.id);
}

export function GlyphMark({ turn }: { turn: Pick<Turn, "glyph"> }) {
  const t = useApp().text.play.review;
  return (
    <span class={`glyph is-${turn.glyph}`}>
      <span aria-hidden="true">{signOf[turn.glyph]}</span>
      <span class="unseen"> {t.glyph[turn.glyph]}</span>
    </span>
  );
}

interface ReviewedGame {
  table: Table;
  game: GameInfo;
  you: readonly Colour[];
  review: Review;
}

function Sentence({ table, game, you, review }: ReviewedGame) {
  const app = useApp();
  const t = app.text.play;
  const over = table.outcome;
  const told = story(table, review, over?.winner ?? null, over !== null);
  if (!told) return null;
  const own = ownSide(table, you);
  const head = over ? resultTitle(app, game, over.winner, own) : "";
  const rest = (() => {
    switch (told.kind) {
      case "even":
        return t.review.stillEven(told.move);
      case "better":
        return told.side === own
          ? t.review.youBetter(told.move, told.exact)
          : t.review.better2(sideTitle(app, game, told.side), told.move, told.exact);
      default:
        return t.review.story[told.kind];
    }
  })();
  return (
    <p class="review-story">
      {head && `${head}. `}
      {rest}
    </p>
  );
}

function Accounts({ table, game, you, review }: ReviewedGame) {
  const app = useApp();
  const t = app.text.play.review;
  const kinds = ["slip", "mistake", "blunder"] as const;
  return (
    <div class="accounts">
      {(["black", "white"] as const).map((side) => {
        const sum = account(table, review, side);
        const share = (count: number) => `${sum.moves > 0 ? (100 * count) / sum.moves : 0}%`;
        return (
          <div key={side} class="account">
            <b>{seatTitle(app, game, table, you, side)}</b>
            <span class="account-glyphs">
              {kinds.map((kind) => (
                <span key={kind} title={t.glyph[kind]}>
                  <GlyphMark turn={{ glyph: kind }} /> {sum.glyphs[kind]}
                </span>
              ))}
            </span>
            <span class="held-bar" aria-hidden="true">
              <i class="striped" style={{ width: share(sum.held - sum.exact) }} />
              <i class="solid" style={{ width: share(sum.exact) }} />
            </span>
            <span class="held">{t.held(sum.held, sum.moves)}</span>
          </div>
        );
      })}
      <details>
        <summary>{t.whatHeld}</summary>
        {t.heldMeans.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </details>
    </div>
  );
}

interface MomentProps extends ReviewProps {
  review: Review;
  number: number;
  moment: Moment;
  turn: Turn;
}

function MomentCard({ table, game, you, state, review, at, number, moment, turn, onChoose }: MomentProps) {
  const app = useApp();
  const t = app.text.play.review;
  const own = ownSide(table, you);
  const hidden = isHidden(state, review, own, turn.node);
  const seat = table[turn.node.side];
  // The card is narrow.
  const who =
    seat.kind === "computer" ? playerName(app, seat.player) : seatTitle(app, game, table, you, turn.node.side);
  const title = t.momentTitle(numberOf(turn.ply), who);
  return (
    <li class="moment" aria-current={at === turn.node.parent ? "true" : undefined}>
      <h3>
        <span class={`moment-number is-${turn.glyph}`}>{number}</span> {title}
      </h3>
      <button
        type="button"
        class="moment-board"
        aria-label={t.showOnBoard(title)}
        onClick={() => {
          if (hidden) state.tryAgain(turn.node.id);
          else onChoose(turn.node);
        }}
      >
        <span aria-hidden="true">
          <BoardView
            board={boardBefore(table, turn.node)}
            cells={game.cells}
            size={game.size}
            label={title}
            flipped={own === "black"}
            marks={{ wrong: squaresOf(turn.node) }}
          />
        </span>
      </button>
      <p>
        <b>
          {turn.node.text}
          <GlyphMark turn={turn} />
        </b>{" "}
        {whatItDid(t, turn)}.{" "}
        {hidden ? <span class="hidden-move">{t.hiddenMove}</span> : t.holds(turn.better, isExact(turn))}
      </p>
      <div class="moment-buttons">
        {moment.moves.length > 0 && (
          <Button
            small
            kind={hidden ? "main" : "plain"}
            icon="again"
            label={t.tryAgainAt(number)}
            onClick={() => state.tryAgain(turn.node.id)}
          >
            {t.tryAgain}
          </Button>
        )}
        {hidden && (
          <Button small label={t.showAt(number)} onClick={() => state.see(turn.node.id)}>
            {t.show}
          </Button>
        )}
      </div>
    </li>
  );
}

/** When it was made, by what, and how deep the estimates in it are. */
function ReviewAge({ review }: { review: Review }) {
  const { text, language } = useApp();
  const t = text.play.review;
  const depth = leastDepth(review);
  const { pieces, solution } = review.sources;
  const words = [
    review.made && t.made(exactTime(review.made, language)),
    solution && t.bySolution,
    pieces > 0 && t.byEndgames(pieces),
    depth !== null && t.byEngine(depth),
  ].filter(Boolean);
  return review.state === "done" && words.length > 0 ? <p class="review-age soft">{words.join(" ")}</p> : null;
}

export function ReviewPanel(props: ReviewProps) {
  const { table, game, you, state, at, onChoose, go } = props;
  const { text } = useApp();
  const t = text.play.review;
  const { review } = table;
  const found = useMemo(() => (review ? turns(table, review) : []), [review, table]);
  const open = useMemo(() => (review ? undecided(table, review) : []), [review, table]);
  const moments = useMemo(() => (review ? momentsOf(table, review) : []), [review, table]);
  const points = useMemo(() => (review ? curve(table, review) : []), [review, table]);
  if (!review) return null;
  const { state: stage, moves, of, done, total } = review;
  const working = stage === "working";
  const words = working
    ? t.working(moves.length, of)
    : stage === "stopped"
      ? t.stopped(moves.length, of)
      : t.done(found.length);
  const own = ownSide(table, you);
  return (
    <div class="review" role="group" aria-label={t.title}>
      <div class="review-head">
        <p aria-live="polite">{working ? t.begun : words}</p>
        {working && (
          <Button small onClick={state.stop}>
            {t.stop}
          </Button>
        )}
        {!working && !isWhole(table, review, at) && (
          <Button small icon="again" onClick={state.start}>
            {t.again}
          </Button>
        )}
        <Button small kind="quiet" icon="close" label={t.close} onClick={state.close} />
      </div>
      {working && <progress max={Math.max(total, 1)} value={done} aria-label={words} />}
      {/* The keyboard can scroll it, also when there is nothing to choose. */}
      <div class="review-body" tabIndex={0} role="region" aria-label={t.title}>
        <Sentence table={table} game={game} you={you} review={review} />
        <Curve
          game={game}
          points={points}
          side={own ?? "black"}
          at={at}
          moments={moments.map(({ turn }) => turn.node.id)}
          go={go}
        />
        {moments.length > 0 && (
          <>
            <h2 class="review-part">{t.moments(moments.length)}</h2>
            <ul class="moments" key={moments.map(({ turn }) => turn.node.id).join()}>
              {moments.map(({ moment, turn }, index) => (
                <MomentCard
                  key={turn.node.id}
                  {...props}
                  review={review}
                  number={index + 1}
                  moment={moment}
                  turn={turn}
                />
              ))}
            </ul>
          </>
        )}
        {moves.length > 0 && <Accounts table={table} game={game} you={you} review={review} />}
        <ul class="review-list">
          {found.map((turn) => {
            const { node, ply, after, better } = turn;
            const hidden = isHidden(state, review, own, node);
            return (
              <li key={node.id}>
                <button
                  type="button"
                  class="mistake"
                  aria-current={at === node.parent ? "true" : undefined}
                  onClick={() => {
                    if (hidden) state.tryAgain(node.id);
                    else onChoose(node);
                  }}
                >
                  {isExact(turn) && after.known ? <ValueIcon value={after.known.value} /> : <GlyphMark turn={turn} />}
                  <span>
                    <b>
                      {countOf(ply)} {node.text}
                    </b>{" "}
                    <span>{whatItDid(t, turn)}</span>
                    <small>{hidden ? t.tryFirst : t.better(better.join(", "))}</small>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
        {open.length > 0 && (
          <p class="soft">{t.undecided(open.map(({ node, ply }) => `${countOf(ply)} ${node.text}`).join(", "))}</p>
        )}
        <ReviewAge review={review} />
      </div>
    </div>
  );
}
