// The analysis board: the engine's lines beside the moves, variations and notes of a game.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { EvaluationBar } from "../analyse/bar";
import { Effort, Lines, type Preview } from "../analyse/lines";
import { NoteEditor } from "../analyse/note_editor";
import { useAnalysis } from "../analyse/use_analysis";
import { useShown } from "../board/animation";
import { BoardView, type Marks } from "../board/board";
import { movable, targets } from "../board/input";
import { fullTitle, useApp } from "../context";
import { arrowsOf, barOf, estimateText, exactValue, notesOf, plyOf } from "../logic/analysis";
import { glyphsOf } from "../logic/review";
import { movesLeft, piecesAhead } from "../logic/known";
import { Icon, type IconName } from "../parts/icon";
import { Button, Choice, Select, Waiting } from "../parts/parts";
import { MoreDialog } from "../play/more";
import { MoveList } from "../play/move_list";
import { TypedMove } from "../play/sheets";
import { useShortcuts } from "../play/shortcuts";
import { Strip } from "../play/strip";
import { useMoveInput } from "../play/use_move_input";
import { useTable } from "../play/use_table";
import { useView } from "../play/use_view";
import { sideTitle } from "../players";
import type { AnalysisEvent, AnalysisLine, Colour, GameInfo, Table } from "../protocol";
import type { TablePlace } from "../route";
import { keepSecrets } from "../seats";
import { glides } from "../settings";
import { boardAt, nodeOf, otherSide, squaresOf } from "../state";
import { TextDialog } from "../play/dialogs";
import "../styles/analyse.css";

/** Where a file is dropped on the page, its first game is analysed. */
function useDroppedFile() {
  const { link, failed, toast, text, limits } = useApp();
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      if (file.size > limits.text) {
        toast(text.setup.tooLong);
        return;
      }
      file
        .text()
        .then((words) => link.request("import", { text: words }))
        .then(({ table, secrets }) => {
          keepSecrets(table.id, secrets);
          location.hash = `analyse=${table.id}`;
        })
        .catch(failed);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, [link, failed, toast, text, limits]);
}

const lastGame = "crownhead.analysed"; // in localStorage

/** A new board, of a game or a position; its address becomes that of the table. */
export function NewAnalysis({ game, fen }: { game: string; fen: string }) {
  const { link, text, why, games } = useApp();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const wanted = game || localStorage.getItem(lastGame) || "english";
    const known = games.some(({ name }) => name === wanted) ? wanted : "english";
    const make = () =>
      (fen && !game
        ? link.request("import", { text: fen })
        : link.request("new", {
            game: known,
            black: { kind: "human" },
            white: { kind: "human" },
            ...(fen && { fen }),
          })
      )
        .then(({ table, secrets }) => {
          keepSecrets(table.id, secrets);
          location.replace(`#analyse=${table.id}`);
        })
        .catch((error: unknown) => setProblem(why(error).text));
    void make();
  }, [game, fen, link, why, games]);
  if (!problem) return <Waiting>{text.play.loading}</Waiting>;
  return (
    <Waiting failed>
      {problem} <a href="#setup">{text.app.setup}</a>
    </Waiting>
  );
}

export function AnalyseScreen({ place }: { place: TablePlace }) {
  const { text, hello } = useApp();
  const { table, you, missing } = useTable(place);
  if (missing)
    return (
      <Waiting failed>
        {text.play.unknown} <a href="#analyse">{text.analysis.newBoard}</a>
      </Waiting>
    );
  const game = table && hello.games.find((one) => one.name === table.game);
  if (!table || !game) return <Waiting>{text.play.loading}</Waiting>;
  return <Board table={table} you={you} game={game} place={place} />;
}

interface BoardProps {
  table: Table;
  you: readonly Colour[];
  game: GameInfo;
  place: TablePlace;
}

