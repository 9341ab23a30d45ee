// Descriptions of computer players, as on the command line: "name:option=value,option=value". What strategies there are,
// and which options they have, the program says.
import type { App, Look } from "./context";
import { asSentence, capital, sentenceOf, sideName } from "./messages";
import type { Colour, GameInfo, Option, Side, StrategyInfo, Table } from "./protocol";
import { ownSide } from "./state";

export interface PlayerChoice {
  name: string;
  options: Record<string, string>;
}

export function readPlayer(description: string): PlayerChoice {
  const colon = description.indexOf(":");
  if (colon < 0) return { name: description, options: {} };
  const options: Record<string, string> = {};
  for (const part of description.slice(colon + 1).split(",")) {
    const sign = part.indexOf("=");
    if (sign > 0) options[part.slice(0, sign)] = part.slice(sign + 1);
  }
  return { name: description.slice(0, colon), options };
}

/** Options that count: a level below the highest decides everything else. */
function optionsThatCount(strategy: StrategyInfo, options: Record<string, string>): Option[] {
  const { levels } = strategy;
  const level = levelOf(strategy, options);
  return strategy.options.filter(({ key }) => key === "level" || levels === null || level === levels);
}

/** Those that a page shows, with these values. */
export function optionsShown(strategy: StrategyInfo, options: Record<string, string>): Option[] {
  return optionsThatCount(strategy, options).filter(({ shown }) => shown);
}

export function levelOf(strategy: StrategyInfo, options: Record<string, string>): number {
  const standard = strategy.options.find(({ key }) => key === "level")?.default;
  return Number(options["level"] ?? standard ?? strategy.levels ?? 0);
}

/** As the program reads it: what counts and is not the default, and a level always, which people want to see. */
export function writePlayer(strategies: readonly StrategyInfo[], { name, options }: PlayerChoice): string {
  const strategy = strategies.find((one) => one.name === name);
  if (!strategy) return name;
  const written = optionsThatCount(strategy, options)
    .map(({ key, default: standard }) => ({ key, value: options[key]?.trim() ?? "", standard }))
    .filter(({ key, value, standard }) => value !== "" && (key === "level" || value !== standard))
    .map(({ key, value }) => `${key}=${value}`);
  return written.length > 0 ? `${name}:${written.join(",")}` : name;
}

/** A strategy as one first meets it: as the game's own opponent, else at a third of its levels. */
export function firstPlayer(strategies: readonly StrategyInfo[], game: GameInfo, name: string): string {
  if (readPlayer(game.opponent).name === name) return game.opponent;
  const levels = strategies.find((one) => one.name === name)?.levels ?? null;
  return writePlayer(strategies, { name, options: levels ? { level: String(Math.ceil(levels / 4)) } : {} });
}

/** Strategies that play this game. */
export function strategiesFor(strategies: readonly StrategyInfo[], game: GameInfo): StrategyInfo[] {
  return strategies.filter(
    ({ games, solution }) => (games === null || games.includes(game.name)) && (!solution || game.solved),
  );
}

/** The player, or the game's own opponent where the strategy does not play this game. */
export function playerFor(strategies: readonly StrategyInfo[], game: GameInfo, player: string): string {
  const { name } = readPlayer(player);
  return strategiesFor(strategies, game).some((one) => one.name === name) ? player : game.opponent;
}

/** What a strategy does, in one sentence. */
export function strategyHelp({ language }: Look, name: string): string {
  return asSentence(sentenceOf(language, `strategy.${name}`) ?? "");
}

export function optionTitle({ language }: Look, key: string): string {
  return capital(sentenceOf(language, `option.${key}`) ?? key);
}

export function choiceTitle({ language }: Look, key: string, choice: string): string {
  return sentenceOf(language, `${key}.${choice}`) ?? sentenceOf(language, `choice.${choice}`) ?? choice;
}

/** What names a player: the texts, and what the program says of its strategies. */
type Naming = Pick<App, "text" | "hello">;

