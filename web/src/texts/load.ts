// A language is fetched when it is first shown.
import { hasPack, keepPack, type Language, type Pack } from "../languages";

const fetched: Record<Language, () => Promise<{ pack: Pack }>> = {
  en: () => import("./pack_en"),
  nl: () => import("./pack_nl"),
  de: () => import("./pack_de"),
};

/** Rejects when it cannot be fetched. */
export async function loadLanguage(language: Language): Promise<void> {
  if (!hasPack(language)) keepPack(language, (await fetched[language]()).pack);
}
