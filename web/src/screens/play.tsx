// A table: board, players, and everything one can do in a game.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useShown } from "../board/animation";
import { BoardView, type Marks } from "../board/board";
import { squareName } from "../board/geometry";
import { isOwn, movable, targets, type Input } from "../board/input";
import { fullTitle, useApp } from "../context";
import { knownTargets, movesLeft, piecesAhead } from "../logic/known";
import { moments } from "../logic/review";
import { useStable } from "../parts/hooks";
import { Icon, type IconName } from "../parts/icon";
import { onDemand } from "../parts/on_demand";
import { Button, Waiting } from "../parts/parts";
import { playSound } from "../parts/sound";
import { KnownPanel } from "../play/known";
import { Note } from "../play/note";
import { Runner, useRunner } from "../play/runner";
import { Sheets, Tabs, type Tab } from "../play/sheets";
import { useShortcuts } from "../play/shortcuts";
import { Strip } from "../play/strip";
import { TableDialogs, type DialogName } from "../play/table_dialogs";
import { useExact } from "../play/use_exact";
import { useHint } from "../play/use_hint";
import { useMoveInput } from "../play/use_move_input";
import { usePremove } from "../play/use_premove";
import { useReview } from "../play/use_review";
import { useTable } from "../play/use_table";
import { useTableActions } from "../play/use_table_actions";
import { useView } from "../play/use_view";
import { sideTitle } from "../players";
import type { Colour, GameInfo, MoveNode, Table } from "../protocol";
import type { TablePlace } from "../route";
import { glides } from "../settings";
import { boardAt, humans, nodeOf, ownSide, ownSides, squaresOf } from "../state";

const TryAgain = onDemand(() => import("../play/try_again").then((part) => part.TryAgain));

export function PlayScreen({ place }: { place: TablePlace }) {
  const { text, hello } = useApp();
  const { table, you, missing, onYou } = useTable(place);
  if (missing)
    return (
      <Waiting failed>
        {text.play.unknown} <a href="#">{text.play.newGame}</a>
      </Waiting>
    );
  const game = table && hello.games.find((one) => one.name === table.game);
  if (!table || !game) return <Waiting>{text.play.loading}</Waiting>;
  return <Game table={table} you={you} onYou={onYou} game={game} place={place} />;
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
    if (table.outcome) setSpoken(app.say(table.outcome.message, game));
  });
  useEffect(noticeEnd, [noticeEnd, over, settled]);
  return { shown, settled, spoken };
}

interface GameProps {
  table: Table;
  you: readonly Colour[];
  onYou: (you: readonly Colour[]) => void;
  game: GameInfo;
  place: TablePlace;
}

