// The opponents of the first screen: a strategy that has levels, and what is remembered of the last game.
import type { Colour, GameInfo, StrategyInfo } from "../protocol";
import { strategiesFor, writePlayer } from "../players";

/** The score of each level against the one below it, in percent: docs/results/levels.md, the row of English checkers. */
export const scores: readonly (number | null)[] = [null, 92, 88, 88, 82, 83, 82, 84, 82, 68];

/** The strategy that has the most levels, among those that play this game. */
export function levelStrategy(strategies: readonly StrategyInfo[], game: GameInfo): StrategyInfo | null {
  const able = strategiesFor(strategies, game).filter(({ levels }) => levels !== null);
  return able.sort((a, b) => (b.levels ?? 0) - (a.levels ?? 0))[0] ?? null;
}

export function playerOfLevel(strategies: readonly StrategyInfo[], strategy: StrategyInfo, level: number): string {
  return writePlayer(strategies, { name: strategy.name, options: { level: String(level) } });
}

export interface Remembered {
  game: string;
  level: number;
  side: Colour | "either";
}

const key = "crownhead.last-game";

/** What the last game was, where it still makes sense; otherwise English checkers against the third level. */
export function readRemembered(games: readonly GameInfo[]): Remembered {
  const standard: Remembered = { game: games[0]?.name ?? "", level: 3, side: "either" };
  const first = games.find(({ name }) => name === standard.game);
  if (first) standard.side = first.begins;
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<Remembered> | null;
    if (!kept || !games.some(({ name }) => name === kept.game)) return standard;
    const level = Number.isInteger(kept.level) ? Math.min(Math.max(kept.level as number, 1), 10) : standard.level;
    const side = kept.side === "black" || kept.side === "white" || kept.side === "either" ? kept.side : standard.side;
    return { game: kept.game as string, level, side };
  } catch {
    return standard;
  }
}

export function remember(choice: Remembered): void {
  try {
    localStorage.setItem(key, JSON.stringify(choice));
  } catch {
    // A browser without storage begins anew each time.
  }
}
