// A table: board, players, and everything one can do in a game.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useShown } from "../board/animation";
import { BoardView, type Marks } from "../board/board";
import { movable, targets } from "../board/input";
import { fullTitle, useApp } from "../context";
import { knownTargets, movesLeft, piecesAhead } from "../logic/known";
import { useStable } from "../parts/hooks";
import { Icon, type IconName } from "../parts/icon";
import { Button } from "../parts/parts";
import { playSound } from "../parts/sound";
import { KnownPanel } from "../play/known";
import { Note } from "../play/note";
import { Runner, useRunner } from "../play/runner";
import { Sheets, Tabs, type Tab } from "../play/sheets";
import { useShortcuts } from "../play/shortcuts";
import { Strip } from "../play/strip";
import { TableDialogs, type DialogName } from "../play/table_dialogs";
import { useHint } from "../play/use_hint";
import { useMoveInput } from "../play/use_move_input";
import { useReview } from "../play/use_review";
import { useTable } from "../play/use_table";
import { useTableActions } from "../play/use_table_actions";
import { useWalk } from "../play/use_walk";
import { sideTitle } from "../players";
import type { Colour, GameInfo, MoveNode, Table } from "../protocol";
import { glides } from "../settings";
import { boardAt, humans, nodeOf, onlyHuman, squaresOf } from "../state";
import { outcomeWords } from "../words";

export function PlayScreen({ place }: { place: { table: string; node: number | null } }) {
  const { text, hello, settings } = useApp();
  const { table, missing } = useTable(place, settings.endgames);
  if (missing)
    return (
      <p class="waiting" role="alert">
        {text.play.unknown} <a href="#">{text.play.newGame}</a>
      </p>
    );
  const game = table && hello.games.find((one) => one.name === table.game);
  if (!table || !game)
    return (
      <p class="waiting" role="status">
        {text.play.loading}
      </p>
    );
  return <Game table={table} game={game} />;
}

/** What the screen says for those who do not see the board, and the sounds. */
function useAnnounced(table: Table, game: GameInfo) {
  const app = useApp();
  const { text, settings } = app;
  const t = text.play;
  const [spoken, setSpoken] = useState("");
  const landed = (node: MoveNode) => {
    const side = sideTitle(app, game, node.side);
    const passed = node.from === 0 || node.hops.length === 0;
    setSpoken(passed ? t.passed(side) : `${t.moved(side, node.text)}${node.crowned ? ` ${t.crowned}` : ""}`);
    if (!settings.sound) return;
    playSound(node.crowned ? "crown" : node.hops.some(([, captured]) => captured > 0) ? "capture" : "step");
  };
  const shown = useShown(table, glides(settings), landed);
  const settled = shown.node === table.node;
  const over = table.outcome !== null;
  const wasOver = useRef(over);
  const noticeEnd = useStable(() => {
    if (!settled) return;
    if (over && !wasOver.current && settings.sound) playSound("end");
    wasOver.current = over;
    if (table.outcome) setSpoken(outcomeWords(text, game, table.outcome, table.turn).text);
  });
  useEffect(noticeEnd, [noticeEnd, over, settled]);
  return { shown, settled, spoken };
}

