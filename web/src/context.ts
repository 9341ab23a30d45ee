// What every screen may use: the line to the program, its games, the texts, messages and settings.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Link } from "./link";
import { sentenceOf, type Language, type Naming } from "./messages";
import type { GameInfo, Hello, Limits, Message } from "./protocol";
import type { Settings } from "./settings";
import type { Texts } from "./texts";
import type { Words } from "./words";

/** What is enough to show results, also in a report that knows no program. */
export interface Look {
  text: Texts;
  language: Language;
  games: readonly GameInfo[];
  /** A message of the program as a sentence. */
  say(message: Message, naming?: Naming): string;
}

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface App extends Look {
  link: Link;
  hello: Hello;
  limits: Limits;
  /** The game of this name; a game that the program does not know throws. */
  game(name: string): GameInfo;
  /** "", "t=ID", "t=ID&n=NODE", "new=GAME", "setup", "library", "lab", "lab=ID" */
  navigate(place: string): void;
  /** A message that goes away by itself, with an optional button (for undo). */
  toast(message: string | Words, action?: ToastAction): void;
  /** Why a request was rejected. */
  why(error: unknown, naming?: Naming): Words;
  /** Shows what a rejected request said. Use as .catch(app.failed). */
  failed(error: unknown): void;
  settings: Settings;
  change(settings: Partial<Settings>): void;
}

export const LookContext = createContext<Look | null>(null);
export const AppContext = createContext<App | null>(null);

export function useLook(): Look {
  const look = useContext(LookContext);
  if (!look) throw new Error("no texts here");
  return look;
}

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("no app here");
  return app;
}

/** The title in the language of the page. */
export function gameTitle({ language }: Look, game: GameInfo): string {
  return sentenceOf(language, `game.${game.family}.title`) ?? game.name;
}

export function gameSummary({ language }: Look, game: GameInfo): string {
  return sentenceOf(language, `game.${game.family}.summary`) ?? "";
}

/** With the size, where there are several: "English checkers 10×10". */
export function fullTitle(look: Look, game: GameInfo): string {
  const several = look.games.some((other) => other.family === game.family && other !== game);
  return several ? `${gameTitle(look, game)} ${game.size}×${game.size}` : gameTitle(look, game);
}

/** The same by name; a game that is not known keeps its name. */
export function titleOf(look: Look, name: string): string {
  const game = look.games.find((one) => one.name === name);
  return game ? fullTitle(look, game) : name;
}
