// Every game as a small tile, with what is known of it.
import { MiniBoard } from "../board/mini_board";
import { gameTitle, useApp } from "../context";
import { familiesOf, sizesOf } from "../logic/games";
import { Icon } from "../parts/icon";
import { sideTitle } from "../players";
import type { GameInfo } from "../protocol";

/** "6×6 solved: draw", by a proof that the program has; "Solved" where it can compute every value. */
function SolvedBadge({ sizes }: { sizes: readonly GameInfo[] }) {
  const app = useApp();
  const t = app.text.home;
  const proven = sizes.find((game) => game.proven !== null);
  if (!proven?.proven) {
    if (!sizes.some(({ solved }) => solved)) return null;
    return (
      <span class="badge known">
        <Icon name="check" /> {t.solved}
      </span>
    );
  }
  const result = proven.proven === "draw" ? t.draw : t.wins(sideTitle(app, proven, proven.proven));
  return (
    <a class="badge known" href={`#proof=${proven.name}`}>
      <Icon name="check" /> {t.solvedAs(sizes.length > 1 ? `${proven.size}×${proven.size}` : "", result)}
    </a>
  );
}

function Tile({ game }: { game: GameInfo }) {
  const app = useApp();
  const t = app.text.home;
  const sizes = sizesOf(app.games, game);
  const [least, most] = [sizes[0] ?? game, sizes[sizes.length - 1] ?? game];
  return (
    <li class="tile">
      <div class="tile-board" aria-hidden="true">
        <MiniBoard game={game} />
      </div>
      <div class="tile-text">
        <h3>
          <a href={`#new=${game.name}`}>{gameTitle(app, game)}</a>
        </h3>
        <p class="badges">
          <span class="badge">
            {sizes.length > 2 ? t.sizes(least.size, most.size) : sizes.map(({ size }) => `${size}×${size}`).join(", ")}
          </span>
          {game.reversed && <span class="badge reversed">{t.reversed}</span>}
          <SolvedBadge sizes={sizes} />
        </p>
      </div>
    </li>
  );
}

export function Tiles() {
  const app = useApp();
  const t = app.text.home;
  return (
    <section class="home-games" aria-labelledby="games">
      <div class="home-games-head">
        <h2 id="games">{t.games}</h2>
        <span class="soft">{t.gamesLead(app.games.length)}</span>
        <a href="#games">{t.allGames}</a>
        <a href="#proof">{t.proofs}</a>
      </div>
      <ul class="tiles">
        {familiesOf(app.games).map((game) => (
          <Tile key={game.name} game={game} />
        ))}
      </ul>
    </section>
  );
}