function Game({ table: live, you, onYou, game, place }: GameProps) {
  const app = useApp();
  const { text, settings } = app;
  const t = text.play;
  const view = useView(live, place);
  const table = view.shown;
  const people = humans(live);
  const own = ownSides(live, you);
  const seated = you.length > 0;
  const title = fullTitle(app, game);
  const over = live.outcome !== null;
  const mine = view.ready && table.state === "waiting" && own.includes(table.turn) && table.outcome === null;
  const [turned, setTurned] = useState(false);
  const flipped = (ownSide(live, you) === "black") !== turned;
  const flip = () => setTurned((was) => !was);
  const [pointed, setPointed] = useState({ node: 0, index: -1 }); // at a move in the list of exact values
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [tab, setTab] = useState<Tab>("moves");
  const typing = useRef<HTMLInputElement>(null);
  const sheets = useRef<HTMLDivElement>(null);

  const { shown, settled, spoken } = useAnnounced(table, game);
  const moving = useMoveInput(view, game, shown, mine, !seated);
  const premove = usePremove({
    table,
    live: view.live,
    side: ownSide(live, you),
    mine,
    play: moving.play,
    onGone: () => app.toast(t.premoveGone),
  });
  const { plan } = premove;
  const { hint, ask, forget } = useHint(table, game);
  const review = useReview(live, table.node, seated);
  const exact = useExact(live, table, game, review.shown);
  const tryingNow =
    review.trying > 0 && live.review
      ? moments(live, live.review).find(({ turn }) => turn.node.id === review.trying)
      : undefined;
  const runner = useRunner(live);
  const actions = useTableActions(live, you, view);
  const askHint = () => {
    moving.putDown();
    ask();
  };
  const openReview = () => {
    setTab("moves");
    review.open();
    // On a phone it is below the board.
    setTimeout(() => sheets.current?.scrollIntoView({ block: "nearest" }));
  };
  // An address that asks for the review.
  const wantsReview = useRef(place.review === true);
  const openWanted = useStable(openReview);
  useEffect(() => {
    if (!wantsReview.current || !review.possible) return;
    wantsReview.current = false;
    openWanted();
  }, [review.possible, openWanted]);
  useEffect(() => {
    document.title = `${live.name || title} – ${text.app.name}`;
    return () => {
      document.title = text.app.name;
    };
  }, [live.name, title, text]);
  useShortcuts(
    {
      "[": view.back,
      "]": view.forward,
      "{": view.first,
      "}": view.last,
      u: () => own.length > 0 && actions.undo(),
      r: () => own.length > 0 && actions.redo(),
      h: () => mine && askHint(),
      f: flip,
      m: () => {
        typing.current?.focus();
        if (document.activeElement === typing.current) return;
        setTab("moves"); // it was behind another tab
        setTimeout(() => typing.current?.focus());
      },
      p: () => people === 0 && seated && runner.toggle(),
      Escape: () => {
        moving.putDown();
        premove.cancel();
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
      selected: open ? input.from : (plan?.from ?? 0),
      targets: open && !asksMen ? targets(table.legal, input) : [],
      known: open && exact.exact ? knownTargets(table.legal, exact.exact.moves, input) : undefined,
      capturing: open && asksMen ? menAsked : open && table.capture ? movable(table.legal) : [],
      way: open ? input.clicks : [],
      warn: open ? warn : [],
      warnings: refusals,
      last: shown.motion ? [] : squaresOf(node),
      crowned: node?.crowned ? (node.hops[node.hops.length - 1]?.[0] ?? 0) : 0,
      arrow: settled ? (pointedAt ?? hint?.path) : undefined,
      others: plan && plan.clicks.length > 0 ? [[plan.from, ...plan.clicks]] : undefined,
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
    exact.exact,
    plan,
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
  const exactTool = exact.possible && (
    <button
      type="button"
      class="tool"
      aria-pressed={exact.on}
      title={exact.on ? t.known.hide : t.known.showLong}
      onClick={exact.on ? exact.hide : exact.show}
    >
      <Icon name="search" />
      <span>{live.exactShown > 0 ? `${t.known.show} (${live.exactShown})` : t.known.show}</span>
    </button>
  );
  const board = boardAt(live, shown.node);
  const strip = (colour: Colour) => (
    <Strip table={live} game={game} colour={colour} you={you} board={board} turn={table.outcome ? null : table.turn} />
  );

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
            onSquare={premove.possible ? premove.onSquare : moving.onSquare}
            onDrag={(from) => {
              forget();
              if (premove.possible) premove.onDrag(from);
              else moving.onDrag(from);
            }}
            onDrop={premove.possible ? premove.onDrop : moving.onDrop}
            describe={describe}
            canDrag={(square) => (open ? isOwn(table, square) : premove.canDrag(square))}
          />
        </div>
        {strip(flipped ? "black" : "white")}
        <Note
          table={table}
          game={game}
          you={you}
          live={view.live}
          mine={mine}
          settled={settled}
          moving={moving}
          hint={hint}
          offer={actions.offer}
          takeBack={actions.takeBack}
          premove={plan && plan.clicks.length > 0 ? t.premove(planText(game, plan)) : ""}
          mayReview={review.possible && !review.shown}
          onTakeBack={actions.agreeTakeBack}
          onDecline={actions.decline}
          onAgree={actions.agree}
          onPlayOn={actions.playOn}
          onGoOn={actions.goOn}
          onLive={view.goLive}
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
            <h1>{live.name || title}</h1>
            {live.name && <p class="soft">{title}</p>}
          </div>
          <Button small kind="quiet" icon="rules" onClick={() => setDialog("rules")}>
            {t.rules}
          </Button>
          {game.reversed && <p class="loud">{t.lead}</p>}
        </div>
        {people === 0 && seated && <Runner table={live} runner={runner} />}
        <div class="tools">
          {tool(
            "undo",
            actions.shared && !over ? t.takeBack : t.undo,
            actions.undo,
            own.length > 0 && (over || live.node !== 0),
          )}
          {tool(
            "redo",
            t.redo,
            actions.redo,
            own.length > 0 && live.nodes.length > 0 && !view.atEnd && (over || !actions.shared),
          )}
          {over
            ? tool("engine", text.app.analyse, () => app.navigate(`analyse=${live.id}&n=${table.node}`))
            : tool("hint", live.hints > 0 ? `${t.hint} (${live.hints})` : t.hint, askHint, mine)}
          {exactTool}
          {tool("flip", t.flip, flip, true, t.flipLong)}
          {own.length > 0 && !over
            ? tool("flag", t.resign, () => setDialog("resign"))
            : tool("again", t.rematch, () => actions.rematch(false), seated)}
          {tool("more", t.more, () => setDialog("more"))}
        </div>
        <div class="sheets" ref={sheets} data-tab={tab}>
          <KnownPanel
            table={table}
            game={game}
            exact={exact.exact}
            onHide={exact.hide}
            onPlay={(index) => {
              setPointed({ node: table.node, index: -1 });
              moving.play(index);
            }}
            onPoint={(index) => setPointed({ node: table.node, index })}
          />
          <Tabs tab={tab} choose={setTab} />
          <Sheets
            table={live}
            game={game}
            you={you}
            review={review}
            view={view}
            moving={moving}
            onReview={openReview}
            typing={typing}
          />
        </div>
      </section>
      {tryingNow && (
        <TryAgain
          key={tryingNow.turn.node.id}
          table={live}
          game={game}
          moment={tryingNow.moment}
          turn={tryingNow.turn}
          flipped={flipped}
          onSeen={() => review.see(tryingNow.turn.node.id)}
          onClose={() => review.tryAgain(0)}
        />
      )}
      <TableDialogs
        table={live}
        you={you}
        onYou={onYou}
        view={view}
        game={game}
        dialog={dialog}
        open={setDialog}
        actions={actions}
        onReview={review.possible ? openReview : undefined}
      />
    </>
  );
}

function planText(game: GameInfo, { from, clicks }: Input): string {
  return [from, ...clicks].map((square) => squareName(game.names, square)).join("-");
}
