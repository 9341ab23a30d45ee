// Proofs: the solved games, and one of them as a tree that can be walked through, with the verifier at work beside it.
import { useEffect, useMemo, useState } from "preact/hooks";
import { BoardView, ValueIcon, type Marks } from "../board/board";
import { MiniBoard } from "../board/mini_board";
import { usePositionInput } from "../board/use_position_input";
import { fullTitle, gameSummary, useApp } from "../context";
import { arrowsOf, countWorth, nextMove, proofAddress, rowsOf, type ProofPlace, type ProofRow } from "../logic/proof";
import { numberText } from "../logic/run";
import { copyText } from "../parts/files";
import { NotLoaded, useWords } from "../parts/on_demand";
import { Icon } from "../parts/icon";
import { Button, Choice, Field, Waiting } from "../parts/parts";
import { useProblem } from "../parts/hooks";
import { useShortcuts } from "../play/shortcuts";
import { sideTitle } from "../players";
import { ProofMoves } from "../proof/moves";
import { useNode, useValues, useVerifier } from "../proof/use_proof";
import { VerifierCard } from "../proof/verifier";
import type { Certificate, Colour, GameInfo, LineStep, ProofNode } from "../protocol";
import { otherSide } from "../state";
import type { ProofTexts } from "../texts/proofs_en";
import "../styles/puzzles.css";
import "../styles/proof.css";

const fetched = {
  en: () => import("../texts/proofs_en").then((part) => part.proofs),
  nl: () => import("../texts/proofs_nl").then((part) => part.proofs),
  de: () => import("../texts/proofs_de").then((part) => part.proofs),
};

export function ProofScreen({ place }: { place: ProofPlace }) {
  const { text, hello } = useApp();
  const texts = useWords<ProofTexts>(fetched);
  if (texts === "failed") return <NotLoaded />;
  if (!texts) return <Waiting>{text.app.loading}</Waiting>;
  const game = hello.games.find(({ name }) => name === place.game);
  return game ? <Browser key={game.name} texts={texts} game={game} place={place} /> : <ProofList texts={texts} />;
}

function claimWords(t: ProofTexts, title: string, winner: string | null): string {
  return winner === null ? t.isDraw(title) : t.isWin(winner, title);
}

