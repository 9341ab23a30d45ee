// Set up a position by hand, or bring in a position or game as text; then play it, or take it along.
import { useEffect, useReducer, useRef, useState } from "preact/hooks";
import { BoardView, PieceIcon } from "../board/board";
import { countPieces, squareAtPoint } from "../board/geometry";
import { type App, fullTitle, useApp } from "../context";
import { resultOf } from "../logic/library";
import * as logic from "../logic/setup";
import { useProblem, useStable } from "../parts/hooks";
import { copyText } from "../parts/files";
import { Button, Choice, Dialog, Field, Select } from "../parts/parts";
import type { Colour, GameInfo } from "../protocol";
import { keepSecrets } from "../seats";
import type { Words } from "../words";
import { ExportDialog } from "./export";
import "../styles/setup.css";

type Verdict = { fen: string; legal: number } | { reason: Words } | null;

const checkPause = 120; // milliseconds after the last change
const readPause = 350;

/** What was on the board when the screen was left. */
let left: logic.Editor | null = null;

function useVerdict(app: App, setup: logic.Setup): Verdict {
  const [verdict, setVerdict] = useState<{ of: logic.Setup; said: Verdict } | null>(null);
  const { link, why } = app;
  const [again, setAgain] = useState(0);
  useEffect(() => link.listen((event) => event === "up" && setAgain((count) => count + 1)), [link]);
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      link
        .request("check", { ...setup })
        .then((said) => wanted && setVerdict({ of: setup, said }))
        .catch(
          (error: unknown) =>
            wanted &&
            setVerdict({
              of: setup,
              said: {
                reason: why(
                  error,
                  app.games.find(({ name }) => name === setup.game),
                ),
              },
            }),
        );
    }, checkPause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [setup, again, link, why, app.games]);
  return verdict && verdict.of === setup ? verdict.said : null;
}

