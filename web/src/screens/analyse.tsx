// The analysis board: the engine's lines beside the moves, variations and notes of a game.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { EvaluationBar } from "../analyse/bar";
import { EngineSheet } from "../analyse/engine_sheet";
import { PreviewNote, valueWords, type Preview } from "../analyse/lines";
import { DrawingBar } from "../analyse/drawing_bar";
import { DroppedFile } from "../analyse/dropped_file";
import { GamesDialog, GamesSheet } from "../analyse/games_from_here";
import { Graph } from "../analyse/graph";
import { rememberGame } from "../analyse/new_analysis";
import { NoteEditor } from "../analyse/note_editor";
import { useAnalysis } from "../analyse/use_analysis";
import { useComments } from "../analyse/use_comments";
import { useDrawing } from "../analyse/use_drawing";
import { useShown } from "../board/animation";
import { BoardView, type Marks } from "../board/board";
import { movable, targets } from "../board/input";
import { fullTitle, useApp } from "../context";
import { arrowsOf, barOf, exactValue, notesOf, plyOf } from "../logic/analysis";
import { glyphsOf } from "../logic/review";
import { Icon, type IconName } from "../parts/icon";
import { Button, Select, Waiting } from "../parts/parts";
import { MoreDialog } from "../play/more";
import { MoveList } from "../play/move_list";
import { TypedMove } from "../play/sheets";
import { useShortcuts } from "../play/shortcuts";
import { Strip } from "../play/strip";
import { useMoveInput } from "../play/use_move_input";
import { useTable } from "../play/use_table";
import { useView } from "../play/use_view";
import { sideTitle } from "../players";
import type { AnalysisLine, Colour, GameInfo, Table } from "../protocol";
import type { TablePlace } from "../route";
import { glides } from "../settings";
import { boardAt, nodeOf, otherSide, squaresOf } from "../state";
import { TextDialog } from "../play/dialogs";
import "../styles/analyse.css";

export { NewAnalysis } from "../analyse/new_analysis";

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
  const { text, settings, link, failed } = app;
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
  const [games, setGames] = useState<"asking" | { run: string } | null>(null);
  const [uncopied, setUncopied] = useState("");
  const [spoken, setSpoken] = useState("");
  const typing = useRef<HTMLInputElement>(null);
  useEffect(() => rememberGame(game.name), [game.name]);
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

  const comments = useComments(live);
  const drawing = useDrawing(comments, table.node, game, seated);

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
      shapes: settled ? drawing.shapes : [],
      ...(drawing.on && { selected: drawing.anchor, targets: [], capturing: [] }),
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
    drawing.shapes,
    drawing.on,
    drawing.anchor,
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
      d: drawing.toggle,
      f: () => setFlipped((was) => !was),
      m: () => typing.current?.focus(),
      Escape: () => {
        setPreview(null);
        moving.putDown();
        if (drawing.anchor) drawing.letGo();
        else drawing.end();
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
            onSquare={(square) =>
              previewed ? setPreview(null) : drawing.on ? drawing.press(square) : moving.onSquare(square)
            }
            onDrag={moving.onDrag}
            onDrop={moving.onDrop}
            onDraw={seated && !previewed ? drawing.draw : undefined}
            ink={drawing.on && !previewed ? drawing.ink : null}
            describe={drawing.describe}
            canDrag={(square) =>
              open && !previewed && !drawing.on && (table.board[square - 1] ?? "e").toLowerCase() === table.turn[0]
            }
          />
        </div>
        {strip(flipped ? "black" : "white")}
        <div class={`note ${moving.problem ? "problem" : "calm"}`} role={moving.problem ? "alert" : undefined}>
          {previewed && preview ? (
            <PreviewNote
              preview={preview}
              line={event.lines[preview.line]}
              onKeep={seated ? keep : null}
              onBack={() => setPreview(null)}
            />
          ) : drawing.on ? (
            <DrawingBar drawing={drawing} />
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
        <p class="unseen" aria-live="polite">
          {drawing.spoken}
        </p>
      </section>

      <Graph
        table={live}
        game={game}
        at={table.node}
        turn={table.turn}
        event={event}
        side={flipped ? "black" : "white"}
        seated={seated}
        go={go}
      />

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
          {tool("edit", t.drawing.tool, drawing.toggle, drawing.on, seated)}
          {tool("threat", t.threat, () => setThreat(!threat), threat, on && mayAnalyse)}
          {tool("flip", text.play.flip, () => setFlipped(!flipped))}
          {tool("chart", t.games.tool, () => setGames("asking"), undefined, table.fen !== "" && table.legal.length > 0)}
          {tool("more", text.play.more, () => setMore(true))}
        </div>
        <EngineSheet
          event={event}
          problem={problem}
          state={!on ? "off" : table.outcome ? "over" : mayAnalyse ? "on" : "waiting"}
          threat={threat}
          side={sideTitle(app, game, turn)}
          ply={plyOf(live, table.node, game.begins) + (threat ? 1 : 0)}
          most={threat ? 1 : table.legal.length || lines}
          lines={lines}
          setLines={setLines}
          threads={threads}
          setThreads={setThreads}
          preview={preview}
          onPreview={setPreview}
          onKeep={seated && !threat ? keep : null}
        />
        {games && games !== "asking" && <GamesSheet key={games.run} run={games.run} onClose={() => setGames(null)} />}
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
            <NoteEditor
              key={table.node}
              table={live}
              node={table.node}
              note={notes.get(table.node)}
              comments={comments}
              go={go}
            />
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
      {games === "asking" && (
        <GamesDialog
          game={game}
          fen={table.fen}
          onStarted={(run) => setGames({ run })}
          onClose={() => setGames(null)}
        />
      )}
      <DroppedFile game={game.name} />
      {uncopied && <TextDialog value={uncopied} onClose={() => setUncopied("")} />}
    </>
  );
}
