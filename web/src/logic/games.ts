// The list of games, by family: one name on boards of several sizes.
import type { GameInfo } from "../protocol";

/** The first game of each family, in the order of the program. */
export function familiesOf(games: readonly GameInfo[]): GameInfo[] {
  return games.filter((game, index) => games.findIndex((other) => other.family === game.family) === index);
}

/** The games of one family, the smallest board first. */
export function sizesOf(games: readonly GameInfo[], game: GameInfo): GameInfo[] {
  return games.filter((other) => other.family === game.family).sort((a, b) => a.size - b.size);
}
