// The first screen: a board to play on, who plays, what else there is, and every game.
import { useState } from "preact/hooks";
import { useApp } from "../context";
import { Doors, Newest } from "../home/doors";
import { Opponent } from "../home/opponent";
import { StartBoard } from "../home/start_board";
import { Tiles } from "../home/tiles";
import { levelStrategy, playerOfLevel, readRemembered, remember } from "../logic/opponents";
import { playerName, playerTitle } from "../players";
import type { Colour } from "../protocol";

const lot = (): Colour => (Math.random() < 0.5 ? "black" : "white");

export function HomeScreen() {
  const app = useApp();
  const { text, hello } = app;
  const t = text.home;
  const [chosen, setChosen] = useState(() => readRemembered(hello.games));
  const [drawn, setDrawn] = useState(lot); // the side of those who play either
  const game = app.games.find(({ name }) => name === chosen.game) ?? app.games[0]!;
  const own = chosen.side === "either" ? drawn : chosen.side;
  const strategy = levelStrategy(hello.strategies, game);
  const levels = strategy?.levels ?? 0;
  const level = Math.min(chosen.level, levels);
  const playerOf = (one: number) => (strategy ? playerOfLevel(hello.strategies, strategy, one) : game.opponent);
  // A wood says its level by itself.
  const titleOf = (one: number) =>
    levels === text.woods.names.length ? playerName(app, playerOf(one)) : playerTitle(app, playerOf(one));
  const change = (some: Partial<typeof chosen>) => {
    const next = { ...chosen, ...some };
    setChosen(next);
    remember(next);
  };
  return (
    <>
      <div class="home-top">
        <StartBoard
          key={game.name}
          game={game}
          own={own}
          opponent={{
            player: playerOf(level),
            title: titleOf(level),
            level,
            words: text.woods.greetings[level - 1] ?? "",
          }}
          onStart={() => remember(chosen)}
        />
        <div class="home-side">
          <div class="home-title">
            <h1>{t.title}</h1>
            <p class="soft">{t.lead}</p>
          </div>
          <Opponent
            game={game}
            level={level}
            levels={levels}
            title={titleOf}
            side={chosen.side}
            onLevel={(to) => change({ level: to })}
            onSide={(side) => {
              setDrawn(lot());
              change({ side });
            }}
            onGame={(name) => change({ game: name })}
          />
          <Newest />
          <Doors />
        </div>
      </div>
      <Tiles />
    </>
  );
}
