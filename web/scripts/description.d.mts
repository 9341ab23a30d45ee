type Codes = Record<string, string[]>;
type Sentences = Record<string, Record<string, string>>;
export const languages: string[];
export function readDescription(): { messages: Codes } & Record<string, unknown>;
export function readSentences(): Sentences;
export function parseSentences(source: string, name: string): Record<string, string>;
export function problemsOf(codes: Codes, sentences: Sentences): string[];
export function protocolText(description: Record<string, unknown>): string;
export interface ParsedStep {
  name: string;
  fen: string;
  moves: string[];
  reply: string;
  only: boolean;
}
export function parseCourse(source: string, name: string): { game: string; steps: ParsedStep[] };
