// All texts of the page. English decides which there are; another language that lacks one does not compile.
import { languages, packOf, type Language } from "../languages";
import type { Settings } from "../settings";
import type { en } from "./en";

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

/** The first language of the browser that the page has. */
export function languageFor(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const [language = ""] = one.toLowerCase().split("-");
    if (language in languages) return language as Language;
  }
  return "en";
}

export function languageOf(settings: Settings): Language {
  return settings.language === "auto" ? languageFor(navigator.languages) : settings.language;
}

/** The language must have been loaded: load.ts, or all.ts for all of them. */
export function textsOf(language: Language): Texts {
  return packOf(language).texts;
}
