// All games with their rules, one card each.
import { useState } from "preact/hooks";
import { gameSummary, gameTitle, useApp } from "../context";
import { MiniBoard } from "../board/mini_board";
import { Button } from "../parts/parts";
import { RulesDialog } from "../parts/dialogs";
import { Icon } from "../parts/icon";
import { courseOf } from "../logic/lessons";
import { familiesOf, sizesOf } from "../logic/games";
import type { GameInfo } from "../protocol";
import "../styles/games.css";

const classics = ["english", "suicide", "giveaway", "mini", "kingme", "international"];

/** All sizes from the smallest to the largest, or the one or two that there are. */
function sizesText(sizes: number[]): string {
  const ends = sizes.length > 1 ? [sizes[0], sizes.at(-1)] : sizes;
  return ends.map((size) => `${size}×${size}`).join(sizes.length > 2 ? " – " : ", ");
}

function GameCard({ game, onRules }: { game: GameInfo; onRules: () => void }) {
  const app = useApp();
  const { text } = app;
  const title = gameTitle(app, game);
  const sizes = sizesOf(app.games, game).map(({ size }) => size);
  return (
    <li class="card">
      <div class="card-board" aria-hidden="true">
        <MiniBoard game={game} />
      </div>
      <div class="card-text">
        <h3>
          <a href={`#new=${game.name}`}>{title}</a>
        </h3>
        {game.reversed && <span class="badge">{text.catalogue.reversed}</span>}
        <p>{gameSummary(app, game)}</p>
        <div class="card-foot">
          <span class="soft">{sizesText(sizes)}</span>
          {courseOf(game.name) && (
            <a class="button quiet small" href={`#learn=${game.name}`}>
              <Icon name="learn" />
              <span>{text.catalogue.lesson}</span>
            </a>
          )}
          <Button
            small
            kind="quiet"
            icon="rules"
            label={text.catalogue.rulesOf(title)}
            title={text.catalogue.rulesOf(title)}
            onClick={onRules}
          >
            {text.catalogue.rules}
          </Button>
        </div>
      </div>
    </li>
  );
}

export function GamesScreen() {
  const app = useApp();
  const { text } = app;
  const [rules, setRules] = useState<GameInfo | null>(null);
  const families = familiesOf(app.games);
  const cards = (games: GameInfo[]) => (
    <ul class="cards">
      {games.map((game) => (
        <GameCard key={game.name} game={game} onRules={() => setRules(game)} />
      ))}
    </ul>
  );
  return (
    <>
      <h1>{text.catalogue.title}</h1>
      <p class="lead soft">{text.catalogue.lead}</p>
      <h2 class="group">{text.catalogue.classics}</h2>
      {cards(families.filter((game) => classics.includes(game.family)))}
      <h2 class="group">{text.catalogue.around}</h2>
      {cards(families.filter((game) => !classics.includes(game.family)))}
      {rules && (
        <RulesDialog game={rules} onClose={() => setRules(null)} onPlay={() => app.navigate(`new=${rules.name}`)} />
      )}
    </>
  );
}
