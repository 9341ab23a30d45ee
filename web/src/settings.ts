// What the user has chosen for this browser: looks, language, sound. Remembered in localStorage.
import type { Language } from "./messages";

export interface Settings {
  scheme: "auto" | "light" | "dark";
  palette: "standard" | "safe" | "contrast";
  language: "auto" | Language;
  numbers: boolean;
  /** Exact values after the end of a game and in reviews. */
  exact: boolean;
  sound: boolean;
  /** Opponents say a word at the start and at the end of a game. */
  speech: boolean;
  motion: boolean;
  /** Single characters that do something wherever the focus is. */
  shortcuts: boolean;
}

export const defaultSettings: Settings = {
  scheme: "auto",
  palette: "standard",
  language: "auto",
  numbers: true,
  exact: true,
  sound: true,
  speech: true,
  motion: true,
  shortcuts: true,
};

const key = "crownhead.settings";

export function readSettings(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Settings>;
    if (!["standard", "safe", "contrast"].includes(kept.palette ?? "")) delete kept.palette;
    return { ...defaultSettings, ...kept };
  } catch {
    return defaultSettings;
  }
}

export function writeSettings(settings: Settings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // A browser without storage forgets; nothing else is lost.
  }
}

const prefersDark = () => matchMedia("(prefers-color-scheme: dark)");

export function showLooks(settings: Settings): void {
  const dark = settings.scheme === "dark" || (settings.scheme === "auto" && prefersDark().matches);
  document.documentElement.dataset["scheme"] = dark ? "dark" : "light";
  document.documentElement.dataset["palette"] = settings.palette;
}

/** Calls back when the system changes between light and dark. */
export function onSystemScheme(changed: () => void): () => void {
  const query = prefersDark();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Whether pieces glide: the user's choice, unless the system asks for less motion. */
export function glides(settings: Settings): boolean {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
