// A table: board, players, and everything one can do in a game.
import type { ComponentChildren } from "preact";
import { useStable } from "../parts/hooks";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useShown } from "../board/animation";
import { BoardView, type Marks } from "../board/board";
import { squareName } from "../board/geometry";
import {
  click,
  drop,
  emptyInput,
  isPass,
  movable,
  targets,
  type Input,
  type Refusal,
  type Reply,
} from "../board/input";
import { fullTitle, useApp } from "../context";
import { RequestError } from "../link";
import { knownTargets, movesLeft, piecesAhead } from "../logic/known";
import { turns } from "../logic/review";
import { RulesDialog } from "../parts/dialogs";
import { Icon, type IconName } from "../parts/icon";
import { Button, Select } from "../parts/parts";
import { playSound } from "../parts/sound";
import { Confirm, PlayersDialog, RenameDialog, TextDialog } from "../play/dialogs";
import { MoreDialog } from "../play/more";
import { MoveList } from "../play/move_list";
import { KnownPanel } from "../play/known";
import { Log, Search, type Said } from "../play/news";
import { ReviewList } from "../play/review";
import { Strip } from "../play/strip";
import { useTable } from "../play/use_table";
import { seatTitle, sideTitle } from "../players";
import type { Colour, GameInfo, MoveNode, Table } from "../protocol";
import { glides } from "../settings";
import { boardAt, humans, lastNode, nextNode, nodeOf, onlyHuman, otherSide, squaresOf, wayDown } from "../state";
import { outcomeWords, sentence, type Words } from "../words";

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

type DialogName = "rules" | "players" | "resign" | "more" | "rename";

