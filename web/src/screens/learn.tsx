// Lessons: the courses, and the steps of one.
import { useState } from "preact/hooks";
import { MiniBoard } from "../board/mini_board";
import { gameTitle, useApp } from "../context";
import { Lesson } from "../learn/lesson";
import { courseOf, courses, nextStep, readProgress, withDone, withoutDone } from "../logic/lessons";
import type { Course, Progress } from "../logic/lessons";
import { Icon } from "../parts/icon";
import { NotLoaded, useWords } from "../parts/on_demand";
import { RulesDialog } from "../parts/dialogs";
import { Button, Waiting } from "../parts/parts";
import type { GameInfo } from "../protocol";
import type { LessonTexts } from "../texts/lessons_en";
import "../styles/learn.css";

const fetched = {
  en: () => import("../texts/lessons_en").then((part) => part.lessons),
  nl: () => import("../texts/lessons_nl").then((part) => part.lessons),
  de: () => import("../texts/lessons_de").then((part) => part.lessons),
};

function Courses({ texts, progress }: { texts: LessonTexts; progress: Progress }) {
  const app = useApp();
  const shown = app.games.flatMap((game) => {
    const course = courseOf(game.name);
    return course ? [{ game, course }] : [];
  });
  return (
    <>
      <h1>{texts.title}</h1>
      <p class="soft">{texts.lead}</p>
      <ul class="tiles courses">
        {shown.map(({ game, course }) => {
          const done = progress[game.name]?.length ?? 0;
          return (
            <li key={game.name} class="tile">
              <div class="tile-board" aria-hidden="true">
                <MiniBoard game={game} />
              </div>
              <div class="tile-text">
                <h2>
                  <a href={`#learn=${game.name}`}>{gameTitle(app, game)}</a>
                </h2>
                <p class="soft">{texts.count(done, course.steps.length)}</p>
                <progress value={done} max={course.steps.length} aria-hidden="true" />
              </div>
            </li>
          );
        })}
      </ul>
      <div class="panel learn-end">
        <p>
          <b>{app.text.puzzles.endings}.</b> {app.text.puzzles.endingsHelp}
        </p>
        <p class="row">
          <a class="button plain" href="#endings">
            <span>{app.text.puzzles.toEndings}</span>
          </a>
        </p>
      </div>
      <p>
        <a href="#games">{app.text.home.allGames}</a>
      </p>
    </>
  );
}

interface StepsProps {
  texts: LessonTexts;
  course: Course;
  game: GameInfo;
  wanted: string;
  done: readonly string[];
  onDone: (step: string) => void;
  onForget: () => void;
}

function Steps({ texts, course, game, wanted, done, onDone, onForget }: StepsProps) {
  const app = useApp();
  const [rules, setRules] = useState(false);
  const [first] = useState(() => nextStep(course, done).name); // where this visit begins
  const title = gameTitle(app, game);
  const step = course.steps.find(({ name }) => name === wanted) ?? course.steps.find(({ name }) => name === first)!;
  const index = course.steps.indexOf(step);
  const after = course.steps[index + 1];
  const all = done.length === course.steps.length;
  return (
    <>
      <p class="learn-back">
        <a href="#learn">← {texts.courses}</a>
      </p>
      <div class="learn-head">
        <h1>{title}</h1>
        <span class="soft">{texts.stepOf(index + 1, course.steps.length)}</span>
        <Button small icon="rules" onClick={() => setRules(true)}>
          {texts.allRules}
        </Button>
      </div>
      <Lesson
        key={`${game.name} ${step.name}`}
        game={game}
        step={step}
        texts={texts}
        onDone={() => onDone(step.name)}
        onNext={after ? () => app.navigate(`learn=${game.name}&step=${after.name}`) : null}
      />
      {all && (
        <div class="panel learn-end" role="status">
          <p>
            <b>{texts.finished(title)}</b> {texts.finishedLead}
          </p>
          <p class="row">
            <a class="button main" href={`#new=${game.name}`}>
              <span>{texts.play}</span>
            </a>
            <Button onClick={onForget}>{texts.forget}</Button>
          </p>
        </div>
      )}
      <nav aria-label={texts.list}>
        <ol class="learn-steps">
          {course.steps.map(({ name }) => (
            <li key={name}>
              <a href={`#learn=${game.name}&step=${name}`} aria-current={name === step.name ? "step" : undefined}>
                {done.includes(name) && <Icon name="check" />}
                {texts.steps[name].title}
                {done.includes(name) && <span class="unseen">, {texts.doneMark}</span>}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {rules && (
        <RulesDialog game={game} onClose={() => setRules(false)} onPlay={() => app.navigate(`new=${game.name}`)} />
      )}
    </>
  );
}

export function LearnScreen({ course: name, step }: { course: string; step: string }) {
  const app = useApp();
  const texts = useWords<LessonTexts>(fetched);
  const [progress, setProgress] = useState(readProgress);
  if (texts === "failed") return <NotLoaded />;
  if (!texts) return <Waiting>{app.text.app.loading}</Waiting>;
  if (!name) return <Courses texts={texts} progress={progress} />;
  const course = courses.find(({ game }) => game === name);
  const game = app.games.find((one) => one.name === name);
  if (!course || !game)
    return (
      <Waiting failed>
        {texts.unknown} <a href="#learn">{texts.courses}</a>
      </Waiting>
    );
  return (
    <Steps
      key={name}
      texts={texts}
      course={course}
      game={game}
      wanted={step}
      done={progress[name] ?? []}
      onDone={(one) => setProgress((now) => withDone(now, name, one))}
      onForget={() => {
        setProgress((now) => withoutDone(now, name));
        app.navigate(`learn=${name}&step=${course.steps[0]?.name}`);
      }}
    />
  );
}
