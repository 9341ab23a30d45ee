// Reads the description of the protocol and the sentences of its message codes, checks that they fit together, and writes
// both as TypeScript.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const languages = ["en", "nl", "de"];

const root = new URL("../../", import.meta.url);
const text = (path) => readFileSync(fileURLToPath(new URL(path, root)), "utf8");

export function readDescription() {
  return JSON.parse(text("apps/server/protocol.json"));
}

/** code → sentence of one language. */
export function parseSentences(source, name) {
  const sentences = {};
  source.split("\n").forEach((line, index) => {
    if (line.trim() === "" || line.startsWith("#")) return;
    const sign = line.indexOf(" = ");
    const code = line.slice(0, sign);
    const where = `${name}:${index + 1}`;
    if (sign < 0 || !/^[a-z]+(\.[a-z0-9-]+)+$/.test(code)) throw new Error(`${where}: expected \`code = sentence\``);
    if (code in sentences) throw new Error(`${where}: ${code} is there twice`);
    sentences[code] = line.slice(sign + 3);
  });
  return sentences;
}

/** language → code → sentence. */
export function readSentences() {
  return Object.fromEntries(
    languages.map((language) => [
      language,
      parseSentences(text(`data/messages/${language}.txt`), `data/messages/${language}.txt`),
    ]),
  );
}

const claims = ["all", "some", "forced", "crowns", "wins"];

/** The course of one file of data/lessons (README.md there). */
export function parseCourse(source, name) {
  const course = { game: "", steps: [] };
  source.split("\n").forEach((line, index) => {
    if (line === "" || line.startsWith("#")) return;
    const space = line.indexOf(" ");
    const [key, rest] = [line.slice(0, space), line.slice(space + 1)];
    const step = course.steps[course.steps.length - 1];
    const known =
      space > 0 && (key === "game" || key === "step" || (step && ["fen", "moves", "reply", "claims"].includes(key)));
    if (!known) throw new Error(`${name}:${index + 1}: expected game, step, fen, moves, reply or claims`);
    if (key === "game") course.game = rest;
    else if (key === "step") course.steps.push({ name: rest, fen: "", moves: [], reply: "", only: false });
    else if (key === "moves") step.moves = rest.split(" ");
    else if (key === "claims") {
      const wrong = rest.split(" ").find((one) => !claims.includes(one));
      if (wrong) throw new Error(`${name}:${index + 1}: there is no claim ${wrong}`);
      step.only = !rest.split(" ").includes("some");
    } else step[key] = rest;
  });
  for (const step of course.steps)
    if (!step.fen || step.moves.length === 0)
      throw new Error(`${name}: the step ${step.name} has no position or no moves`);
  if (!course.game || course.steps.length === 0) throw new Error(`${name}: no game or no steps`);
  return course;
}

/** All courses, by the names of their files. */
export function readCourses() {
  const folder = fileURLToPath(new URL("data/lessons/", root));
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => parseCourse(text(`data/lessons/${name}`), `data/lessons/${name}`));
}

export function coursesText(courses) {
  const names = [...new Set(courses.flatMap(({ steps }) => steps.map(({ name }) => name)))].sort();
  return [
    "// Made from data/lessons by scripts/protocol.mjs; do not edit.",
    `export type StepName = ${names.map((name) => JSON.stringify(name)).join(" | ")};`,
    "/** `moves`: those that are right, by the numbers of their squares; `only`: there are no others. */",
    "export interface Step { name: StepName; fen: string; moves: string[]; reply: string; only: boolean }",
    "export interface Course { game: string; steps: Step[] }",
    `export const courses: readonly Course[] = ${JSON.stringify(courses, null, 1)};`,
    "",
  ].join("\n");
}

/** What is wrong with the sentences: missing ones, unknown codes, parameters that a code does not have. */
export function problemsOf(codes, sentences) {
  const problems = [];
  for (const [language, of] of Object.entries(sentences)) {
    for (const code of Object.keys(codes)) if (!(code in of)) problems.push(`${language}: ${code} has no sentence`);
    for (const [code, sentence] of Object.entries(of)) {
      if (!(code in codes)) problems.push(`${language}: ${code} is not a code of the protocol`);
      for (const [, name] of sentence.matchAll(/\{(\w+)[^{}]*\}/g))
        if (code in codes && !codes[code].includes(name))
          problems.push(`${language}: ${code} has no parameter ${name}`);
      if (!/^([^{}]|\{\w+([:?][^{}]*)?\})*$/.test(sentence)) problems.push(`${language}: ${code}: ${sentence}`);
    }
  }
  return problems;
}

const plain = new Set(["string", "number", "boolean", "null", "integer", "Code", "Params"]);

/** A type of the description as TypeScript. */
export function typeText(type, known) {
  if (typeof type === "string") {
    const names = type.replace(/'[^']*'/g, "").match(/\w+/g) ?? [];
    for (const name of names)
      if (!plain.has(name) && !known.has(name)) throw new Error(`protocol.json: there is no type ${name}`);
    return type.replace(/'([^']*)'|\binteger\b/g, (_, literal) => (literal === undefined ? "number" : `"${literal}"`));
  }
  if (type.$tuple) return `[${type.$tuple.map((one) => typeText(one, known)).join(", ")}]`;
  if (type.$all) return type.$all.map((one) => typeText(one, known)).join(" & ");
  if (type.$partial) return `Partial<${typeText(type.$partial, known)}>`;
  const fields = Object.entries(type).map(([name, of]) => {
    const optional = name.endsWith("?");
    return `${JSON.stringify(optional ? name.slice(0, -1) : name)}${optional ? "?" : ""}: ${typeText(of, known)}`;
  });
  return fields.length === 0 ? "Record<string, never>" : `{ ${fields.join("; ")} }`;
}

export function protocolText(description) {
  const known = new Set(Object.keys(description.types));
  const lines = [
    "// Made from apps/server/protocol.json by scripts/protocol.mjs; do not edit.",
    `export const protocolVersion = ${description.version};`,
    `export const subprotocol = ${JSON.stringify(description.subprotocol)};`,
    "",
    `export type Code = ${Object.keys(description.messages)
      .map((code) => JSON.stringify(code))
      .join(" | ")};`,
    "export type Params = Record<string, string | number>;",
  ];
  for (const [name, type] of Object.entries(description.types))
    lines.push(`export type ${name} = ${typeText(type, known)};`);
  lines.push("", "/** What each request takes and what it is answered by. */", "export interface Requests {");
  for (const [name, { fields, answer }] of Object.entries(description.requests))
    lines.push(
      `  ${JSON.stringify(name)}: { fields: ${typeText(fields, known)}; answer: ${typeText(answer, known)} };`,
    );
  lines.push("}", "", "export interface Events {");
  for (const [name, fields] of Object.entries(description.events))
    lines.push(`  ${JSON.stringify(name)}: { event: ${JSON.stringify(name)} } & ${typeText(fields, known)};`);
  lines.push("}", "");
  return lines.join("\n");
}

/** Of one language: code → sentence. */
export function sentencesText(sentences) {
  return [
    "// Made from data/messages by scripts/protocol.mjs; do not edit.",
    'import type { Code } from "./protocol.gen";',
    "",
    `export const sentences: Record<Code, string> = ${JSON.stringify(sentences, null, 1)};`,
    "",
  ].join("\n");
}
