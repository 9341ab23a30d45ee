// Who plays on the first screen: the level, the side, the game.
import { useId } from "preact/hooks";
import { PieceIcon } from "../board/board";
import { fullTitle, useApp } from "../context";
import { scores } from "../logic/opponents";
import { Icon } from "../parts/icon";
import { Choice, Select } from "../parts/parts";
import { Wood } from "../parts/wood";
import { sideTitle } from "../players";
import type { Colour, GameInfo } from "../protocol";

interface OpponentProps {
  game: GameInfo;
  level: number;
  levels: number;
  /** Of a level. */
  title: (level: number) => string;
  side: Colour | "either";
  onLevel: (level: number) => void;
  onSide: (side: Colour | "either") => void;
  onGame: (name: string) => void;
}

export function Opponent({ game, level, levels, title, side, onLevel, onSide, onGame }: OpponentProps) {
  const app = useApp();
  const { text } = app;
  const t = text.home;
  const id = useId();
  const woods = levels === text.woods.names.length;
  const score = woods ? scores[level - 1] : null;
  const sideWords = (colour: Colour) => (
    <>
      <PieceIcon piece={colour === "black" ? "b" : "w"} /> {sideTitle(app, game, colour)}
    </>
  );
  return (
    <section class="panel home-setting" aria-label={t.setting}>
      {levels > 0 && (
        <>
          <div class="home-opponent">
            {woods && <Wood level={level} size={64} />}
            <div>
              <h2>
                {title(level)} {woods && <span class="soft">{t.levelOf(level)}</span>}
              </h2>
              <p class="soft" id={`${id}-about`}>
                {woods && text.woods.about[level - 1]}{" "}
                {score !== null && score !== undefined && text.woods.scored(score, title(level - 1))}
              </p>
            </div>
          </div>
          <div class="home-level">
            <input
              type="range"
              min={1}
              max={levels}
              value={level}
              aria-label={t.level}
              aria-valuetext={t.levelText(level, levels, title(level))}
              aria-describedby={`${id}-about`}
              onInput={(event) => onLevel(Number(event.currentTarget.value))}
            />
            <div class="home-woods" aria-hidden="true">
              {Array.from({ length: levels }, (_, index) => (
                <span key={index} class={index + 1 === level ? "on" : ""}>
                  {woods ? <Wood level={index + 1} size={index + 1 === level ? 34 : 24} /> : index + 1}
                </span>
              ))}
            </div>
          </div>
          {woods && (
            <p class="home-ends soft" aria-hidden="true">
              <span>{t.lowest(title(1))}</span>
              <span>{t.harder}</span>
              <span>{t.highest(levels, title(levels))}</span>
            </p>
          )}
        </>
      )}
      <div class="home-choices">
        <Choice<Colour | "either">
          label={t.youPlay}
          value={side}
          onChange={onSide}
          options={[
            ["black", sideWords("black")],
            ["white", sideWords("white")],
            ["either", t.either],
          ]}
        />
        <Select
          label={t.game}
          value={game.name}
          onChange={onGame}
          options={app.games.map((one) => [one.name, fullTitle(app, one)])}
        />
      </div>
      <ul class="home-ways">
        <li>
          <a href={`#new=${game.name}&way=people`}>
            <Icon name="person" /> {t.people}
          </a>
        </li>
        <li>
          <a href={`#new=${game.name}&way=watch`}>
            <Icon name="computer" /> {t.watch}
          </a>
        </li>
        <li>
          <a href={`#new=${game.name}`}>
            <Icon name="level" /> {t.details}
          </a>
        </li>
        <li>
          <a href="#setup">
            <Icon name="edit" /> {t.setup}
          </a>
        </li>
      </ul>
    </section>
  );
}