/** The wood of a player that has nothing but a level. */
function woodOf({ text, hello }: Naming, description: string): string | undefined {
  const { names } = text.woods;
  return names[plainLevel(hello.strategies, description, names.length) - 1];
}

/** As people meet a player: "Alder, level 3"; others by their strategy: "Minimax, depth 5". */
export function playerTitle(app: Naming, description: string): string {
  const { options } = readPlayer(description);
  const t = app.text.players;
  const words = [playerName(app, description)];
  if (options["level"]) words.push(t.level(options["level"]));
  if (options["depth"]) words.push(t.depth(options["depth"]));
  if (options["seconds"]) words.push(t.seconds(options["seconds"]));
  return words.join(", ");
}

/** The same in a word: "Alder", "Minimax". */
export function playerName(app: Naming, description: string): string {
  return woodOf(app, description) ?? capital(readPlayer(description).name);
}

/** The players with a level whose titles have these words: the program knows them by other names. */
export function playersCalled(app: Naming, words: string): string[] {
  const wanted = words.trim().toLowerCase();
  const { names } = app.text.woods;
  if (wanted.length < 3) return [];
  return app.hello.strategies
    .filter(({ levels }) => levels === names.length)
    .flatMap(({ name }) => names.map((_, index) => `${name}:level=${index + 1}`))
    .filter((player) => playerTitle(app, player).toLowerCase().includes(wanted));
}

/** Where one is chosen: "Engine (Balsa to Ebony)", "Minimax". */
export function strategyTitle({ text }: Naming, { name, levels }: Pick<StrategyInfo, "name" | "levels">): string {
  const { names, range } = text.woods;
  return levels === names.length ? `${capital(name)} (${range(names[0]!, names[levels - 1]!)})` : capital(name);
}

/** What an opponent of a level says: at the start, and at the end of a game against a person. */
export function opponentWords(app: App, table: Table, you: readonly Colour[], colour: Colour): string {
  const seat = table[colour];
  const own = ownSide(table, you);
  if (!app.settings.speech || seat.kind !== "computer" || own === null || own === colour) return "";
  const { names, greetings, ends } = app.text.woods;
  const level = plainLevel(app.hello.strategies, seat.player, names.length);
  if (level === 0) return "";
  if (table.nodes.length === 0) return greetings[level - 1] ?? "";
  if (!table.outcome) return "";
  const { winner } = table.outcome;
  const said = winner === null ? ends.draw : winner === colour ? ends.win : ends.loss;
  return said[level % said.length] ?? "";
}

/** The level of a description that says nothing else, for a strategy with this many levels; 0: it is another one. */
export function plainLevel(strategies: readonly StrategyInfo[], player: string, levels: number): number {
  const { name, options } = readPlayer(player);
  if (strategies.find((one) => one.name === name)?.levels !== levels) return 0;
  const { level, ...others } = options;
  return Object.keys(others).length === 0 ? Number(level ?? 0) : 0;
}

/** "Black", "Player 1", in the language of the page. */
export function sideTitle({ language }: Look, game: GameInfo, colour: Colour): string {
  return capital(sideName(language, colour, game));
}

/** Who has won, as this page sees it. */
export function resultTitle(app: App, game: GameInfo, winner: Colour | null, own: Colour | null): string {
  const t = app.text.play;
  if (winner === null) return t.draw;
  if (own === null) return t.won(sideTitle(app, game, winner));
  return winner === own ? t.youWon : t.youLost;
}

/** Who sits there: "You", "Alder, level 3", a name from a record, or the side. */
export function seatTitle(app: App, game: GameInfo, table: Table, you: readonly Colour[], colour: Colour): string {
  const seat = table[colour];
  if (seat.kind === "computer") return playerTitle(app, seat.player);
  if (seat.name) return seat.name;
  return ownSide(table, you) === colour ? app.text.players.you : sideTitle(app, game, colour);
}

/** Who played a game of the library: "Alder, level 3", a name from a record, "You". */
export function playedBy(app: App, side: Side): string {
  return side.kind === "computer" ? playerTitle(app, side.player) : (side.name ?? app.text.players.you);
}
