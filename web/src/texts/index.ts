// All texts of the page. English decides which there are; another language that lacks one does not compile.
import { en } from "./en";
import { nl } from "./nl";
import type { Settings } from "../settings";

/** The shape of `en`: every text may be another one, every function keeps its parameters. */
type Shape<T> = {
  [K in keyof T]: T[K] extends string
    ? T[K]
    : T[K] extends (...given: infer A) => string
      ? (...given: A) => string
      : Shape<T[K]>;
};
export type Texts = Shape<typeof en>;

export type SignName = Texts["help"]["signLines"][number][0];

export const languages = { en: "English", nl: "Nederlands" } as const;
const all: Record<keyof typeof languages, Texts> = { en, nl };

export function languageOf(settings: Settings): keyof typeof languages {
  if (settings.language !== "auto") return settings.language;
  return navigator.language.toLowerCase().startsWith("nl") ? "nl" : "en";
}

export function textsOf(language: keyof typeof languages): Texts {
  return all[language];
}
