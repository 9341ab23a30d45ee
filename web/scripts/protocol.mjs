// Makes src/protocol.gen.ts, src/messages_LANGUAGE.gen.ts and src/lessons.gen.ts. Fails where a code lacks a sentence or a sentence has a parameter
// that its code does not have. `npm run generate`; building, testing and linting do it first.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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

const folder = fileURLToPath(new URL("../src/", import.meta.url));
const files = new Map([
  ["protocol.gen.ts", protocolText(description)],
  ["lessons.gen.ts", coursesText(readCourses())],
  ...Object.entries(sentences).map(([language, of]) => [`messages_${language}.gen.ts`, sentencesText(of)]),
]);
for (const [name, content] of files) {
  const path = join(folder, name);
  if (!existsSync(path) || readFileSync(path, "utf8") !== content) writeFileSync(path, content);
}
// What an older version has made would still be compiled.
for (const name of readdirSync(folder)) if (name.endsWith(".gen.ts") && !files.has(name)) rmSync(join(folder, name));
