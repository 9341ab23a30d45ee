// What is said to the user when something fails.
import { RequestError } from "./link";
import { messageSentence, type Language, type Naming } from "./messages";
import type { Texts } from "./texts";

export interface Words {
  text: string;
  /** It is about the connection, and no longer true when that is back. */
  connection?: boolean;
}

/** Why something failed. */
export function errorWords(texts: Texts, language: Language, error: unknown, naming?: Naming): Words {
  if (!(error instanceof RequestError)) return { text: error instanceof Error ? error.message : String(error) };
  if (error.code === "lost" || error.code === "down") return { text: texts.app.errors[error.code], connection: true };
  return { text: error.said ? messageSentence(language, error.said, naming) : error.code };
}