export function Setup() {
  const app = useApp();
  const { link, failed } = app;
  const text = app.text.setup;
  const [editor, edit] = useReducer(
    logic.edited,
    null,
    () => left ?? logic.editorOf(logic.startOf(app.hello.games[0]!)),
  );
  const [tool, setTool] = useState<logic.Tool>("w");
  const [flipped, setFlipped] = useState(false);
  const [exporting, setExporting] = useState(false);
  const setup = editor.now;
  const game = app.game(setup.game);
  const verdict = useVerdict(app, setup);
  const fen = verdict && "fen" in verdict ? verdict.fen : null;

  useEffect(() => {
    left = editor;
  }, [editor]);

  // The address may name a table whose position is to be changed: #setup&table=ID&n=NODE.
  useEffect(() => {
    const fields = new URLSearchParams(location.hash.slice(1));
    const from = fields.get("table");
    if (!from) return;
    const take = async () => {
      const { table } = await link.request("open", { table: from });
      const node = fields.has("n") ? Number(fields.get("n")) : table.node;
      const { board, turn } = node === table.node ? table : await link.request("view", { table: from, node });
      edit({ do: "set", setup: { game: table.game, board, turn } });
      await link.request("close", { table: from });
    };
    take().catch(failed);
  }, [link, failed]);

  const put = (square: number, piece: logic.Tool) => edit({ do: "put", square, piece });
  const onKey = (key: string, square: number): boolean => {
    const chosen = key === "Delete" || key === "Backspace" ? "e" : logic.toolOfKey(key);
    if (!chosen) return false;
    if (chosen !== "e") setTool(chosen);
    put(square, chosen);
    return true;
  };
  const count = countPieces(setup.board);
  const side = (colour: Colour) => (colour === "black" ? text.black : text.white);

  return (
    <div class="setup page">
      <h1 class="unseen">{text.title}</h1>
      <section class="setup-board" aria-label={text.board}>
        <p class="setup-count">
          <PieceIcon piece={flipped ? "w" : "b"} />{" "}
          {flipped ? text.pieces(text.white, count.w, count.W) : text.pieces(text.black, count.b, count.B)}
        </p>
        <BoardView
          board={setup.board}
          cells={game.cells}
          size={game.size}
          names={game.names}
          label={text.board}
          flipped={flipped}
          numbers={app.settings.numbers}
          onSquare={(square) => edit({ do: "use", square, tool })}
          canDrag={() => true}
          onDrop={(from, to) => (to === 0 ? put(from, "e") : edit({ do: "move", from, to }))}
          onKey={onKey}
        />
        <p class="setup-count">
          <PieceIcon piece={flipped ? "b" : "w"} />{" "}
          {flipped ? text.pieces(text.black, count.b, count.B) : text.pieces(text.white, count.w, count.W)}
        </p>
        <Palette tool={tool} choose={setTool} drop={put} />
      </section>

      <div class="setup-side">
        <section class="panel" aria-labelledby="setup-title">
          <h2 id="setup-title">{text.title}</h2>
          <Select
            label={text.game}
            value={setup.game}
            options={app.hello.games.map((one) => [one.name, fullTitle(app, one)] as const)}
            onChange={(name) => edit({ do: "start", game: app.game(name) })}
          />
          <Choice
            label={text.turn}
            value={setup.turn}
            options={(["black", "white"] as const).map((colour) => [colour, side(colour)] as const)}
            onChange={(turn) => edit({ do: "turn", turn })}
          />
          <div class="actions">
            <Button
              icon="undo"
              label={text.undo}
              disabled={editor.past.length === 0}
              onClick={() => edit({ do: "undo" })}
            />
            <Button
              icon="redo"
              label={text.redo}
              disabled={editor.future.length === 0}
              onClick={() => edit({ do: "redo" })}
            />
            <Button icon="again" onClick={() => edit({ do: "start", game })}>
              {text.start}
            </Button>
            <Button icon="trash" onClick={() => edit({ do: "clear" })}>
              {text.clear}
            </Button>
            <Button icon="swap" onClick={() => edit({ do: "swap" })}>
              {text.swap}
            </Button>
            <Button icon="flip" pressed={flipped} onClick={() => setFlipped(!flipped)}>
              {text.flip}
            </Button>
          </div>
          <Said verdict={verdict} turn={side(setup.turn)} />
          <div class="actions">
            <Button
              kind="main"
              icon="play"
              disabled={fen === null}
              onClick={() => fen && app.navigate(logic.playAddress(setup.game, fen))}
            >
              {text.play}
            </Button>
            <Button
              icon="engine"
              disabled={fen === null}
              onClick={() => fen && app.navigate(`analyse&game=${setup.game}&fen=${encodeURIComponent(fen)}`)}
            >
              {text.analyse}
            </Button>
            <Button
              icon="copy"
              disabled={fen === null}
              onClick={() => fen && void copyText(fen).then((done) => app.toast(done ? text.copied : text.notCopied))}
            >
              {text.copyFen}
            </Button>
            <Button icon="download" disabled={fen === null} onClick={() => setExporting(true)}>
              {text.export}
            </Button>
          </div>
        </section>
        <Reader game={game} show={(found) => edit({ do: "set", setup: found })} />
        <details class="panel setup-help">
          <summary>{text.help}</summary>
          <ul>
            {text.helps.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      </div>
      {exporting && fen && (
        <ExportDialog
          name={text.thisPosition}
          get={(format) => app.link.request("export", { game: setup.game, fen, format })}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  );
}

/** Whether the position can be played, with the reason why not; always as tall, so that nothing jumps. */
function Said({ verdict, turn }: { verdict: Verdict; turn: string }) {
  const { setup: text } = useApp().text;
  const bad = verdict !== null && "reason" in verdict;
  return (
    <div class={bad ? "verdict bad" : "verdict"} role="status">
      {verdict === null ? (
        <p>{text.checking}</p>
      ) : "reason" in verdict ? (
        <p>
          <strong>{text.refused}</strong> {verdict.reason.text}
        </p>
      ) : (
        <>
          <p>
            <strong>{text.fine}</strong> {verdict.legal === 0 ? text.noMove(turn) : text.moves(turn, verdict.legal)}
          </p>
          <p>
            <code class="fen">{verdict.fen}</code>
          </p>
        </>
      )}
    </div>
  );
}

interface PaletteProps {
  tool: logic.Tool;
  choose: (tool: logic.Tool) => void;
  drop: (square: number, tool: logic.Tool) => void;
}

/** What a click puts down: radio buttons, each of which can also be dragged to a square. */
function Palette({ tool, choose, drop }: PaletteProps) {
  const { setup: text } = useApp().text;
  const [ghost, setGhost] = useState<{ tool: logic.Tool; x: number; y: number } | null>(null);
  const press = useRef<{ tool: logic.Tool; x: number; y: number } | null>(null);
  const names: Record<logic.Tool, string> = {
    b: text.blackMan,
    B: text.blackKing,
    w: text.whiteMan,
    W: text.whiteKing,
    e: text.eraser,
  };
  const end = (event: PointerEvent) => {
    if (ghost && event.type === "pointerup") {
      const square = squareAtPoint(event.clientX, event.clientY);
      if (square > 0) drop(square, ghost.tool);
    }
    press.current = null;
    setGhost(null);
  };
  return (
    <fieldset class="palette">
      <legend class="unseen">{text.palette}</legend>
      {logic.tools.map((one, index) => (
        <label
          key={one}
          class={one === tool ? "chosen" : ""}
          title={`${names[one]} (${index + 1})`}
          onPointerDown={(event) => {
            press.current = { tool: one, x: event.clientX, y: event.clientY };
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={(event) => {
            const from = press.current;
            if (!from || (!ghost && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 7)) return;
            setGhost({ tool: from.tool, x: event.clientX, y: event.clientY });
          }}
          onPointerUp={end}
          onPointerCancel={end}
        >
          <input type="radio" name="tool" checked={one === tool} onChange={() => choose(one)} />
          {one === "e" ? <Eraser /> : <PieceIcon piece={one} size={34} />}
          <span>{names[one]}</span>
        </label>
      ))}
      {ghost && (
        <div class="tool-ghost" style={{ left: `${ghost.x}px`, top: `${ghost.y}px` }} aria-hidden="true">
          {ghost.tool === "e" ? <Eraser /> : <PieceIcon piece={ghost.tool} size={52} />}
        </div>
      )}
    </fieldset>
  );
}

function Eraser() {
  return (
    <svg class="eraser" viewBox="0 0 34 34" width="34" height="34" aria-hidden="true" focusable="false">
      <path d="M5 21 18 8l9 9-11 11h-6zM12 15l9 9M16 28h13" />
    </svg>
  );
}

interface ReaderProps {
  game: GameInfo;
  show: (setup: logic.Setup) => void;
}

function Reader({ game, show }: ReaderProps) {
  const app = useApp();
  const { link, why } = app;
  const text = app.text.setup;
  const [source, setSource] = useState("");
  const [found, setFound] = useState<logic.Reading | null>(null);
  const [override, setOverride] = useState<string | null>(null); // which game a file is of that does not say it
  const [problem, setProblem] = useProblem();
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<File[] | null>(null);
  const file = useRef<HTMLInputElement>(null);

  const take = useStable(async (given: File | undefined) => {
    if (!given) return;
    if (given.size > app.limits.text) {
      setProblem({ text: text.tooLong });
      return;
    }
    setOverride(null);
    setSource(await given.text());
  });

  // A file may be dropped anywhere on the page.
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 1) setChosen(files);
      else void take(files[0]);
    };
    const listeners = [
      ["dragenter", enter],
      ["dragover", enter],
      ["dragleave", leave],
      ["drop", drop],
    ] as const;
    for (const [name, listener] of listeners) window.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener);
    };
  }, [take]);

  const longest = app.limits.text;
  useEffect(() => {
    setFound(null);
    setProblem(null);
    if (source.trim() === "") return;
    if (logic.tooLong(source, longest)) {
      setProblem({ text: text.tooLong });
      return;
    }
    let wanted = true;
    const read = (as: { game?: string }) =>
      link.request("read", { text: source, ...as }).then((answer): logic.Reading => ({ ...answer, as }));
    const timer = setTimeout(() => {
      logic
        .readBest(read, override ?? game.name, override !== null)
        .then((answer) => wanted && setFound(answer))
        .catch((error: unknown) => wanted && setProblem(why(error)));
    }, readPause);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [source, override, game.name, link, why, longest, text, setProblem]);

  const bringIn = (number: number) => ({ text: source, ...found?.as, number });

  const open = (number: number) => {
    setBusy(true);
    app.link
      .request("import", bringIn(number))
      .then(({ table, secrets }) => {
        keepSecrets(table.id, secrets);
        app.navigate(`t=${table.id}`);
      })
      .catch((error: unknown) => setProblem(app.why(error)))
      .finally(() => setBusy(false));
  };
  const place = ({ game: name, board, turn }: logic.FoundGame) => {
    show({ game: name, board, turn });
    scrollTo({ top: 0 }); // the board may be out of sight
    app.toast(text.placed);
  };

  return (
    <section class="panel setup-reader" aria-labelledby="setup-reader">
      <h2 id="setup-reader">{text.bringIn}</h2>
      <Field label={text.source} help={text.sourceHelp}>
        {(ids) => (
          <textarea
            {...ids}
            rows={4}
            spellcheck={false}
            value={source}
            onInput={(event) => setSource(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="actions">
        <Button icon="upload" onClick={() => file.current?.click()}>
          {text.chooseFile}
        </Button>
        <input
          ref={file}
          class="unseen"
          type="file"
          tabIndex={-1}
          aria-label={text.chooseFile}
          accept=".pdn,.fen,.log,.txt,text/plain"
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        {source !== "" && (
          <Button
            kind="quiet"
            onClick={() => {
              setOverride(null);
              setSource("");
            }}
          >
            {text.forget}
          </Button>
        )}
      </div>
      <div role="status">
        {problem && <p class="verdict bad">{problem.text}</p>}
        {found && <p>{text.found(text.kinds[found.kind], found.games.length)}</p>}
        {found?.recognised && (
          <p>
            {text.recognised(
              fullTitle(app, app.game(found.recognised.game)),
              Math.floor(100 * found.recognised.confidence),
            )}
          </p>
        )}
      </div>
      {found && (found.recognised ?? override) && (
        <Select
          label={text.readAs}
          value={override ?? found.recognised?.game ?? game.name}
          options={app.hello.games.map((one) => [one.name, fullTitle(app, one)] as const)}
          onChange={setOverride}
        />
      )}
      {found && (
        <ol class="found">
          {found.games.map((one, index) => (
            <Found
              key={index}
              found={one}
              kind={found.kind}
              busy={busy}
              open={() => open(index)}
              place={() => place(one)}
            />
          ))}
        </ol>
      )}
      {over && (
        <div class="drop-here" aria-hidden="true">
          <p>{text.dropHere}</p>
        </div>
      )}
      {chosen && (
        <Dialog title={text.whichFile} close={text.close} onClose={() => setChosen(null)}>
          <ul class="found">
            {chosen.map((one) => (
              <li key={one.name}>
                <Button
                  onClick={() => {
                    setChosen(null);
                    void take(one);
                  }}
                >
                  {one.name}
                </Button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </section>
  );
}

interface FoundProps {
  found: logic.FoundGame;
  kind: logic.ReadAnswer["kind"];
  busy: boolean;
  open: () => void;
  place: () => void;
}

function Found({ found, kind, busy, open, place }: FoundProps) {
  const app = useApp();
  const text = app.text.setup;
  const game = app.hello.games.find(({ name }) => name === found.game);
  const title = game ? fullTitle(app, game) : found.game;
  const players = found.black || found.white ? `${found.black || "?"} – ${found.white || "?"}` : "";
  const name = players || title;
  const result = resultOf(found);
  const off = busy || Boolean(found.error);
  return (
    <li>
      <div>
        <b>{name}</b>
        <small>
          {[
            players ? title : "",
            kind === "fen" ? found.fen : text.movesOf(found.moves),
            result === "open" ? "" : app.text.library.results[result],
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
        {found.error && <small class="wrong">{app.say(found.error, game)}</small>}
      </div>
      <div class="actions">
        {kind === "fen" && (
          <Button small kind="main" disabled={off} onClick={place}>
            {text.place}
          </Button>
        )}
        <Button small kind={kind === "fen" ? "plain" : "main"} disabled={off} title={text.openOf(name)} onClick={open}>
          {text.open}
        </Button>
      </div>
    </li>
  );
}
