// The languages of the page, and the words of those that have been loaded: texts of the page and sentences of the program.
import type { Code } from "./protocol.gen";
import type { Texts } from "./texts";

export type Language = "en" | "nl" | "de";

export const languages: Record<Language, string> = { en: "English", nl: "Nederlands", de: "Deutsch" };

export interface Pack {
  texts: Texts;
  /** What the program says, by code. */
  sentences: Record<Code, string>;
}

const packs: Partial<Record<Language, Pack>> = {};

export function keepPack(language: Language, pack: Pack): void {
  packs[language] = pack;
}

export function hasPack(language: Language): boolean {
  return language in packs;
}

/** The words of a language that has been loaded. */
export function packOf(language: Language): Pack {
  const pack = packs[language];
  if (!pack) throw new Error(`the language ${language} is not loaded`);
  return pack;
}
