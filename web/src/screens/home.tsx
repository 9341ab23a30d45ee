// The first screen: continue a game, or choose one.
import { useEffect, useState } from "preact/hooks";
import { fullTitle, gameSummary, gameTitle, useApp } from "../context";
import { BoardView } from "../board/board";
import { Button } from "../parts/parts";
import { RulesDialog } from "../parts/dialogs";
import { playerTitle } from "../players";
import type { GameInfo, LibraryEntry, Side } from "../protocol";

const classics = ["english", "suicide", "giveaway", "mini", "kingme", "international"];

/** All sizes from the smallest to the largest, or the one or two that there are. */
function sizesText(sizes: number[]): string {
  const ends = sizes.length > 1 ? [sizes[0], sizes.at(-1)] : sizes;
  return ends.map((size) => `${size}×${size}`).join(sizes.length > 2 ? " – " : ", ");
}

function GameCard({ game, onRules }: { game: GameInfo; onRules: () => void }) {
  const app = useApp();
  const { text, hello } = app;
  const title = gameTitle(app, game);
  const sizes = hello.games
    .filter((other) => other.family === game.family)
    .map((other) => other.size)
    .sort((a, b) => a - b);
  return (
    <li class="card">
      <div class="card-board" aria-hidden="true">
        <BoardView board={game.start} cells={game.cells} size={game.size} label="" />
      </div>
      <div class="card-text">
        <h3>
          <a href={`#new=${game.name}`}>{title}</a>
        </h3>
        {game.reversed && <span class="badge">{text.home.reversed}</span>}
        <p>{gameSummary(app, game)}</p>
        <div class="card-foot">
          <span class="soft">{sizesText(sizes)}</span>
          <Button
            small
            kind="quiet"
            icon="rules"
            label={text.home.rulesOf(title)}
            title={text.home.rulesOf(title)}
            onClick={onRules}
          >
            {text.home.rules}
          </Button>
        </div>
      </div>
    </li>
  );
}

export function HomeScreen() {
  const app = useApp();
  const { text, hello, link } = app;
  const [open, setOpen] = useState<LibraryEntry[]>([]);
  const [rules, setRules] = useState<GameInfo | null>(null);
  useEffect(() => {
    let here = true;
    link.request("library", { limit: 12 }).then(
      ({ games }) =>
        here &&
        setOpen(
          games
            .filter(
              (game) => game.result === "*" && game.plies > 0 && hello.games.some(({ name }) => name === game.game),
            )
            .slice(0, 3),
        ),
      () => undefined, // a library that cannot be read is reported by its own screen
    );
    return () => {
      here = false;
    };
  }, [link, hello]);
  const families = hello.games.filter(
    (game, index) => hello.games.findIndex((other) => other.family === game.family) === index,
  );
  const cards = (games: GameInfo[]) => (
    <ul class="cards">
      {games.map((game) => (
        <GameCard key={game.name} game={game} onRules={() => setRules(game)} />
      ))}
    </ul>
  );
  const nameOf = (side: Side) =>
    side.kind === "computer" ? playerTitle(app, side.player) : (side.name ?? text.players.you);
  return (
    <>
      {open.length > 0 && (
        <section class="continue" aria-labelledby="continue">
          <h2 id="continue">{text.home.continue}</h2>
          <ul>
            {open.map((entry) => (
              <li key={entry.id}>
                <a class="panel" href={`#t=${entry.id}&sit`}>
                  <b>{entry.name || fullTitle(app, app.game(entry.game))}</b>
                  <span class="soft">
                    {nameOf(entry.black)} – {nameOf(entry.white)} · {text.home.moveCount(Math.ceil(entry.plies / 2))}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <h1>{text.home.title}</h1>
      <p class="lead soft">{text.home.lead}</p>
      <h2 class="group">{text.home.classics}</h2>
      {cards(families.filter((game) => classics.includes(game.family)))}
      <h2 class="group">{text.home.around}</h2>
      {cards(families.filter((game) => !classics.includes(game.family)))}
      {rules && (
        <RulesDialog game={rules} onClose={() => setRules(null)} onPlay={() => app.navigate(`new=${rules.name}`)} />
      )}
    </>
  );
}
