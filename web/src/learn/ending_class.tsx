// One ending: how many of its positions are won, drawn and lost, examples, and the drills.
import { useEffect, useState } from "preact/hooks";
import { BoardView, PieceIcon, ValueIcon } from "../board/board";
import { fullTitle, useApp } from "../context";
import { drillKey, movesIn, shares } from "../logic/endings";
import { movesLeft, piecesAhead } from "../logic/known";
import { Icon } from "../parts/icon";
import { Waiting } from "../parts/parts";
import { sideTitle } from "../players";
import type { Drill, DrillCount, EndingClass, EndingExample, GameInfo, Requests } from "../protocol";
import type { EndingTexts } from "../texts/endings_en";

/** "2 kings against 1 king" */
export function useClassTitle(texts: EndingTexts): (one: Pick<EndingClass, "us" | "them">) => string {
  const { text } = useApp();
  return ({ us, them }) => texts.against(text.play.men(us.men, us.kings), text.play.men(them.men, them.kings));
}

/** The pieces of both sides, as pictures. */
export function ClassPieces({ one }: { one: Pick<EndingClass, "us" | "them"> }) {
  const icons = (count: number, piece: string) =>
    Array.from({ length: count }, (_, index) => <PieceIcon key={piece + index} piece={piece} size={20} />);
  return (
    <span class="ending-pieces" aria-hidden="true">
      <span>
        {icons(one.us.kings, "B")}
        {icons(one.us.men, "b")}
      </span>
      <span>
        {icons(one.them.kings, "W")}
        {icons(one.them.men, "w")}
      </span>
    </span>
  );
}

/** Shares of wins, draws and losses as a bar; the words beside it say the same. */
export function ClassBar({ one, texts }: { one: EndingClass; texts: EndingTexts }) {
  const [win, draw, loss] = shares(one);
  return (
    <svg
      class="ending-bar chart"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={texts.barLabel(win, draw, loss)}
    >
      <rect class="win" x="0" y="0" width={win} height="8" />
      <rect class="draw" x={win} y="0" width={draw} height="8" />
      <rect class="loss" x={win + draw} y="0" width={loss} height="8" />
    </svg>
  );
}

export function useCounts(texts: EndingTexts): (one: EndingClass) => string {
  const { language } = useApp();
  const number = (value: number) => value.toLocaleString(language);
  return (one) => texts.counts(number(one.win), number(one.draw), number(one.loss));
}

function Example({ example, game, texts }: { example: EndingExample; game: GameInfo; texts: EndingTexts }) {
  const app = useApp();
  const { text } = app;
  const { known } = example;
  return (
    <li class="ending-example">
      <div class="ending-mini">
        <BoardView
          board={example.board}
          cells={game.cells}
          size={game.size}
          label={text.board.label(texts.exampleKinds[example.kind])}
          flipped={example.turn === "black"}
        />
      </div>
      <div>
        <h3>{texts.exampleKinds[example.kind]}</h3>
        <p>
          <ValueIcon value={known.value} />{" "}
          {text.play.known.position(
            sideTitle(app, game, example.turn),
            known.value,
            movesLeft(known),
            piecesAhead(known),
          )}
        </p>
        <a class="button plain" href={`#analyse&game=${game.name}&fen=${encodeURIComponent(example.fen)}`}>
          <span>{texts.analyse}</span>
        </a>
      </div>
    </li>
  );
}

interface DrillsProps {
  goal: Drill["goal"];
  drills: readonly DrillCount[];
  hold: number;
  game: string;
  name: string;
  texts: EndingTexts;
}

function Drills({ goal, drills, hold, game, name, texts }: DrillsProps) {
  const listed = drills.filter((one) => one.goal === goal);
  return (
    <section class="puzzles-card" aria-labelledby={`drills-${goal}`}>
      <h3 id={`drills-${goal}`}>{texts.goals[goal]}</h3>
      {listed.length === 0 ? (
        <p class="soft">{texts.noGoal[goal]}</p>
      ) : (
        <>
          <p class="soft">{goal === "win" ? texts.goalHelp.win : texts.goalHelp.hold(hold)}</p>
          <ul class="ending-drills">
            {listed.map(({ grade, tried, solved, next }) => (
              <li key={grade}>
                <a class="button plain" href={`#endings=${drillKey(game, name, goal, grade, next)}`}>
                  <span>{texts.grades[grade]}</span>
                </a>
                <span>
                  {texts.gradeHelp[goal][grade]} {tried > 0 && <small class="soft">{texts.yours(solved, tried)}</small>}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

export function EndingClassView({ game, name, texts }: { game: GameInfo; name: string; texts: EndingTexts }) {
  const app = useApp();
  const { text, link, why } = app;
  const [found, setFound] = useState<Requests["endings.class"]["answer"] | null>(null);
  const [problem, setProblem] = useState("");
  const title = useClassTitle(texts);
  const counts = useCounts(texts);
  useEffect(() => {
    let here = true;
    link.request("endings.class", { game: game.name, class: name }).then(
      (answer) => here && setFound(answer),
      (error: unknown) => here && setProblem(why(error).text),
    );
    return () => {
      here = false;
    };
  }, [link, why, game.name, name]);
  if (problem)
    return (
      <Waiting failed>
        {problem} <a href={`#endings=${game.name}`}>{texts.all}</a>
      </Waiting>
    );
  if (!found) return <Waiting>{text.app.loading}</Waiting>;
  const one = found.class;
  return (
    <div class="puzzles-page">
      <div class="puzzles-top">
        <h1>
          <a href={`#endings=${game.name}`} aria-label={texts.all}>
            <Icon name="back" />
          </a>
          {title(one)}
        </h1>
      </div>
      <div class="ending-facts">
        <ClassPieces one={one} />
        <p>
          {fullTitle(app, game)}. {texts.toMove}
        </p>
        <ClassBar one={one} texts={texts} />
        <p>
          <b>{counts(one)}</b>
          {" · "}
          {one.longest === null ? texts.noDistances : texts.longest(movesIn(one.longest))}
        </p>
        <p class="soft">
          {texts.countsHelp} {one.longest === null && texts.noDistancesHelp}
        </p>
      </div>
      <h2>{texts.practise}</h2>
      <div class="puzzles-cards">
        <Drills goal="win" drills={found.drills} hold={found.hold} game={game.name} name={name} texts={texts} />
        <Drills goal="hold" drills={found.drills} hold={found.hold} game={game.name} name={name} texts={texts} />
      </div>
      <h2>{texts.examples}</h2>
      <ul class="ending-examples">
        {found.examples.map((example) => (
          <Example key={example.kind} example={example} game={game} texts={texts} />
        ))}
      </ul>
    </div>
  );
}