function Board({ table: live, you, game, place }: BoardProps) {
  const app = useApp();
  const { text, settings, link, failed, limits } = app;
  const t = text.analysis;
  const view = useView(live, place, true);
  const table = view.shown;
  const title = fullTitle(app, game);
  const seated = you.length > 0;
  const open = view.ready && seated && table.legal.length > 0;
  const [flipped, setFlipped] = useState(false);
  const [on, setOn] = useState(true);
  const [lines, setLines] = useState(3);
  const [threads, setThreads] = useState(1);
  const [arrows, setArrows] = useState(true);
  const [threat, setThreat] = useState(false);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [more, setMore] = useState(false);
  const [uncopied, setUncopied] = useState("");
  const [spoken, setSpoken] = useState("");
  const typing = useRef<HTMLInputElement>(null);
  useDroppedFile();
  useEffect(() => {
    try {
      localStorage.setItem(lastGame, game.name);
    } catch {
      // A browser without storage begins with English draughts every time.
    }
  }, [game.name]);
  useEffect(() => {
    document.title = `${t.title}: ${live.name || title} – ${text.app.name}`;
    return () => {
      document.title = text.app.name;
    };
  }, [live.name, title, text, t.title]);

  // A new move is shown as soon as the tree has it.
  const [coming, setComing] = useState(0);
  const arrived = coming > 0 && nodeOf(live, coming) !== undefined;
  useEffect(() => {
    if (!arrived) return;
    view.go(coming);
    setComing(0);
  }, [arrived]); // eslint-disable-line react-hooks/exhaustive-deps
  const go = (node: number) => {
    setPreview(null);
    view.go(node);
  };
  const add = async (move: { index: number } | { text: string }) => {
    const added = await link.request("add-move", { table: live.id, node: table.node, ...move });
    setPreview(null);
    setComing(added.node);
  };
  const keep = (line: AnalysisLine, last: number) => {
    const addAll = async () => {
      let { node } = table;
      for (const move of line.moves.slice(0, last + 1))
        ({ node } = await link.request("add-move", { table: live.id, node, index: move.index }));
      setPreview(null);
      setComing(node);
    };
    addAll().catch(failed);
  };

  const shown = useShown(table, glides(settings), (node) =>
    setSpoken(text.play.moved(sideTitle(app, game, node.side), node.text)),
  );
  const settled = shown.node === table.node;
  const moving = useMoveInput(view, game, shown, open, !seated, add);
  const mayAnalyse = table.outcome === null && view.ready;
  const { event, problem } = useAnalysis(live.id, mayAnalyse ? table.node : null, { on, lines, threads, threat }, game);
  useEffect(() => setPreview(null), [table.node, threat, on]);
  useEffect(() => setThreat(false), [table.node]);

  const previewed = preview && event?.lines[preview.line]?.moves[preview.move];
  const notes = useMemo(() => notesOf(live), [live]);
  const turn = threat ? otherSide(table.turn) : table.turn;
  const bar = event && barOf(event, turn);
  const words = valueWords(event, sideTitle(app, game, turn), t, text.play.known);
  const exact = event ? exactValue(event) : null;

  const { input, choices, warn, refusals } = moving;
  const marks = useMemo<Marks>(() => {
    if (previewed) return { last: previewed.path };
    const node = nodeOf(table, shown.node);
    const { best, others } = arrows && settled ? arrowsOf(event) : { others: [] };
    const asksMen = choices.length > 0 && input.from === 0;
    return {
      selected: open ? input.from : 0,
      targets: open && !asksMen ? targets(table.legal, input) : [],
      capturing: open && table.capture && !(arrows && best) ? movable(table.legal) : [],
      way: open ? input.clicks : [],
      warn: open ? warn : [],
      warnings: refusals,
      last: shown.motion ? [] : squaresOf(node),
      arrow: threat || input.from ? undefined : best,
      others: threat || input.from ? [] : others,
      wrong: threat && !input.from ? best : undefined,
    };
  }, [
    previewed,
    table,
    shown.node,
    shown.motion,
    arrows,
    settled,
    event,
    choices,
    input,
    open,
    warn,
    refusals,
    threat,
  ]);

  useShortcuts(
    {
      "[": view.back,
      "]": view.forward,
      "{": view.first,
      "}": view.last,
      e: () => setOn((was) => !was),
      a: () => setArrows((was) => !was),
      x: () => setThreat((was) => !was),
      f: () => setFlipped((was) => !was),
      m: () => typing.current?.focus(),
      Escape: () => {
        setPreview(null);
        moving.putDown();
      },
    },
    settings.shortcuts,
  );

  const board = previewed ? previewed.board : boardAt(live, shown.node);
  const tool = (icon: IconName, name: string, action: () => void, pressed?: boolean, enabled = true) => (
    <button type="button" class="tool" aria-pressed={pressed} disabled={!enabled} onClick={action}>
      <Icon name={icon} />
      <span>{name}</span>
    </button>
  );
  const strip = (colour: Colour) => (
    <Strip table={live} game={game} colour={colour} you={[]} board={board} turn={table.outcome ? null : table.turn} />
  );
  const asked = choices.map((index) => table.legal[index]).filter((move) => move !== undefined);

  return (
    <>
      <section class="table" aria-label={title}>
        {strip(flipped ? "white" : "black")}
        <div class="table-board">
          <EvaluationBar bar={bar} flipped={flipped} turn={turn} words={words} />
          <BoardView
            board={board}
            cells={game.cells}
            size={game.size}
            names={game.names}
            label={text.board.label(title)}
            flipped={flipped}
            numbers={settings.numbers}
            marks={marks}
            motion={previewed ? null : shown.motion}
            onSquare={(square) => (previewed ? setPreview(null) : moving.onSquare(square))}
            onDrag={moving.onDrag}
            onDrop={moving.onDrop}
            canDrag={(square) => open && !previewed && (table.board[square - 1] ?? "e").toLowerCase() === table.turn[0]}
          />
        </div>
        {strip(flipped ? "black" : "white")}
        <div class={`note ${moving.problem ? "problem" : "calm"}`} role={moving.problem ? "alert" : undefined}>
          {previewed && preview ? (
            <>
              <span>
                {t.after(
                  (event.lines[preview.line]?.moves ?? [])
                    .slice(0, preview.move + 1)
                    .map((move) => move.text)
                    .join(" "),
                )}
              </span>
              {preview.pinned && (
                <span class="note-buttons">
                  {seated && (
                    <Button
                      small
                      kind="main"
                      onClick={() => keep(event.lines[preview.line] as AnalysisLine, preview.move)}
                    >
                      {t.keep}
                    </Button>
                  )}
                  <Button small onClick={() => setPreview(null)}>
                    {t.back}
                  </Button>
                </span>
              )}
            </>
          ) : moving.problem ? (
            <span>{moving.problem.text}</span>
          ) : asked.length > 0 ? (
            <>
              <span>{text.play.severalWays}</span>
              <span class="note-buttons">
                {choices.map((index) => (
                  <Button key={index} small onClick={() => moving.play(index)}>
                    {table.legal[index]?.text}
                  </Button>
                ))}
              </span>
            </>
          ) : (
            <>
              <span>
                <b>
                  {table.outcome
                    ? app.say(table.outcome.message, game)
                    : exact
                      ? words
                      : text.play.turnOf(sideTitle(app, game, table.turn))}
                </b>{" "}
                {!seated && text.play.watching}
              </span>
              <span class="note-buttons">
                <Button
                  small
                  icon="play"
                  onClick={() => app.navigate(`new=${game.name}&fen=${encodeURIComponent(table.fen)}`)}
                  disabled={!table.fen || table.legal.length === 0}
                >
                  {t.playHere}
                </Button>
              </span>
            </>
          )}
        </div>
        <p class="unseen" aria-live="polite">
          {spoken} {exact ? words : ""}
        </p>
      </section>

      <section class="side" aria-label={t.title}>
        <div class="side-head">
          <div>
            <h1>{live.name || t.title}</h1>
            <p class="soft">{title}</p>
          </div>
          {game.reversed && <p class="loud">{text.play.lead}</p>}
        </div>
        <div class="tools">
          {tool("engine", t.engine, () => setOn(!on), on)}
          {tool("arrow", t.arrows, () => setArrows(!arrows), arrows)}
          {tool("threat", t.threat, () => setThreat(!threat), threat, on && mayAnalyse)}
          {tool("flip", text.play.flip, () => setFlipped(!flipped))}
          {tool("edit", text.app.setup, () => app.navigate(`setup&table=${live.id}&n=${table.node}`))}
          {tool("more", text.play.more, () => setMore(true))}
        </div>
        <section class="sheet engine-sheet" aria-labelledby="engine">
          <div class="sheet-head">
            <h2 id="engine">
              {threat ? t.threatOf(sideTitle(app, game, turn)) : t.seenBy(sideTitle(app, game, turn))}
            </h2>
            {on && mayAnalyse && !problem && <Effort event={event} />}
          </div>
          {!on ? (
            <p class="soft">{t.off}</p>
          ) : problem ? (
            <p role="alert">{problem.text}</p>
          ) : table.outcome ? (
            <p class="soft">{t.over}</p>
          ) : (
            <Lines
              event={event}
              side={sideTitle(app, game, turn)}
              ply={plyOf(live, table.node, game.begins) + (threat ? 1 : 0)}
              wanted={Math.min(lines, threat ? 1 : table.legal.length || lines)}
              preview={preview}
              onPreview={setPreview}
              onKeep={seated && !threat ? keep : null}
            />
          )}
          <div class="engine-choices">
            <Choice
              label={t.lineCount}
              value={String(lines)}
              options={Array.from({ length: limits.analysis.lines }, (_, at) => [String(at + 1), at + 1] as const)}
              onChange={(value) => setLines(Number(value))}
            />
            {limits.analysis.threads > 1 && (
              <Choice
                label={t.threads}
                value={String(threads)}
                options={Array.from({ length: limits.analysis.threads }, (_, at) => [String(at + 1), at + 1] as const)}
                onChange={(value) => setThreads(Number(value))}
              />
            )}
          </div>
        </section>
        <section class="sheet moves-sheet" aria-labelledby="moves">
          <h2 id="moves">{t.moves}</h2>
          <MoveList table={live} game={game} at={table.node} glyphs={glyphsOf(live)} go={go} notes={notes} />
          <div class="walk">
            <Button small icon="first" label={text.play.first} disabled={view.atStart} onClick={view.first} />
            <Button small icon="back" label={text.play.back} disabled={view.atStart} onClick={view.back} />
            <Button small icon="forward" label={text.play.forward} disabled={view.atEnd} onClick={view.forward} />
            <Button small icon="last" label={text.play.last} disabled={view.atEnd} onClick={view.last} />
            <TypedMove moving={moving} typing={typing} />
          </div>
          {seated && (
            <NoteEditor key={table.node} table={live} node={table.node} note={notes.get(table.node)} go={go} />
          )}
        </section>
        {live.nodes.length === 0 && live.start.standard && (
          <Select
            label={text.setup.game}
            value={game.name}
            options={app.games.map((one) => [one.name, fullTitle(app, one)] as const)}
            onChange={(name) => app.navigate(`analyse&game=${name}`)}
            inline
          />
        )}
      </section>
      {more && (
        <MoreDialog
          table={live}
          node={table.node}
          entries={[
            ["back", t.toGame, () => app.navigate(`t=${live.id}&n=${table.node}`)],
            ["engine", t.newBoard, () => app.navigate(`analyse&game=${game.name}`)],
          ]}
          onClose={() => setMore(false)}
          onUncopied={setUncopied}
        />
      )}
      {uncopied && <TextDialog value={uncopied} onClose={() => setUncopied("")} />}
    </>
  );
}

function valueWords(
  event: AnalysisEvent | null,
  side: string,
  t: ReturnType<typeof useApp>["text"]["analysis"],
  known: ReturnType<typeof useApp>["text"]["play"]["known"],
): string {
  const exact = event && exactValue(event);
  if (exact) return known.position(side, exact.value, movesLeft(exact), piecesAhead(exact));
  const score = event?.lines[0]?.score;
  if (!event || !score) return t.noValue;
  if (score.kind === "estimate" || score.kind === "points")
    return t.estimate(side, estimateText(score.value), event.depth);
  return t.estimate(side, t.values[score.kind], event.depth);
}