function ProofList({ texts: t }: { texts: ProofTexts }) {
  const app = useApp();
  const { link, why, text } = app;
  const [proofs, setProofs] = useState<Certificate[] | null>(null);
  const [problem, setProblem] = useProblem();
  useEffect(() => {
    const ask = () =>
      link.request("proof.list", {}).then(
        (answer) => setProofs(answer.proofs),
        (error: unknown) => setProblem(why(error)),
      );
    if (link.up) void ask();
    return link.listen((event) => event === "up" && void ask());
  }, [link, why, setProblem]);
  return (
    <>
      <h1>{t.title}</h1>
      <p class="lead soft">{t.lead}</p>
      {problem && <p role="alert">{problem.text}</p>}
      {!proofs && !problem && <Waiting>{text.app.loading}</Waiting>}
      <ul class="tiles proof-list">
        {proofs?.map((proof) => {
          const game = app.games.find(({ name }) => name === proof.game);
          if (!game) return null;
          const positions = proof.promises.reduce((sum, one) => sum + one.positions, 0);
          return (
            <li key={proof.game} class="tile">
              <div class="tile-board" aria-hidden="true">
                <MiniBoard game={game} />
              </div>
              <div class="tile-text">
                <h2>
                  <a href={`#${proofAddress({ game: proof.game, side: null, moves: [] })}`}>{fullTitle(app, game)}</a>
                </h2>
                <p class="badges">
                  <span class="badge known">
                    <Icon name="check" />{" "}
                    {proof.winner === null ? t.verdict.draw : t.verdict.win(sideTitle(app, game, proof.winner))}
                  </span>
                  <span class="badge">{t.positions(numberText(positions, app.language))}</span>
                  {proof.own && <span class="badge">{t.own}</span>}
                </p>
                {proof.problem && <p class="puzzles-problem">{app.say(proof.problem, game)}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface BrowserProps {
  texts: ProofTexts;
  game: GameInfo;
  place: ProofPlace;
}

function Browser({ texts: t, game, place }: BrowserProps) {
  const app = useApp();
  const { text, settings, navigate } = app;
  const { node, here, problem } = useNode(place);
  const values = useValues(place, here ? node : null);
  const verifier = useVerifier(game.name);
  const [flipped, setFlipped] = useState(false);
  const [preview, setPreview] = useState<LineStep | null>(null);
  const [pointed, setPointed] = useState(-1);
  const [failing, setFailing] = useState(true); // the position that fails is on the board
  const title = fullTitle(app, game);
  const rows = useMemo(() => (node ? rowsOf(node, values) : []), [node, values]);
  const address = proofAddress(place);
  useEffect(() => {
    setPreview(null);
    setPointed(-1);
    setFailing(false);
  }, [address]);
  const failed = verifier.event?.state === "failed" && !verifier.running;
  useEffect(() => setFailing(failed), [failed]);
  useEffect(() => {
    document.title = `${t.title}: ${title} – ${text.app.name}`;
    return () => {
      document.title = text.app.name;
    };
  }, [t, title, text]);

  const side = node?.side ?? place.side;
  const go = (moves: readonly string[]) => {
    location.hash = proofAddress({ game: game.name, side, moves });
  };
  const back = () => place.moves.length > 0 && go(place.moves.slice(0, -1));
  const forward = () => {
    const next = here ? nextMove(rows) : null;
    if (next) go([...place.moves, next]);
  };
  useShortcuts(
    { "[": back, "]": forward, "{": () => go([]), f: () => setFlipped((was) => !was), Escape: () => setPreview(null) },
    settings.shortcuts,
  );
  const fault = node?.fault ?? (failed ? verifier.event?.fault : null) ?? null;
  const showsFault = fault !== null && fault.board !== null && (node?.fault ? place.moves.length === 0 : failing);
  const open = here && !preview && !showsFault ? (node?.position ?? null) : null;
  const moving = usePositionInput(open, game, (index) => {
    const move = node?.position.legal[index];
    if (move) go([...place.moves, move.text]);
  });
  const shapes = useMemo(() => (node ? arrowsOf(node, rows) : []), [node, rows]);

  if (problem)
    return (
      <div class="proof-problem" role="alert">
        <p>{problem.text}</p>
        <p class="row">
          {place.moves.length > 0 && (
            <a class="button main" href={`#${proofAddress({ game: game.name, side: null, moves: [] })}`}>
              {t.badLink}
            </a>
          )}
          <a class="button" href="#proof">
            {t.all}
          </a>
        </p>
      </div>
    );
  if (!node) return <Waiting>{text.app.loading}</Waiting>;

  const { certificate, position, line } = node;
  const winner = certificate.winner && sideTitle(app, game, certificate.winner);
  const last = preview ?? line[line.length - 1];
  const chosen = rows.find(({ known }) => known.chosen);
  const idle = open !== null && moving.marks.selected === 0;
  const marks: Marks = showsFault
    ? {}
    : {
        ...moving.marks,
        last: last ? [last.from, ...last.hops.map(([to]) => to)] : [],
        ...(idle && {
          capturing: [],
          arrow: (pointed >= 0 ? position.legal[pointed] : chosen?.move)?.path,
          shapes: pointed >= 0 ? [] : shapes,
        }),
      };
  const link = `${location.origin}${location.pathname}#${proofAddress({ ...place, side: node.side })}`;
  const copy = async () => app.toast((await copyText(link)) ? text.play.copied : text.play.notCopied);
  return (
    <div class="proof-page">
      <div class="proof-head">
        <div>
          <p class="proof-up">
            <a href="#proof">← {t.all}</a>
          </p>
          <h1>{claimWords(t, title, winner)}</h1>
          <p class="soft">{certificate.fen ? t.fromPosition(certificate.fen) : gameSummary(app, game)}</p>
        </div>
        <a class="button main" href={`#new=${game.name}`}>
          <Icon name="play" />
          <span>{t.beat}</span>
        </a>
      </div>
      {certificate.problem && <p class="puzzles-problem">{app.say(certificate.problem, game)}</p>}
      <div class="proof-board">
        <BoardView
          cells={game.cells}
          size={game.size}
          names={game.names}
          label={text.board.label(t.board)}
          flipped={flipped}
          numbers={settings.numbers}
          {...moving.board}
          board={showsFault && fault.board ? fault.board : (preview?.board ?? position.board)}
          marks={marks}
        />
        <div class="proof-steps">
          <Button icon="first" label={t.first} disabled={place.moves.length === 0} onClick={() => go([])} />
          <Button icon="back" label={t.back} disabled={place.moves.length === 0} onClick={() => void back()} />
          <Button
            icon="forward"
            label={t.forward}
            disabled={rows.length === 0 || node.fault !== null}
            onClick={forward}
          />
          <Button icon="flip" label={t.flip} onClick={() => setFlipped(!flipped)} />
          <Legend texts={t} game={game} side={node.side} />
        </div>
        {moving.choices.length > 0 && (
          <p class="row">
            {moving.choices.map((index) => (
              <Button key={index} small onClick={() => moving.choose(index)}>
                {position.legal[index]?.text}
              </Button>
            ))}
          </p>
        )}
      </div>
      <div class="proof-side">
        <VerifierCard
          texts={t}
          game={game}
          certificate={certificate}
          verifier={verifier}
          onShow={failed && fault?.board && !showsFault ? () => setFailing(true) : null}
        />
        {node.fault && !failed && (
          <p class="puzzles-problem" role="alert">
            {app.say(node.fault.message, game)} {showsFault && t.failedHere}
          </p>
        )}
        {certificate.promises.length > 1 && (
          <Choice<Colour>
            label={t.promises}
            hideLabel
            value={node.side}
            options={certificate.promises.map(
              ({ side: one, positions }) =>
                [
                  one,
                  <>
                    {t.holds(sideTitle(app, game, one))}{" "}
                    <small class="soft">{t.positions(numberText(positions, app.language))}</small>
                  </>,
                ] as const,
            )}
            onChange={(one) => navigate(proofAddress({ ...place, side: one }))}
          />
        )}
        {!showsFault && <Claim texts={t} game={game} node={node} rows={rows} place={place} refusal={moving.refusal} />}
        {!node.fault && (
          <ProofMoves
            texts={t}
            game={game}
            place={place}
            node={node}
            rows={here ? rows : []}
            looking={values === null}
            onPreview={setPreview}
            onPoint={setPointed}
          />
        )}
        <p class="proof-note soft">{t.counting}</p>
        <Field label={t.link}>
          {(ids) => (
            <div class="copy-row">
              <input {...ids} type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
              <Button icon="link" onClick={() => void copy()}>
                {t.copy}
              </Button>
            </div>
          )}
        </Field>
      </div>
    </div>
  );
}

function Legend({ texts: t, game, side }: { texts: ProofTexts; game: GameInfo; side: Colour }) {
  const app = useApp();
  const names = [sideTitle(app, game, side), sideTitle(app, game, otherSide(side))] as const;
  return (
    <ul class="proof-legend" aria-label={t.legend}>
      {(["win", "draw", "loss"] as const).map((worth) => (
        <li key={worth}>
          <ValueIcon value={worth} /> {t.worths[worth](...names)}
        </li>
      ))}
    </ul>
  );
}

interface ClaimProps extends BrowserProps {
  node: ProofNode;
  rows: readonly ProofRow[];
  refusal: string;
}

/** What is proven here, in plain words. */
function Claim({ texts: t, game, node, rows, place, refusal }: ClaimProps) {
  const app = useApp();
  const { position, side, plies } = node;
  const name = sideTitle(app, game, side);
  const other = sideTitle(app, game, otherSide(side));
  const mover = sideTitle(app, game, position.turn);
  const chosen = rows.find(({ known }) => known.chosen);
  const own = position.turn === side;
  const bad = own ? null : countWorth(rows, "win");
  const holding = rows.filter(({ worth }) => worth === "draw");
  const wins = plies !== null;
  let words: string[];
  if (position.outcome) words = [app.say(position.outcome.message, game)];
  else if (node.fault) words = [];
  else if (!node.inside) words = [t.outside(name)];
  else if (own) words = [t.playsHelp(name)];
  else {
    words = [t.replies(other, rows.length, name)];
    if (bad !== null && bad === rows.length) words.push(t.allLose(other, rows.length));
    else if (bad) words.push(t.someLose(other, bad, rows.length));
    else if (!wins) words.push(t.cannotWin(other));
    if (!wins && bad && holding.length === 1 && holding[0]) words.push(t.onlyHolds(holding[0].move.text));
  }
  if (wins && !position.outcome) words.push(t.inMoves(name, Math.ceil(plies / 2)));
  const beyond = !node.inside && node.certificate.promises.find((promise) => promise.side !== side);
  return (
    <section class="proof-claim" aria-live="polite">
      <h2>
        {position.outcome
          ? t.over
          : own && chosen && node.inside
            ? t.plays(name, chosen.move.text)
            : `${t.toMove(mover)}.`}
      </h2>
      {words.length > 0 && <p>{words.join(" ")}</p>}
      {beyond && (
        <p>
          <a href={`#${proofAddress({ ...place, side: beyond.side })}`}>
            {t.otherProof(sideTitle(app, game, beyond.side))}
          </a>
        </p>
      )}
      {refusal && <p>{refusal}</p>}
    </section>
  );
}
