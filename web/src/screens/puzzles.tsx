// Puzzles: one a day, a choice of all of them, and one at a time on the board.
import { useEffect, useState } from "preact/hooks";
import { BoardView } from "../board/board";
import { fullTitle, titleOf, useApp } from "../context";
import { ExerciseView } from "../learn/exercise";
import { asRequest, keepChoice, nextMistake, readChoice, today, anyMistake, type PuzzleChoice } from "../logic/puzzles";
import { Icon } from "../parts/icon";
import { Button, Select, Waiting } from "../parts/parts";
import { sideTitle } from "../players";
import type { Exercise, PuzzleGame, Streak } from "../protocol";
import "../styles/puzzles.css";

interface Overview {
  games: PuzzleGame[];
  streak: Streak;
  daily: Exercise | null;
  due: number;
}

/** The stack of men: solved in a row at the first try. */
function StreakView({ streak }: { streak: Streak }) {
  const { text } = useApp();
  const men = Math.min(streak.now, 5);
  return (
    <p class="streak" title={text.puzzles.streakHelp}>
      {men > 0 && (
        <svg viewBox="0 0 40 44" width="40" height="44" aria-hidden="true" focusable="false">
          {Array.from({ length: men }, (_, index) => (
            <ellipse key={index} class={index % 2 ? "white" : "black"} cx="20" cy={37 - index * 6} rx="14" ry="5" />
          ))}
        </svg>
      )}
      <span>
        <b>{text.puzzles.streak(streak.now)}</b>
        <small>{text.puzzles.best(streak.best)}</small>
      </span>
    </p>
  );
}

export function Puzzles({ exercise }: { exercise: string }) {
  return exercise ? <One key={exercise} exercise={exercise} /> : <Choose />;
}

function Choose() {
  const app = useApp();
  const { text, link, why, failed, navigate } = app;
  const t = text.puzzles;
  const [overview, setOverview] = useState<Overview | null>(null);
  const [problem, setProblem] = useState("");
  const [choice, setChoice] = useState<PuzzleChoice>(readChoice);
  const [nothing, setNothing] = useState(false);
  useEffect(() => {
    link.request("puzzles.list", { day: today() }).then(setOverview, (error: unknown) => setProblem(why(error).text));
  }, [link, why]);
  if (problem) return <Waiting failed>{problem}</Waiting>;
  if (!overview) return <Waiting>{text.app.loading}</Waiting>;
  const change = (some: Partial<PuzzleChoice>) => {
    const all = { ...choice, ...some };
    setChoice(all);
    setNothing(false);
    keepChoice(all);
  };
  const start = () => {
    link
      .request("puzzles.next", asRequest(choice))
      .then(({ exercise }) => {
        if (exercise) navigate(`puzzles=${exercise.key}`);
        else setNothing(true);
      })
      .catch(failed);
  };
  const { daily } = overview;
  const dailyGame = daily && app.games.find(({ name }) => name === daily.game);
  const known = overview.games.some(({ game }) => game === choice.game);
  const counted = overview.games.filter(({ game }) => !known || game === choice.game);
  const sum = (of: (game: PuzzleGame) => number) => counted.reduce((all, game) => all + of(game), 0);
  const number = (value: number) => value.toLocaleString(app.language);
  return (
    <div class="puzzles-page">
      <div class="puzzles-top">
        <h1>{t.title}</h1>
        <StreakView streak={overview.streak} />
      </div>
      {overview.games
        .filter(({ problem }) => problem !== null)
        .map(({ game, problem }) => (
          <p key={game} class="puzzles-problem" role="alert">
            {t.damaged(problem ?? "")}
          </p>
        ))}
      <div class="puzzles-cards">
        {daily && dailyGame && (
          <section class="puzzles-card daily" aria-labelledby="daily">
            <div class="puzzles-mini">
              <BoardView
                board={daily.position.board}
                cells={dailyGame.cells}
                size={dailyGame.size}
                label={text.board.label(t.daily)}
                flipped={daily.position.turn === "black"}
              />
            </div>
            <div>
              <h2 id="daily">{t.daily}</h2>
              <p>
                {fullTitle(app, dailyGame)}. {t.turn(sideTitle(app, dailyGame, daily.position.turn))}{" "}
                {t.goals[daily.goal]}
              </p>
              <p class="soft">{daily.result === null ? t.dailyHelp : t.dailyDone}</p>
              <Button kind="main" onClick={() => navigate(`puzzles=${daily.key}`)}>
                {t.solveDaily}
              </Button>
            </div>
          </section>
        )}
        <section class="puzzles-card" aria-labelledby="choose">
          <h2 id="choose">{t.choose}</h2>
          <div class="puzzles-fields">
            <Select
              label={t.game}
              value={known ? choice.game : ""}
              options={[["", t.anyGame], ...overview.games.map(({ game }) => [game, titleOf(app, game)] as const)]}
              onChange={(game) => change({ game })}
            />
            <Select
              label={t.grade}
              value={choice.grade}
              options={[
                ["", t.anyGrade],
                ["easy", t.grades.easy],
                ["medium", t.grades.medium],
                ["hard", t.grades.hard],
              ]}
              onChange={(grade) => change({ grade })}
            />
            <Select
              label={t.theme}
              value={choice.theme}
              options={[
                ["", t.anyTheme],
                ["shot", t.themes.shot],
                ["breakthrough", t.themes.breakthrough],
                ["block", t.themes.block],
                ["net", t.themes.net],
              ]}
              help={choice.theme ? t.themeHelp[choice.theme] : undefined}
              onChange={(theme) => change({ theme })}
            />
            <Select
              label={t.proof}
              value={choice.proof}
              options={[
                ["", t.anyProof],
                ["solution", t.proofs.solution],
                ["endgames", t.proofs.endgames],
                ["search", t.proofs.search],
              ]}
              onChange={(proof) => change({ proof })}
            />
          </div>
          <p class="soft">
            {t.count(number(sum((game) => game.puzzles)), number(sum((game) => game.puzzles - game.tried)))}
          </p>
          {nothing && <p role="alert">{t.none}</p>}
          <Button kind="main" onClick={start}>
            {t.start}
          </Button>
        </section>
        <section class="puzzles-card" aria-labelledby="mistakes">
          <h2 id="mistakes">{t.mistakes}</h2>
          <p>{overview.due > 0 ? t.due(overview.due) : t.noneDue}</p>
          <p class="soft">{t.mistakesHelp}</p>
          <a class="button plain" href="#mistakes">
            <span>{t.mistakes}</span>
          </a>
        </section>
        <section class="puzzles-card" aria-labelledby="endings">
          <h2 id="endings">{t.endings}</h2>
          <p class="soft">{t.endingsHelp}</p>
          <a class="button plain" href="#endings">
            <span>{t.toEndings}</span>
          </a>
        </section>
      </div>
    </div>
  );
}