function Game({ table, game }: { table: Table; game: GameInfo }) {
  const app = useApp();
  const { text, settings } = app;
  const t = text.play;
  const people = humans(table);
  const title = fullTitle(app, game);
  const over = table.outcome !== null;
  const mine = table.state === "waiting" && table[table.turn].kind === "human" && !over;
  const [turned, setTurned] = useState(false);
  const flipped = (onlyHuman(table) === "black") !== turned;
  const flip = () => setTurned((was) => !was);
  const [pointed, setPointed] = useState({ node: 0, index: -1 }); // at a move in the list of exact values
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [tab, setTab] = useState<Tab>("moves");
  const typing = useRef<HTMLInputElement>(null);

  const { shown, settled, spoken } = useAnnounced(table, game);
  const moving = useMoveInput(table, game, shown, mine);
  const { hint, ask, forget } = useHint(table);
  const walk = useWalk(table);
  const review = useReview(table, game);
  const runner = useRunner(table);
  const actions = useTableActions(table);
  const askHint = () => {
    moving.putDown();
    ask();
  };
  const openReview = () => {
    setTab("moves");
    review.open();
  };
  useEffect(() => {
    document.title = `${table.name || title} – ${text.app.name}`;
    return () => {
      document.title = text.app.name;
    };
  }, [table.name, title, text]);
  useShortcuts(
    {
      "[": walk.back,
      "]": walk.forward,
      "{": walk.first,
      "}": walk.last,
      u: actions.undo,
      r: actions.redo,
      h: () => mine && askHint(),
      f: flip,
      m: () => {
        typing.current?.focus();
        if (document.activeElement === typing.current) return;
        setTab("moves"); // it was behind another tab
        setTimeout(() => typing.current?.focus());
      },
      p: () => people === 0 && runner.toggle(),
      Escape: () => {
        moving.putDown();
        forget();
      },
    },
    settings.shortcuts,
  );

  const open = mine && settled;
  const { input, choices, warn, refusals } = moving;
  const { mistakeHere } = review;
  const pointedAt = pointed.node === table.node ? table.legal[pointed.index]?.path : undefined;
  const marks = useMemo<Marks>(() => {
    const node = nodeOf(table, shown.node);
    const asksMen = choices.length > 0 && input.from === 0;
    const menAsked = asksMen ? [...new Set(choices.map((index) => table.legal[index]?.path[0] ?? 0))] : [];
    return {
      selected: open ? input.from : 0,
      targets: open && !asksMen ? targets(table.legal, input) : [],
      known: open && settings.endgames ? knownTargets(table.legal, input) : undefined,
      capturing: open && asksMen ? menAsked : open && table.capture ? movable(table.legal) : [],
      way: open ? input.clicks : [],
      warn: open ? warn : [],
      warnings: refusals,
      last: shown.motion ? [] : squaresOf(node),
      crowned: node?.crowned ? (node.hops[node.hops.length - 1]?.[0] ?? 0) : 0,
      arrow: settled ? (pointedAt ?? hint?.path) : undefined,
      wrong: settled && mistakeHere ? squaresOf(mistakeHere) : undefined,
    };
  }, [
    table,
    shown.node,
    shown.motion,
    input,
    choices,
    warn,
    refusals,
    open,
    settled,
    hint,
    pointedAt,
    mistakeHere,
    settings.endgames,
  ]);
  const describe = (square: number): string => {
    const known = marks.known?.get(square);
    return known ? t.known.move(known.value, movesLeft(known), piecesAhead(known)) : "";
  };

  const tool = (icon: IconName, words: string, action: () => void, enabled = true, long?: string) => (
    <button type="button" class="tool" disabled={!enabled} title={long} onClick={action}>
      <Icon name={icon} />
      <span>{words}</span>
    </button>
  );
  const board = boardAt(table, shown.node);
  const strip = (colour: Colour) => <Strip table={table} game={game} colour={colour} board={board} />;

  return (
    <>
      <section class="table" aria-label={title}>
        {strip(flipped ? "white" : "black")}
        <div class="table-board">
          <BoardView
            board={board}
            cells={game.cells}
            size={game.size}
            names={game.names}
            label={text.board.label(title)}
            flipped={flipped}
            numbers={settings.numbers}
            marks={marks}
            motion={shown.motion}
            onSquare={moving.onSquare}
            onDrag={(from) => {
              forget();
              moving.onDrag(from);
            }}
            onDrop={moving.onDrop}
            describe={describe}
            canDrag={(square) => open && isPieceOf(table.board, square, table.turn)}
          />
        </div>
        {strip(flipped ? "black" : "white")}
        <Note
          table={table}
          game={game}
          mine={mine}
          settled={settled}
          moving={moving}
          hint={hint}
          offer={actions.offer}
          mayReview={review.possible}
          onAgree={actions.agree}
          onPlayOn={actions.playOn}
          onGoOn={actions.goOn}
          onRematch={actions.rematch}
          onReview={openReview}
        />
        <p class="unseen" aria-live="polite">
          {spoken}
        </p>
      </section>

      <section class="side" aria-label={t.panel}>
        <div class="side-head">
          <div>
            <h1>{table.name || title}</h1>
            {table.name && <p class="soft">{title}</p>}
          </div>
          <Button small kind="quiet" icon="rules" onClick={() => setDialog("rules")}>
            {t.rules}
          </Button>
          {game.reversed && <p class="loud">{t.lead}</p>}
        </div>
        {people === 0 && <Runner table={table} runner={runner} />}
        <div class="tools">
          {tool("undo", t.undo, actions.undo, people > 0 && (over || table.node !== 0))}
          {tool("redo", t.redo, actions.redo, people > 0 && table.nodes.length > 0 && !walk.atEnd)}
          {tool("hint", table.hints > 0 ? `${t.hint} (${table.hints})` : t.hint, askHint, mine)}
          {tool("flip", t.flip, flip, true, t.flipLong)}
          {people > 0 && !over
            ? tool("flag", t.resign, () => setDialog("resign"))
            : tool("again", t.rematch, () => actions.rematch(false))}
          {tool("more", t.more, () => setDialog("more"))}
        </div>
        <div class="sheets" data-tab={tab}>
          <KnownPanel
            table={table}
            game={game}
            onPlay={(index) => {
              setPointed({ node: table.node, index: -1 });
              moving.play(index);
            }}
            onPoint={(index) => setPointed({ node: table.node, index })}
          />
          <Tabs tab={tab} choose={setTab} />
          <Sheets
            table={table}
            game={game}
            review={review}
            walk={walk}
            moving={moving}
            onReview={openReview}
            typing={typing}
          />
        </div>
      </section>
      <TableDialogs
        table={table}
        game={game}
        dialog={dialog}
        open={setDialog}
        actions={actions}
        onReview={review.possible ? openReview : undefined}
      />
    </>
  );
}

function isPieceOf(board: string, square: number, colour: Colour): boolean {
  return (board[square - 1] ?? "e").toLowerCase() === colour[0];
}
