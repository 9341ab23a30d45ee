// One run of the laboratory: progress, standings, cross table, charts, its games and files.
import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { GroupedBars } from "../charts/grouped-bars";
import { ResultBars } from "../charts/result-bars";
import { type App, gameTitle, titleOf, useApp } from "../context";
import * as logic from "../logic/laboratory";
import { useProblem } from "../parts/hooks";
import { Button, Dialog, Select } from "../parts/parts";
import { Icon } from "../parts/icon";
import type { Run, Table } from "../protocol";
import type { Words } from "../words";

export function runTitle(app: App, run: Run): string {
  if (run.name) return run.name;
  const text = app.text.laboratory;
  const players = logic.playerNames(run.players);
  const who = players.length <= 3 ? players.join(", ") : text.playerCount(players.length);
  const games = run.games.length === 1 ? titleOf(app, run.games[0]!) : text.gameCount(run.games.length);
  return `${who} · ${games}`;
}

/** A player's name, which may be broken after a colon or comma. */
function Name({ children }: { children: string | undefined }) {
  const parts = (children ?? "").match(/[^:,]+[:,]?/g) ?? [];
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** The numbers of a page in its language. */
function useNumbers() {
  const app = useApp();
  return {
    number: (value: number, decimals = 0) => logic.numberText(value, app.language, decimals),
    percent: (share: number, decimals = 1) => logic.percentText(share, app.language, decimals),
    interval: (low: number, high: number) => logic.intervalText(low, high, app.language),
  };
}

function useRun(id: string): { run: Run | null; samples: logic.Sample[]; problem: Words | null } {
  const { link, why } = useApp();
  const [run, setRun] = useState<Run | null>(null);
  const [problem, setProblem] = useProblem();
  const [samples, setSamples] = useState<logic.Sample[]>([]);
  useEffect(() => {
    let wanted = true;
    const take = (news: Run) => {
      if (!wanted) return;
      setRun(news);
      setProblem(null);
      setSamples((now) =>
        news.state === "running" ? logic.sampled(now, { at: performance.now(), done: news.done }) : [],
      );
    };
    const open = () =>
      link
        .request<{ run: Run }>("lab.open", { run: id })
        .then((answer) => take(answer.run))
        .catch((error: unknown) => wanted && setProblem(why(error)));
    void open();
    const unsubscribe = link.listen((event) => {
      if (event === "up") void open();
      else if (event !== "down" && event.event === "run" && event.run.id === id) take(event.run);
    });
    return () => {
      wanted = false;
      unsubscribe();
    };
  }, [link, why, id, setProblem]);
  return { run, samples, problem };
}

export function RunView({ id }: { id: string }) {
  const app = useApp();
  const text = app.text.laboratory;
  const { run, samples, problem } = useRun(id);
  const [game, setGame] = useState("");
  const [cell, setCell] = useState<number | null>(null);

  if (!run)
    return (
      <div class="laboratory page">
        <p>
          <a href="#lab">{text.allRuns}</a>
        </p>
        <p role={problem ? "alert" : "status"} class={problem ? "told" : ""} lang={problem?.lang}>
          {problem?.text ?? text.loading}
        </p>
      </div>
    );

  const shown = run.games.includes(game) ? game : (run.games[0] ?? "");
  const sizes = logic.sizeCharts(run, app.hello.games);
  return (
    <div class="laboratory run page">
      <RunHead run={run} samples={samples} />
      <Standings run={run} />
      <section class="panel" aria-labelledby="run-game">
        <div class="panel-head">
          <h2 id="run-game">{titleOf(app, shown)}</h2>
          {run.games.length > 1 && (
            <Select
              inline
              label={text.showGame}
              value={shown}
              options={run.games.map((name) => [name, titleOf(app, name)] as const)}
              onChange={(name) => {
                setGame(name);
                setCell(null);
              }}
            />
          )}
        </div>
        <div class="game-columns">
          <CrossTable run={run} game={shown} cell={cell} choose={setCell} />
          <Charts run={run} game={shown} />
        </div>
        {cell !== null && <CellGames key={cell} run={run} cell={cell} close={() => setCell(null)} />}
        <Numbers run={run} game={shown} />
      </section>
      {sizes.length > 0 && <Sizes charts={sizes} />}
      <details class="panel plan-text">
        <summary>{text.planText}</summary>
        <pre lang="en">{run.plan}</pre>
      </details>
    </div>
  );
}

function RunHead({ run, samples }: { run: Run; samples: logic.Sample[] }) {
  const app = useApp();
  const text = app.text.laboratory;
  const { number } = useNumbers();
  const [asking, setAsking] = useState(false);
  const rate = logic.rateOf(run, samples);
  const left = logic.secondsLeft(run, rate);
  const parts = rate === null ? null : logic.rateParts(rate);
  const running = run.state === "running";
  const milestone = logic.milestoneOf(run);
  const told = useRef({ milestone: "", words: "" });
  if (told.current.milestone !== milestone)
    told.current = {
      milestone,
      words: `${text.states[run.state]}. ${text.done(number(run.done), number(run.planned))}`,
    };

  const ask = (what: string) => app.link.request(what, { run: run.id }).catch(app.failed);
  const remove = () =>
    app.link
      .request("lab.delete", { run: run.id })
      .then(() => {
        app.toast(text.deleted(runTitle(app, run)));
        app.navigate("lab");
      })
      .catch(app.failed);

  return (
    <header class="panel run-head">
      <p class="crumb">
        <a href="#lab">{text.allRuns}</a>
      </p>
      <div class="panel-head">
        <h1>{runTitle(app, run)}</h1>
        <span class={`state ${run.state}`}>{text.states[run.state]}</span>
      </div>
      <progress max={Math.max(1, run.planned)} value={run.done} aria-label={text.progress} />
      <dl class="facts">
        <div>
          <dt>{text.factGames}</dt>
          <dd>{text.done(number(run.done), number(run.planned))}</dd>
        </div>
        <div>
          <dt>{text.factTime}</dt>
          <dd>{logic.durationText(run.seconds, app.language)}</dd>
        </div>
        <div>
          <dt>{text.factRate}</dt>
          <dd>{parts ? text.rates[parts.per](number(parts.value, parts.decimals)) : "–"}</dd>
        </div>
        {running && (
          <div>
            <dt>{text.factLeft}</dt>
            <dd>{left === null ? "–" : logic.durationText(left, app.language)}</dd>
          </div>
        )}
      </dl>
      {run.message && (
        <p class="told" lang="en">
          {run.message}
        </p>
      )}
      <p class="unseen" role="status">
        {told.current.words}
      </p>
      <div class="run-actions">
        <div class="actions">
          {running && (
            <Button icon="pause" onClick={() => void ask("lab.stop")}>
              {text.stop}
            </Button>
          )}
          {(run.state === "stopped" || run.state === "failed") && (
            <Button icon="play" kind="main" onClick={() => void ask("lab.resume")}>
              {text.resume}
            </Button>
          )}
          {!running && (
            <Button small icon="trash" kind="danger" onClick={() => setAsking(true)}>
              {text.remove}
            </Button>
          )}
        </div>
        <ul class="files" aria-label={text.files}>
          {logic.runFiles.map((file) => (
            <li key={file}>
              <a
                class="button small"
                href={logic.fileAddress(run.id, file)}
                download={file === "report.html" ? undefined : file}
                target={file === "report.html" ? "_blank" : undefined}
                rel="noopener"
              >
                <Icon name={file === "report.html" ? "chart" : "download"} />
                <span>{text.fileNames[file]}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      {asking && (
        <Dialog
          title={text.removeAsk}
          close={text.keep}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{text.keep}</Button>
              <Button kind="danger" icon="trash" onClick={() => void remove()}>
                {text.remove}
              </Button>
            </>
          }
        >
          <p>{text.removeWords(runTitle(app, run), number(run.done))}</p>
        </Dialog>
      )}
    </header>
  );
}

function Standings({ run }: { run: Run }) {
  const { laboratory: text } = useApp().text;
  const { number, percent, interval } = useNumbers();
  const names = logic.playerNames(run.players);
  return (
    <section class="panel" aria-labelledby="run-standings">
      <h2 id="run-standings">{text.standings}</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label={text.standings}>
        <table class="numbers">
          <caption>{text.standingsCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.rank}</th>
              <th scope="col">{text.player}</th>
              <th scope="col">{text.score}</th>
              <th scope="col">{text.intervalColumn}</th>
              <th scope="col">{text.gamesColumn}</th>
              <th scope="col">{text.won}</th>
              <th scope="col">{text.drawn}</th>
              <th scope="col">{text.lost}</th>
            </tr>
          </thead>
          <tbody>
            {logic.standings(run).map((row, index) => {
              const games = logic.gamesOf(row);
              return (
                <tr key={row.player}>
                  <td>{index + 1}</td>
                  <th scope="row">
                    <Name>{names[row.player]}</Name>
                  </th>
                  <td class="score">
                    {games === 0 ? (
                      "–"
                    ) : (
                      <>
                        <b>{percent(row.score[0])}</b>
                        <svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                          <rect class="rail" width="100" height="6" />
                          <rect class="fill" width={100 * row.score[0]} height="6" />
                        </svg>
                      </>
                    )}
                  </td>
                  <td>{games === 0 ? "–" : interval(row.score[1], row.score[2])}</td>
                  <td>{number(games)}</td>
                  <td>{number(row.won)}</td>
                  <td>{number(row.drawn)}</td>
                  <td>{number(row.lost)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface CrossTableProps {
  run: Run;
  game: string;
  cell: number | null;
  choose: (cell: number) => void;
}

function CrossTable({ run, game, cell, choose }: CrossTableProps) {
  const { laboratory: text } = useApp().text;
  const { number, percent, interval } = useNumbers();
  const names = logic.playerNames(run.players);
  const totals = new Map(logic.standings(run, game).map((row) => [row.player, row]));
  const square = (row: number, column: number) => {
    if (row === column) return <td key={column} class="self" aria-label={text.same} />;
    const met = logic.meeting(run, game, row, column);
    if (!met) return <td key={column} class="self" aria-label={text.never} />;
    if (logic.gamesOf(met) === 0)
      return (
        <td key={column}>
          <span class="none">{text.notYet}</span>
        </td>
      );
    const index = met.cells[0]!;
    const counts = `${number(met.won)} / ${number(met.drawn)} / ${number(met.lost)}`;
    return (
      <td key={column} class={`tint-${logic.tintOf(met.score[0])}`}>
        <button type="button" aria-pressed={cell === index} onClick={() => choose(index)}>
          <span class="unseen">{text.against(names[row]!, names[column]!)}</span>
          <b>{percent(met.score[0])}</b>
          <small>{interval(met.score[1], met.score[2])}</small>
          <span class="unseen">{text.counted}</span>
          <small>{counts}</small>
          <span class="unseen">{text.showGames}</span>
        </button>
      </td>
    );
  };
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={text.crossTable}>
      <table class="cross">
        <caption>{text.crossCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{text.player}</th>
            {names.map((name, index) => (
              <th key={name} scope="col" aria-label={name} title={name}>
                {index + 1}
              </th>
            ))}
            <th scope="col">{text.all}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name, row) => {
            const total = totals.get(row);
            return (
              <tr key={name}>
                <th scope="row">
                  <span class="order">{row + 1}</span> <Name>{name}</Name>
                </th>
                {names.map((_, column) => square(row, column))}
                <td class="total">{total && logic.gamesOf(total) > 0 ? percent(total.score[0]) : "–"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Charts({ run, game }: { run: Run; game: string }) {
  const { laboratory: text } = useApp().text;
  const { number, percent, interval } = useNumbers();
  const results = logic.resultBars(run, game);
  const starters = logic.starterGroups(run, game, { first: text.movedFirst, second: text.movedSecond });
  const words = useGroupWords();
  if (results.length === 0) return <p class="soft">{text.noResults}</p>;
  return (
    <div class="charts">
      <ResultBars
        title={text.resultsTitle}
        bars={results}
        words={{
          won: text.legendWon,
          drawn: text.legendDrawn,
          lost: text.legendLost,
          interval: text.legendInterval,
          percent,
          number,
          sentence: ({ label, won, drawn, lost, score }) =>
            text.resultWords(
              label,
              number(won),
              number(drawn),
              number(lost),
              percent(score[0]),
              interval(score[1], score[2]),
            ),
        }}
      />
      <GroupedBars title={text.startersTitle} groups={starters} words={words} />
    </div>
  );
}

/** What the first move is worth, and everything that the charts show as numbers. */
function Numbers({ run, game }: { run: Run; game: string }) {
  const { laboratory: text } = useApp().text;
  const { percent, interval } = useNumbers();
  const began = logic.starterScore(run, game);
  if (!began) return null;
  return (
    <>
      <p class="soft">{text.firstMove(percent(began[0]), interval(began[1], began[2]))}</p>
      <details class="in-numbers">
        <summary>{text.inNumbers}</summary>
        <Pairings run={run} game={game} />
      </details>
    </>
  );
}

function useGroupWords() {
  const { laboratory: text } = useApp().text;
  const { number, percent, interval } = useNumbers();
  return {
    percent,
    sentence: (group: logic.BarGroup, bar: logic.Bar) =>
      text.groupWords(group.label, bar.label, percent(bar.value), interval(bar.low, bar.high), number(bar.games)),
  };
}

function Sizes({ charts }: { charts: logic.SizeChart[] }) {
  const app = useApp();
  const text = app.text.laboratory;
  const words = useGroupWords();
  return (
    <section class="panel" aria-labelledby="run-sizes">
      <h2 id="run-sizes">{text.bySize}</h2>
      <div class="charts">
        {charts.map(({ family, groups }) => (
          <GroupedBars
            key={family.family}
            title={text.sizesTitle(gameTitle(app, family))}
            groups={groups}
            words={words}
          />
        ))}
      </div>
    </section>
  );
}

function Pairings({ run, game }: { run: Run; game: string }) {
  const { laboratory: text } = useApp().text;
  const { number, percent, interval } = useNumbers();
  const names = logic.playerNames(run.players);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={text.inNumbers}>
      <table class="numbers">
        <caption>{text.pairingsCaption}</caption>
        <thead>
          <tr>
            <th scope="col">{text.pairingColumn}</th>
            <th scope="col">{text.gamesColumn}</th>
            <th scope="col">{text.won}</th>
            <th scope="col">{text.drawn}</th>
            <th scope="col">{text.lost}</th>
            <th scope="col">{text.score}</th>
            <th scope="col">{text.elo}</th>
            <th scope="col">{text.meanPlies}</th>
          </tr>
        </thead>
        <tbody>
          {run.cells
            .filter((cell) => cell.game === game && logic.gamesOf(cell) > 0)
            .map((cell) => (
              <tr key={`${cell.first}-${cell.second}`}>
                <th scope="row">
                  <Name>{names[cell.first]}</Name> – <Name>{names[cell.second]}</Name>
                </th>
                <td>{number(logic.gamesOf(cell))}</td>
                <td>{number(cell.won)}</td>
                <td>{number(cell.drawn)}</td>
                <td>{number(cell.lost)}</td>
                <td>
                  <b>{percent(cell.score[0])}</b>
                  <small>{interval(cell.score[1], cell.score[2])}</small>
                </td>
                <td>
                  {logic.eloText(cell.elo[0])}
                  <small>{text.range(logic.eloText(cell.elo[1]), logic.eloText(cell.elo[2]))}</small>
                </td>
                <td>{number(cell.plies, 1)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellGame {
  number: number;
  black: string;
  white: string;
  winner: "black" | "white" | null;
  text: string;
  plies: number;
}

const gamesAtOnce = 20;

function CellGames({ run, cell, close }: { run: Run; cell: number; close: () => void }) {
  const app = useApp();
  const { link, why } = app;
  const text = app.text.laboratory;
  const { number } = useNumbers();
  const [page, setPage] = useState(0);
  const [found, setFound] = useState<{ games: CellGame[]; total: number } | null>(null);
  const [problem, setProblem] = useProblem();
  const heading = useRef<HTMLHeadingElement>(null);
  const names = logic.playerNames(run.players);
  const { first, second } = run.cells[cell]!;
  const title = text.gamesOf(names[first]!, names[second]!);

  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    let wanted = true;
    link
      .request<{ games: CellGame[]; total: number }>("lab.games", {
        run: run.id,
        cell,
        offset: page * gamesAtOnce,
        limit: gamesAtOnce,
      })
      .then((answer) => wanted && setFound(answer))
      .catch((error: unknown) => wanted && setProblem(why(error)));
    return () => {
      wanted = false;
    };
  }, [link, why, run.id, cell, page, setProblem]);

  const open = (game: CellGame) =>
    app.link
      .request<{ table: Table }>("lab.game", { run: run.id, cell, number: game.number })
      .then(({ table }) => app.navigate(`t=${table.id}`))
      .catch(app.failed);

  const pages = Math.max(1, Math.ceil((found?.total ?? 0) / gamesAtOnce));
  return (
    <section class="cell-games" aria-labelledby="cell-games">
      <div class="panel-head">
        <h3 id="cell-games" ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <Button icon="close" kind="quiet" label={text.closeGames} onClick={close} />
      </div>
      {problem && (
        <p class="told" role="alert" lang={problem.lang}>
          {problem.text}
        </p>
      )}
      {found && (
        <div class="scroll" tabIndex={0} role="group" aria-label={title}>
          <table class="list">
            <caption class="unseen">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{text.numberColumn}</th>
                <th scope="col">{text.black}</th>
                <th scope="col">{text.white}</th>
                <th scope="col">{text.winner}</th>
                <th scope="col">{text.ending}</th>
                <th scope="col">{text.pliesColumn}</th>
              </tr>
            </thead>
            <tbody>
              {found.games.map((game) => (
                <tr key={game.number}>
                  <th scope="row">
                    <Button
                      small
                      title={text.openGame(number(game.number + 1))}
                      label={text.openGame(number(game.number + 1))}
                      onClick={() => void open(game)}
                    >
                      {number(game.number + 1)}
                    </Button>
                  </th>
                  <td>{game.black}</td>
                  <td>{game.white}</td>
                  <td>{game.winner === null ? text.draw : game.winner === "black" ? game.black : game.white}</td>
                  <td>{text.endings[game.text] ?? game.text}</td>
                  <td>{number(game.plies)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {pages > 1 && (
        <nav class="pager" aria-label={text.pages}>
          <Button small icon="back" label={text.previous} disabled={page === 0} onClick={() => setPage(page - 1)} />
          <span>{text.page(number(page + 1), number(pages))}</span>
          <Button
            small
            icon="forward"
            label={text.next}
            disabled={page + 1 >= pages}
            onClick={() => setPage(page + 1)}
          />
        </nav>
      )}
    </section>
  );
}