function One({ exercise: key }: { exercise: string }) {
  const app = useApp();
  const { text, link, why, failed, navigate, toast } = app;
  const t = text.puzzles;
  const [exercise, setExercise] = useState<Exercise | null>(null);
  const [streak, setStreak] = useState<Streak | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let here = true;
    link.request("puzzles.open", { key, day: today() }).then(
      (opened) => {
        if (!here) return;
        setExercise(opened.exercise);
        setStreak(opened.streak);
      },
      (error: unknown) => here && setProblem(why(error).text),
    );
    return () => {
      here = false;
    };
  }, [link, why, key]);
  const game = exercise && app.games.find(({ name }) => name === exercise.game);
  if (problem)
    return (
      <Waiting failed>
        {problem} <a href="#puzzles">{t.overview}</a>
      </Waiting>
    );
  if (!exercise || !game || !streak) return <Waiting>{text.app.loading}</Waiting>;
  const own = exercise.kind === "mistake";
  const goOn = () => {
    if (own)
      link
        .request("mistakes.list", { day: today() })
        .then(({ mistakes }) => {
          const next = nextMistake(mistakes, anyMistake, today(), key);
          if (next) return navigate(`puzzles=${next.key}`);
          toast(t.noMore);
          navigate("mistakes");
        })
        .catch(failed);
    else
      link
        .request("puzzles.next", { ...asRequest(readChoice()), after: key })
        .then(({ exercise: next }) => navigate(next ? `puzzles=${next.key}` : "puzzles"))
        .catch(failed);
  };
  const table = exercise.mistake?.table;
  return (
    <div class="puzzles-page">
      <div class="puzzles-top">
        <h1>
          <a href={own ? "#mistakes" : "#puzzles"} aria-label={own ? t.mistakes : t.overview}>
            <Icon name="back" />
          </a>
          {own ? t.mistakes : t.title}
        </h1>
        {!own && <StreakView streak={streak} />}
      </div>
      <ExerciseView
        exercise={exercise}
        game={game}
        onStreak={setStreak}
        next={
          <>
            <a
              class="button quiet"
              href={
                table
                  ? `#analyse=${table}&n=${exercise.mistake?.node}`
                  : `#analyse&game=${exercise.game}&fen=${encodeURIComponent(exercise.position.fen)}`
              }
            >
              <span>{t.analyse}</span>
            </a>
            <Button kind="main" icon="forward" onClick={goOn}>
              {own ? t.nextMistake : t.nextPuzzle}
            </Button>
          </>
        }
      />
    </div>
  );
}
