// Descriptions of computer players, as on the command line: "engine:level=3".
import type { App } from "./context";
import type { Colour, GameInfo, Side, StrategyInfo, Table } from "./protocol";
import { onlyHuman } from "./state";
import { capital } from "./words";

export interface PlayerChoice {
  name: string;
  options: Record<string, string>;
}

export function readPlayer(description: string): PlayerChoice {
  const colon = description.indexOf(":");
  if (colon < 0) return { name: description, options: {} };
  return { name: description.slice(0, colon), options: readOptions(description.slice(colon + 1)) };
}

/** "depth=5,eval=centre" */
export function readOptions(text: string): Record<string, string> {
  const options: Record<string, string> = {};
  for (const part of text.split(",")) {
    const sign = part.indexOf("=");
    if (sign > 0) options[part.slice(0, sign)] = part.slice(sign + 1);
  }
  return options;
}

export function writePlayer({ name, options }: PlayerChoice): string {
  const shown = Object.entries(options).filter(
    ([key, value]) => value !== "" && !(name === "engine" && key === "seconds" && Number(options["level"] ?? 10) < 10),
  );
  return shown.length ? `${name}:${shown.map(([key, value]) => `${key}=${value}`).join(",")}` : name;
}

/** Highest level of a strategy; 0: it has none. */
export function highestLevel(name: string): number {
  return name === "engine" ? 10 : name === "mini-ab" ? 3 : 0;
}

/** Strategies that make sense in this game. */
export function strategiesFor(strategies: readonly StrategyInfo[], game: GameInfo): StrategyInfo[] {
  return strategies.filter(({ name }) =>
    name === "mini-ab" ? game.family === "mini" : name === "perfect" ? game.solved : true,
  );
}

/** The player, or the usual one where this game has no such strategy. */
export function playerFor(strategies: readonly StrategyInfo[], game: GameInfo, player: string): string {
  return strategiesFor(strategies, game).some(({ name }) => name === readPlayer(player).name)
    ? player
    : usualPlayer(game);
}

export function usualPlayer(game: GameInfo): string {
  return game.family === "mini" ? "mini-ab:level=1" : "engine:level=3";
}

/** "Engine, level 3", "Minimax, depth 5". */
export function playerTitle(app: App, description: string): string {
  const { name, options } = readPlayer(description);
  const t = app.text.players;
  const words = [capital(name)];
  if (options["level"]) words.push(t.level(options["level"]));
  if (options["depth"]) words.push(t.depth(options["depth"]));
  if (options["seconds"] && (name !== "engine" || Number(options["level"] ?? 10) === 10))
    words.push(t.seconds(options["seconds"]));
  return words.join(", ");
}

/** "Black", "Player 1", in the language of the page. */
export function sideTitle(app: App, game: GameInfo, colour: Colour): string {
  const name = game.sides[colour];
  return capital(app.text.sides[name] ?? app.text.sides[capital(name)] ?? name);
}

/** Who sits there: "You", "Engine, level 3", a name from a record, or the side when two people play. */
export function seatTitle(app: App, game: GameInfo, table: Table, colour: Colour): string {
  const seat: Side = table[colour];
  if (seat.kind === "computer") return playerTitle(app, seat.player);
  if (seat.name) return seat.name;
  return onlyHuman(table) === colour ? app.text.players.you : sideTitle(app, game, colour);
}
