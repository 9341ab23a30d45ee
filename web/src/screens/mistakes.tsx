// One's own mistakes, which come back after days: what is due, by game, kind and phase.
import { useEffect, useState } from "preact/hooks";
import { titleOf, useApp } from "../context";
import { anyMistake, fits, isDue, nextMistake, today, type MistakeChoice } from "../logic/puzzles";
import { dayText } from "../logic/library";
import { signOf } from "../logic/review";
import { Icon } from "../parts/icon";
import { Button, Choice, Select, Waiting } from "../parts/parts";
import type { KeptMistake } from "../protocol";
import "../styles/puzzles.css";

const mostListed = 100;

export function Mistakes() {
  const app = useApp();
  const { text, link, why, navigate, language } = app;
  const t = text.puzzles;
  const [all, setAll] = useState<KeptMistake[] | null>(null);
  const [problem, setProblem] = useState("");
  const [choice, setChoice] = useState<MistakeChoice>(anyMistake);
  const day = today();
  useEffect(() => {
    link.request("mistakes.list", { day }).then(
      ({ mistakes }) => setAll(mistakes),
      (error: unknown) => setProblem(why(error).text),
    );
  }, [link, why, day]);
  if (problem) return <Waiting failed>{problem}</Waiting>;
  if (!all) return <Waiting>{text.app.loading}</Waiting>;
  const games = [...new Set(all.map(({ game }) => game))];
  const listed = all.filter((mistake) => fits(choice, mistake));
  const due = listed.filter((mistake) => isDue(mistake, day));
  const waiting = listed.filter(({ due: when }) => when !== null && when > day).length;
  const next = nextMistake(all, choice, day);
  const when = (mistake: KeptMistake) =>
    mistake.due === null ? t.learnt : isDue(mistake, day) ? t.today : t.comesBack(dayText(mistake.due, language));
  return (
    <div class="puzzles-page">
      <div class="puzzles-top">
        <h1>
          <a href="#puzzles" aria-label={t.overview}>
            <Icon name="back" />
          </a>
          {t.mistakes}
        </h1>
      </div>
      <section class="puzzles-card">
        <p class="soft">{t.mistakesHelp}</p>
        {all.length === 0 ? (
          <p>{t.noMistakes}</p>
        ) : (
          <>
            <div class="puzzles-fields">
              <Select
                label={t.game}
                value={choice.game}
                options={[["", t.anyGame], ...games.map((game) => [game, titleOf(app, game)] as const)]}
                onChange={(game) => setChoice({ ...choice, game })}
              />
              <Select
                label={t.phase}
                value={choice.phase}
                options={[
                  ["", t.anyPhase],
                  ["opening", t.phases.opening],
                  ["middlegame", t.phases.middlegame],
                  ["endgame", t.phases.endgame],
                ]}
                onChange={(phase) => setChoice({ ...choice, phase })}
              />
              <Choice
                label={t.kind}
                value={choice.kind}
                options={[
                  ["all", t.kinds.all],
                  ["mistake", t.kinds.mistake],
                  ["blunder", t.kinds.blunder],
                ]}
                onChange={(kind) => setChoice({ ...choice, kind })}
              />
            </div>
            <p role="status">
              <b>{due.length > 0 ? t.due(due.length) : t.noneDue}</b> {waiting > 0 && t.waits(waiting)}
            </p>
            <Button kind="main" disabled={!next} onClick={() => next && navigate(`puzzles=${next.key}`)}>
              {t.practise}
            </Button>
            <ul class="mistakes">
              {listed.slice(0, mostListed).map((mistake) => (
                <li key={mistake.key}>
                  <a href={`#puzzles=${mistake.key}`}>
                    <b>
                      {mistake.played}
                      {signOf[mistake.glyph]}
                    </b>{" "}
                    <span>
                      {titleOf(app, mistake.game)}, {t.phases[mistake.phase]}
                    </span>{" "}
                    <small>{when(mistake)}</small>
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}