function Game({ table, game }: { table: Table; game: GameInfo }) {
  const app = useApp();
  const { text, link, settings, failed } = app;
  const t = text.play;
  const people = humans(table);
  const you = onlyHuman(table);
  const title = fullTitle(app, game);
  const [turned, setTurned] = useState(false);
  const flipped = (you === "black") !== turned;
  const [input, setInput] = useState<Input>(emptyInput);
  const [choices, setChoices] = useState<number[]>([]);
  const [problem, setProblem] = useState<Words | null>(null);
  const [warn, setWarn] = useState<readonly number[]>([]);
  const [hint, setHint] = useState<{ node: number; path: number[]; text: string; remark: string } | null>(null);
  const [pointed, setPointed] = useState({ node: 0, index: -1 }); // at a move in the list of what is known
  const [reviewing, setReviewing] = useState(false); // the review is shown instead of the moves
  const [mistake, setMistake] = useState(0); // node of the move that was chosen in it
  const [playOn, setPlayOn] = useState(false); // a draw was offered, and not answered
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [uncopied, setUncopied] = useState("");
  const [spoken, setSpoken] = useState("");
  const [tab, setTab] = useState<"moves" | "log" | "search">("moves");
  const [typed, setTyped] = useState("");
  const [said, setSaid] = useState<Said[]>([]);
  const [delay, setDelay] = useState(table.delay);
  const visited = useRef(table.node);
  const typing = useRef<HTMLInputElement>(null);
  const waits = useRef(false); // a move is on its way

  const request = useCallback(
    (what: string, fields: Record<string, unknown> = {}) => link.request(what, { table: table.id, ...fields }),
    [link, table.id],
  );
  const name = (square: number) => squareName(game.names, square);

  const landed = (node: MoveNode) => {
    const side = sideTitle(app, game, node.side);
    const passed = node.from === 0 || node.hops.length === 0;
    setSpoken(passed ? t.passed(side) : `${t.moved(side, node.text)}${node.crowned ? ` ${t.crowned}` : ""}`);
    if (settings.sound)
      playSound(node.crowned ? "crown" : node.hops.some(([, captured]) => captured > 0) ? "capture" : "step");
  };
  const shown = useShown(table, glides(settings), landed);
  const board = boardAt(table, shown.node);
  const settled = shown.node === table.node;

  const over = table.outcome !== null;
  const ended = table.outcome && outcomeWords(text, game, table.outcome, table.turn);
  // What was in hand belongs to one position, and so does what was said about it. It goes before the next click can come,
  // so that it does not take away what that click picks up.
  const startPosition = useStable(() => {
    setInput(emptyInput);
    setChoices([]);
    setProblem(null);
    setWarn([]);
    waits.current = false;
    if (wayDown(table, table.node, visited.current) === null) visited.current = table.node;
  });
  useLayoutEffect(startPosition, [startPosition, table.node, table.turn, over]);
  const wasOver = useRef(over);
  const noticeEnd = useStable(() => {
    if (over && !wasOver.current && settled && settings.sound) playSound("end");
    if (settled) wasOver.current = over;
    if (over && settled && ended) setSpoken(ended.text);
  });
  useEffect(noticeEnd, [noticeEnd, over, settled]);
  useEffect(() => {
    document.title = `${table.name || title} – ${text.app.name}`;
    return () => {
      document.title = text.app.name;
    };
  }, [table.name, title, text]);

  const mine = table.state === "waiting" && table[table.turn].kind === "human" && !over;
  const position = { board: table.board, turn: table.turn, legal: table.legal, capture: table.capture };
  const pass = mine ? table.legal.findIndex(isPass) : -1;
  const mustCapture = table.capture && mine;

  const mustWords = (moves: string[]) => {
    const rest = moves.length - mostNamed;
    return t.mustBe(moves.slice(0, mostNamed).join(t.or) + (rest > 0 ? t.andMore(rest) : ""));
  };
  const why = (refusal: Refusal): string => {
    switch (refusal.code) {
      case "capture":
        return mustWords(refusal.moves);
      case "not-yours":
        return t.notYours;
      case "stuck":
        return t.cannotMove(name(refusal.square));
      case "cannot-go":
        return t.cannotGo(name(refusal.from), name(refusal.to), refusal.where.map(name).join(t.or));
      case "nobody":
        return t.nobodyGoes(name(refusal.to));
    }
  };
  // The program writes into the log what it refuses; what the page refuses by itself, the page adds.
  const refuse = (words: Words, squares: readonly number[] = [], ours = true) => {
    setProblem(null);
    setWarn([]);
    // Once more even if it is the same: the signs flash and the words are read again.
    requestAnimationFrame(() => {
      setProblem(words);
      setWarn(squares);
    });
    if (ours) setSaid((lines) => [...lines, { at: table.log.length, text: words.text }].slice(-mostSaid));
    if (settings.sound) playSound("refuse");
  };
  const play = (index: number) => {
    if (waits.current) return;
    waits.current = true;
    setInput(emptyInput);
    setChoices([]);
    request("move", { node: table.node, index }).catch((error: unknown) => {
      waits.current = false;
      refuse(app.why(error), [], false);
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
        refuse({ text: why(reply.why) }, reply.why.code === "capture" ? reply.why.men : []);
    }
  };
  const ready = (): boolean => {
    shown.finish();
    if (mine) return true;
    refuse({ text: over ? t.over : table.state === "paused" ? t.computerToMove : t.notYourTurn });
    return false;
  };
  const onSquare = (square: number) => {
    if (ready()) answer(click(position, input, square));
  };
  const onKnown = (index: number) => {
    if (!ready()) return;
    setPointed({ node: table.node, index: -1 });
    answer({ kind: "play", index });
  };
  const onDrag = (from: number) => {
    shown.finish();
    setHint(null);
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

  const go = (node: number) => {
    if (node === table.node) return;
    setHint(null);
    request("go", { node }).catch(failed);
  };
  const goBack = () => go(nodeOf(table, table.node)?.parent ?? 0);
  const goForward = () => go(nextNode(table, table.node, visited.current));
  const goFirst = () => go(0);
  const goLast = () => go(lastNode(table, table.node, visited.current));
  const undo = () => request("undo").catch(failed);
  const redo = () => request("redo").catch(failed);
  const flip = () => setTurned((was) => !was);
  const askHint = () => {
    setProblem(null);
    setWarn([]);
    setInput(emptyInput);
    setChoices([]);
    link.request<{ index: number; text: string; remark: string }>("hint", { table: table.id }).then(
      (answered) =>
        setHint({
          node: table.node,
          path: table.legal[answered.index]?.path ?? [],
          text: answered.text,
          remark: sentence(answered.remark),
        }),
      // A hint for a position that is gone is not missed.
      (error: unknown) => !(error instanceof RequestError && error.code === "refused") && failed(error),
    );
  };
  const speaker: Colour = you ?? table.turn;
  const offerDraw = () => {
    setPlayOn(false);
    link.request<{ accepted?: boolean }>("offer-draw", { table: table.id, side: speaker }).then(({ accepted }) => {
      if (accepted) app.toast(t.drawAccepted);
      else if (table[otherSide(speaker)].kind === "computer") app.toast(t.drawRefused);
    }, failed);
  };
  // From one person to the other, who may sit at this page or at another one.
  const offer = table.offer && !over && table[otherSide(table.offer)].kind === "human" ? table.offer : null;
  useEffect(() => setPlayOn(false), [offer]);
  const rematch = (swap: boolean) => {
    link
      .request<{ table: Table }>("rematch", { table: table.id, swap })
      .then(({ table: next }) => app.navigate(`t=${next.id}`), failed);
  };
  const startReview = () => request("review").catch(failed);
  const openReview = () => {
    setTab("moves");
    setReviewing(true);
    if (!table.review) startReview();
  };
  const reviewed = reviewing && table.review !== null;
  const mayReview = game.solved && table.nodes.length > 0;
  const mistakes = useMemo(
    () => new Set(table.review ? turns(table, table.review).map(({ node }) => node.id) : []),
    [table],
  );
  const running = table.running && !over;
  const run = () => request(running ? "pause" : "play", running ? {} : { delay }).catch(failed);
  // Keys that work anywhere on this screen.
  const shortcuts = useRef(settings.shortcuts);
  shortcuts.current = settings.shortcuts;
  const keys = useRef<Record<string, () => void>>({});
  keys.current = {
    "[": goBack,
    "]": goForward,
    "{": goFirst,
    "}": goLast,
    u: undo,
    r: redo,
    h: () => mine && askHint(),
    f: flip,
    m: () => {
      typing.current?.focus();
      if (document.activeElement === typing.current) return;
      setTab("moves"); // it was behind another tab
      setTimeout(() => typing.current?.focus());
    },
    p: () => people === 0 && run(),
    Escape: () => {
      setInput(emptyInput);
      setChoices([]);
      setProblem(null);
      setHint(null);
    },
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
      if (event.target instanceof HTMLElement && event.target.closest("input, textarea, select")) return;
      let action = shortcuts.current || event.key === "Escape" ? keys.current[event.key] : undefined;
      if (event.target === document.body && event.key === "ArrowLeft") action = keys.current["["];
      if (event.target === document.body && event.key === "ArrowRight") action = keys.current["]"];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  const hintHere = hint && hint.node === table.node && !over ? hint : null;
  const open = mine && settled;
  const mistakeHere = reviewing && mistake > 0 ? nodeOf(table, mistake) : undefined;
  const pointedAt = pointed.node === table.node ? table.legal[pointed.index]?.path : undefined;
  const asksMen = choices.length > 0 && input.from === 0;
  const marks = useMemo<Marks>(() => {
    const node = nodeOf(table, shown.node);
    const menAsked = asksMen ? [...new Set(choices.map((index) => table.legal[index]?.path[0] ?? 0))] : [];
    return {
      selected: open ? input.from : 0,
      targets: open ? (asksMen ? [] : targets(table.legal, input)) : [],
      known: open && settings.endgames ? knownTargets(table.legal, input) : undefined,
      capturing: open && asksMen ? menAsked : open && table.capture ? movable(table.legal) : [],
      way: open ? input.clicks : [],
      warn: open ? warn : [],
      last: shown.motion ? [] : squaresOf(node),
      crowned: node?.crowned ? (node.hops[node.hops.length - 1]?.[0] ?? 0) : 0,
      arrow: settled ? (pointedAt ?? hintHere?.path) : undefined,
      wrong: settled && mistakeHere?.parent === table.node ? squaresOf(mistakeHere) : undefined,
    };
  }, [
    table,
    shown.node,
    shown.motion,
    input,
    warn,
    open,
    hintHere,
    pointedAt,
    mistakeHere,
    settled,
    asksMen,
    choices,
    settings.endgames,
  ]);
  const describe = (square: number): string => {
    const known = marks.known?.get(square);
    return known ? t.known.move(known.value, movesLeft(known), piecesAhead(known)) : "";
  };

  const state = (() => {
    if (ended && table.outcome) {
      const { winner } = table.outcome;
      const head =
        winner === null
          ? t.draw
          : you === null
            ? t.won(sideTitle(app, game, winner))
            : winner === you
              ? t.youWon
              : t.youLost;
      return {
        head,
        words: winner === null ? ended.text.replace(/^(draw|remise): /i, "") : ended.text,
        lang: ended.lang,
      };
    }
    const who = seatTitle(app, game, table, table.turn);
    if (table.state === "thinking") return { head: "", words: t.computerThinks(who) };
    if (table.state === "paused")
      return { head: t.paused, words: people > 0 ? t.computerToMove : t.turnOf(sideTitle(app, game, table.turn)) };
    const head = you ? t.yourTurn : t.turnOf(sideTitle(app, game, table.turn));
    return {
      head,
      words: pass >= 0 ? t.mustPass : table.capture ? mustWords(table.legal.map((move) => move.text)) : "",
    };
  })();

  let note: ComponentChildren;
  let noteKind = "calm";
  if (problem) {
    noteKind = "problem";
    note = <span lang={problem.lang}>{problem.text}</span>;
  } else if (choices.length > 0 && open) {
    noteKind = "ask";
    note = (
      <>
        <span>{asksMen ? t.severalMen(name(input.clicks[0] ?? 0)) : t.severalWays}</span>
        {choices.map((index) => {
          const move = table.legal[index];
          return (
            move && (
              <Button key={index} small onClick={() => play(index)}>
                {move.hops.length > 1 ? move.path.map(name).join("x") : move.text}
              </Button>
            )
          );
        })}
      </>
    );
  } else if (offer && !playOn) {
    noteKind = "ask offer";
    note = (
      <>
        <span>{t.drawOffered(sideTitle(app, game, offer))}</span>
        <Button small kind="main" onClick={() => request("offer-draw", { side: otherSide(offer) }).catch(failed)}>
          {t.drawAgree}
        </Button>
        <Button small onClick={() => setPlayOn(true)}>
          {t.drawPlayOn}
        </Button>
      </>
    );
  } else if (hintHere) {
    noteKind = "hinting";
    note = (
      <>
        <Icon name="hint" />
        <span>
          {t.hintIs(hintHere.text)} <span lang="en">{hintHere.remark}</span>
        </span>
      </>
    );
  } else {
    noteKind = over ? "over" : mustCapture ? "must" : "calm";
    note = (
      <>
        <span>
          <b>{state.head}</b> <span lang={state.lang}>{state.words}</span>
        </span>
        {pass >= 0 && (
          <Button small kind="main" onClick={() => play(pass)}>
            {t.pass}
          </Button>
        )}
        {table.state === "paused" && people > 0 && (
          <Button small onClick={() => request("play").catch(failed)}>
            {t.goOnHere}
          </Button>
        )}
        {over && (
          <span class="note-buttons">
            <Button small kind="main" icon="again" onClick={() => rematch(false)}>
              {t.rematch}
            </Button>
            {people > 0 && <Button small icon="swap" label={t.rematchSwap} onClick={() => rematch(true)} />}
            {mayReview && (
              <Button small class="narrow" onClick={openReview}>
                {t.review.ask}
              </Button>
            )}
          </span>
        )}
      </>
    );
  }

  const tool = (icon: IconName, words: string, action: () => void, enabled = true, title?: string) => (
    <button type="button" class="tool" disabled={!enabled} title={title} onClick={action}>
      <Icon name={icon} />
      <span>{words}</span>
    </button>
  );
  const hasHistory = table.nodes.length > 0;
  const atEnd = nextNode(table, table.node, visited.current) === table.node;

  return (
    <>
      <section class="table" aria-label={title}>
        <Strip table={table} game={game} colour={flipped ? "white" : "black"} board={board} />
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
            onSquare={onSquare}
            onDrag={onDrag}
            onDrop={onDrop}
            describe={describe}
            canDrag={(square) => mine && settled && isPieceOf(table.board, square, table.turn)}
          />
        </div>
        <Strip table={table} game={game} colour={flipped ? "black" : "white"} board={board} />
        <div class={`note ${noteKind}`} role={noteKind === "problem" ? "alert" : "status"}>
          {note}
        </div>
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

        {people === 0 && (
          <div class="runner">
            <Button kind={running ? "plain" : "main"} icon={running ? "pause" : "play"} disabled={over} onClick={run}>
              {running ? t.pause : t.run}
            </Button>
            <Button icon="step" disabled={over} onClick={() => request("step").catch(failed)}>
              {t.step}
            </Button>
            <Select
              label={t.speed}
              inline
              value={speedOf(delay)}
              options={speeds.map((speed) => [speed, t.speeds[speed] ?? speed])}
              onChange={(to) => {
                setDelay(Number(to));
                if (running) request("play", { delay: Number(to) }).catch(failed);
              }}
            />
          </div>
        )}

        <div class="tools">
          {tool("undo", t.undo, undo, people > 0 && (over || table.node !== 0))}
          {tool("redo", t.redo, redo, people > 0 && hasHistory && !atEnd)}
          {tool("hint", table.hints > 0 ? `${t.hint} (${table.hints})` : t.hint, askHint, mine)}
          {tool("flip", t.flip, flip, true, t.flipLong)}
          {people > 0 && !over
            ? tool("flag", t.resign, () => setDialog("resign"))
            : tool("again", t.rematch, () => rematch(false))}
          {tool("more", t.more, () => setDialog("more"))}
        </div>

        <div class="sheets" data-tab={tab}>
          <KnownPanel
            table={table}
            game={game}
            onPlay={onKnown}
            onPoint={(index) => setPointed({ node: table.node, index })}
          />
          <div class="tabs" role="tablist" aria-label={t.panel}>
            {(["moves", "log", "search"] as const).map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                id={`tab-${one}`}
                aria-selected={tab === one}
                aria-controls={`panel-${one}`}
                tabIndex={tab === one ? 0 : -1}
                onClick={() => setTab(one)}
                onKeyDown={(event) => {
                  const all = ["moves", "log", "search"] as const;
                  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? 2 : 0;
                  if (!step) return;
                  const next = all[(all.indexOf(one) + step) % 3] ?? one;
                  setTab(next);
                  document.getElementById(`tab-${next}`)?.focus();
                }}
              >
                {t.tabs[one]}
              </button>
            ))}
          </div>
          <section class="sheet moves-sheet" id="panel-moves" aria-label={t.tabs.moves}>
            <div class="sheet-head">
              <h2>{reviewed ? t.review.title : t.tabs.moves}</h2>
              {mayReview && !reviewed && (
                <Button small kind="quiet" icon="search" onClick={openReview}>
                  {t.review.ask}
                </Button>
              )}
            </div>
            {reviewed ? (
              <ReviewList
                table={table}
                onStart={startReview}
                onStop={() => request("stop-review").catch(failed)}
                onClose={() => setReviewing(false)}
                onChoose={(node) => {
                  setMistake(node.id);
                  go(node.parent);
                }}
              />
            ) : (
              <MoveList table={table} turned={mistakes} go={go} />
            )}
            <div class="walk">
              <Button small icon="first" label={t.first} disabled={table.node === 0} onClick={goFirst} />
              <Button small icon="back" label={t.back} disabled={table.node === 0} onClick={goBack} />
              <Button small icon="forward" label={t.forward} disabled={atEnd} onClick={goForward} />
              <Button small icon="last" label={t.last} disabled={atEnd} onClick={goLast} />
              <form
                class="typed"
                onSubmit={(event) => {
                  event.preventDefault();
                  const words = typed.trim();
                  if (!words || !ready()) return;
                  request("move", { node: table.node, text: words }).then(
                    () => setTyped(""),
                    (error: unknown) => refuse(app.why(error), [], false),
                  );
                }}
              >
                <input
                  ref={typing}
                  type="text"
                  aria-label={`${t.typeMove}, ${t.typeHelp}`}
                  placeholder={t.typeMove}
                  autocomplete="off"
                  autocapitalize="off"
                  spellcheck={false}
                  maxLength={60}
                  value={typed}
                  onInput={(event) => setTyped(event.currentTarget.value)}
                />
              </form>
            </div>
          </section>
          <section class="sheet log-sheet" id="panel-log" aria-label={t.tabs.log}>
            <h2>{t.tabs.log}</h2>
            <Log table={table} game={game} said={said} />
          </section>
          <section class="sheet search-sheet" id="panel-search" aria-label={t.tabs.search}>
            <h2>{t.tabs.search}</h2>
            <Search table={table} />
          </section>
        </div>
      </section>

      {dialog === "rules" && <RulesDialog game={game} onClose={() => setDialog(null)} />}
      {dialog === "players" && (
        <PlayersDialog
          table={table}
          game={game}
          onClose={() => setDialog(null)}
          onApply={(sides) => {
            setDialog(null);
            request("players", sides).catch(failed);
          }}
        />
      )}
      {dialog === "resign" && (
        <Confirm
          question={t.resignSure}
          yes={t.resignYes}
          no={t.drawPlayOn}
          danger
          onClose={() => setDialog(null)}
          onYes={() => {
            setDialog(null);
            request("resign", { side: speaker }).catch(failed);
          }}
        />
      )}
      {dialog === "rename" && (
        <RenameDialog
          name={table.name}
          onClose={() => setDialog(null)}
          onApply={(to) => {
            setDialog(null);
            request("rename", { name: to }).catch(failed);
          }}
        />
      )}
      {dialog === "more" && (
        <MoreDialog
          table={table}
          onUncopied={setUncopied}
          onClose={() => setDialog(null)}
          entries={[
            mayReview && ["search", t.review.ask, openReview],
            people > 0 && !over && ["draw", t.offerDraw, offerDraw],
            people === 1 && [
              "swap",
              t.swap,
              () => request("players", { black: table.white, white: table.black }).catch(failed),
            ],
            ["level", t.level, () => setDialog("players")],
            ["again", t.rematch, () => rematch(false)],
            people > 0 && ["swap", t.rematchSwap, () => rematch(true)],
            ["play", t.newGame, () => app.navigate(`new=${game.name}`)],
            [settings.sound ? "sound" : "mute", text.settings.sound, () => app.change({ sound: !settings.sound })],
            ["rules", t.rules, () => setDialog("rules")],
            ["edit", t.rename, () => setDialog("rename")],
          ]}
        />
      )}
      {uncopied && <TextDialog value={uncopied} onClose={() => setUncopied("")} />}
    </>
  );
}

const mostSaid = 50; // refusals that the log keeps
const mostNamed = 4; // captures in one sentence

const speeds = ["2000", "800", "400", "100", "0"];

function speedOf(delay: number): string {
  return speeds.find((speed) => Number(speed) <= delay) ?? "0";
}

function isPieceOf(board: string, square: number, colour: Colour): boolean {
  return (board[square - 1] ?? "e").toLowerCase() === colour[0];
}
