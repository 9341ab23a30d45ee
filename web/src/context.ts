// What every screen may use: the line to the program, its games, the texts, messages and settings.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Link } from "./link";
import type { GameInfo, Hello, Limits } from "./protocol";
import type { Settings } from "./settings";
import type { Texts } from "./texts";
import type { Words } from "./words";

export interface ToastAction {
  label: string;
  run: () => void;
}

export interface App {
  link: Link;
  hello: Hello;
  limits: Limits;
  /** The game of this name; a game that the program does not know throws. */
  game(name: string): GameInfo;
  text: Texts;
  language: string;
  /** "", "t=ID", "t=ID&n=NODE", "new=GAME", "setup", "library", "lab", "lab=ID" */
  navigate(place: string): void;
  /** A message that goes away by itself, with an optional button (for undo). */
  toast(message: string | Words, action?: ToastAction): void;
  /** Why a request was rejected. */
  why(error: unknown): Words;
  /** Shows what a rejected request said. Use as .catch(app.failed). */
  failed(error: unknown): void;
  settings: Settings;
  change(settings: Partial<Settings>): void;
}

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("no app here");
  return app;
}

/** The title in the language of the page. */
export function gameTitle(app: App, game: GameInfo): string {
  return app.text.games[game.family]?.title ?? game.title;
}

export function gameSummary(app: App, game: GameInfo): string {
  return app.text.games[game.family]?.summary ?? game.summary;
}

/** With the size, where there are several: "English checkers 10×10". */
export function fullTitle(app: App, game: GameInfo): string {
  const several = app.hello.games.some((other) => other.family === game.family && other !== game);
  return several ? `${gameTitle(app, game)} ${game.size}×${game.size}` : gameTitle(app, game);
}

/** The same by name; a game that the program does not know keeps its name. */
export function titleOf(app: App, name: string): string {
  const game = app.hello.games.find((one) => one.name === name);
  return game ? fullTitle(app, game) : name;
}
