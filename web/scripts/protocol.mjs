// Makes src/protocol.gen.ts, src/messages_LANGUAGE.gen.ts and src/lessons.gen.ts. Fails where a code lacks a sentence or a sentence has a parameter
// that its code does not have. `npm run generate`; building, testing and linting do it first.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  coursesText,
  problemsOf,
  protocolText,
  readCourses,
  readDescription,
  readSentences,
  sentencesText,
} from "./description.mjs";

const description = readDescription();
const sentences = readSentences();
const problems = problemsOf(description.messages, sentences);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}

for (const [name, content] of [
  ["protocol.gen.ts", protocolText(description)],
  ["lessons.gen.ts", coursesText(readCourses())],
  ...Object.entries(sentences).map(([language, of]) => [`messages_${language}.gen.ts`, sentencesText(of)]),
]) {
  const path = fileURLToPath(new URL(`../src/${name}`, import.meta.url));
  if (!existsSync(path) || readFileSync(path, "utf8") !== content) writeFileSync(path, content);
}
