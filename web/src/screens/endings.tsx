// Endgames: the classes of a game with their counts, one class, and drills.
import { useEffect, useState } from "preact/hooks";
import { fullTitle, useApp } from "../context";
import { DrillView } from "../learn/drill";
import { ClassBar, ClassPieces, EndingClassView, useClassTitle, useCounts } from "../learn/ending_class";
import { useEndingTexts, useFiles, type Files } from "../learn/use_endings";
import { groupsOf, keepGame, movesIn, nextKey, readGame, readPlace, type EndingPlace } from "../logic/endings";
import { Icon } from "../parts/icon";
import { NotLoaded } from "../parts/on_demand";
import { Button, Select, Waiting } from "../parts/parts";
import type { EndingClass, GameInfo, Requests } from "../protocol";
import type { EndingTexts } from "../texts/endings_en";
import "../styles/charts.css";
import "../styles/endings.css";
import "../styles/puzzles.css";

export function Endings({ place }: { place: string }) {
  const app = useApp();
  const texts = useEndingTexts();
  const at = readPlace(place);
  if (texts === "failed") return <NotLoaded />;
  if (!texts) return <Waiting>{app.text.app.loading}</Waiting>;
  const wanted = at.game || readGame() || "english";
  const game = app.games.find(({ name }) => name === wanted) ?? (at.game ? undefined : app.games[0]);
  if (!game)
    return (
      <Waiting failed>
        {texts.unknown} <a href="#endings">{texts.all}</a>
      </Waiting>
    );
  return <OfGame key={game.name} at={at} game={game} texts={texts} />;
}

interface PartProps {
  game: GameInfo;
  texts: EndingTexts;
}

function OfGame({ at, game, texts }: PartProps & { at: EndingPlace }) {
  const { text } = useApp();
  const { files, problem, retry } = useFiles(game.name);
  const ready = files?.state === "ready";
  if (at.kind === "game" || !ready)
    return (
      <div class="puzzles-page">
        <div class="puzzles-top">
          <h1>
            <a href="#learn" aria-label={text.app.learn}>
              <Icon name="back" />
            </a>
            {texts.title}
          </h1>
        </div>
        <p class="soft">{texts.lead}</p>
        <ChooseGame game={game} texts={texts} />
        {problem && <Waiting failed>{problem}</Waiting>}
        {!problem && !files && <Waiting>{text.app.loading}</Waiting>}
        {!problem && files && !ready && <NoFiles files={files} game={game} texts={texts} onRetry={retry} />}
        {ready && <Classes files={files} game={game} texts={texts} />}
      </div>
    );
  return at.kind === "class" ? (
    <EndingClassView key={at.name} game={game} name={at.name} texts={texts} />
  ) : (
    <One key={at.key} drillKey={at.key} game={game} name={at.name} classes={files.classes} texts={texts} />
  );
}

function ChooseGame({ game, texts }: PartProps) {
  const app = useApp();
  return (
    <div class="ending-game">
      <Select
        label={texts.game}
        value={game.name}
        options={app.games.map((one) => [one.name, fullTitle(app, one)] as const)}
        onChange={(name) => {
          keepGame(name);
          app.navigate(`endings=${name}`);
        }}
      />
    </div>
  );
}

function NoFiles({ files, game, texts, onRetry }: PartProps & { files: Files; onRetry: () => void }) {
  if (files.state === "building") return <Waiting>{texts.building}</Waiting>;
  return (
    <div class="puzzles-problem" role="alert">
      <p>
        {files.state === "off"
          ? texts.off
          : texts.failed(files.detail ?? "", `crownhead egdb build ${game.name} --pieces N`)}
      </p>
      {files.state === "failed" && (
        <Button icon="again" onClick={onRetry}>
          {texts.again}
        </Button>
      )}
    </div>
  );
}

function Classes({ files, game, texts }: PartProps & { files: Files }) {
  const title = useClassTitle(texts);
  const counts = useCounts(texts);
  const measured = files.classes.every(({ longest }) => longest !== null);
  const row = (one: EndingClass) => (
    <li key={one.name}>
      <a href={`#endings=${game.name}/${one.name}`}>
        <ClassPieces one={one} />
        <b>{title(one)}</b>
        <ClassBar one={one} texts={texts} />
        <span>{counts(one)}</span>
        <small>
          {one.longest === null ? texts.noDistances : texts.longest(movesIn(one.longest))}
          {one.tried > 0 && ` · ${texts.yours(one.solved, one.tried)}`}
        </small>
      </a>
    </li>
  );
  return (
    <>
      <p class="soft">
        {texts.toMove} {texts.countsHelp} {!measured && texts.noDistancesHelp}
      </p>
      {groupsOf(files.classes).map(({ pieces, classes }) => (
        <section key={pieces} aria-labelledby={`pieces-${pieces}`}>
          <h2 id={`pieces-${pieces}`}>{texts.pieces(pieces)}</h2>
          <ul class="ending-classes">{classes.map(row)}</ul>
        </section>
      ))}
    </>
  );
}

interface OneProps extends PartProps {
  drillKey: string;
  name: string;
  classes: readonly EndingClass[];
}

function One({ drillKey, game, name, classes, texts }: OneProps) {
  const app = useApp();
  const { text, link, why, navigate, language } = app;
  const [found, setFound] = useState<Requests["endings.drill"]["answer"] | null>(null);
  const [problem, setProblem] = useState("");
  const title = useClassTitle(texts);
  useEffect(() => {
    let here = true;
    link.request("endings.drill", { key: drillKey }).then(
      (answer) => here && setFound(answer),
      (error: unknown) => here && setProblem(why(error).text),
    );
    return () => {
      here = false;
    };
  }, [link, why, drillKey]);
  const back = `#endings=${game.name}/${name}`;
  const one = classes.find((known) => known.name === name);
  if (problem || !one)
    return (
      <Waiting failed>
        {problem || texts.unknown} <a href={`#endings=${game.name}`}>{texts.all}</a>
      </Waiting>
    );
  if (!found) return <Waiting>{text.app.loading}</Waiting>;
  const { drill } = found;
  if (!drill)
    return (
      <Waiting failed>
        {texts.none(found.all, found.looked.toLocaleString(language))} <a href={back}>{texts.back}</a>
      </Waiting>
    );
  return (
    <div class="puzzles-page">
      <div class="puzzles-top">
        <h1>
          <a href={back} aria-label={texts.back}>
            <Icon name="back" />
          </a>
          {texts.title}
        </h1>
      </div>
      <DrillView
        drill={drill}
        game={game}
        texts={texts}
        title={title(one)}
        next={(good) => (
          <>
            <a class="button quiet" href={`#analyse&game=${game.name}&fen=${encodeURIComponent(drill.position.fen)}`}>
              <span>{texts.analyse}</span>
            </a>
            <Button
              kind={good ? "main" : "plain"}
              icon="forward"
              onClick={() => navigate(`endings=${nextKey(drillKey)}`)}
            >
              {texts.next}
            </Button>
          </>
        )}
      />
    </div>
  );
}
