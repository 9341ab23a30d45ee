// Prints how much a browser fetches until the first screen stands, by gzip, and fails when it is more than `most`.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const most = 120_000; // bytes
const dist = new URL("../dist/", import.meta.url);
const file = (name) => readFileSync(fileURLToPath(new URL(name, dist)));
const manifest = JSON.parse(file("manifest.json"));

/** The files of a part of the page and of everything that it cannot do without. */
function filesOf(part, files = new Set()) {
  const { file: script, css = [], imports = [] } = manifest[part];
  if (files.has(script)) return files;
  for (const one of [script, ...css]) files.add(one);
  for (const one of imports) filesOf(one, files);
  return files;
}

const files = filesOf("index.html");
const language = (name) => [...filesOf(`src/texts/pack_${name}.ts`)].filter((one) => !files.has(one));
const size = (names) => names.reduce((sum, name) => sum + gzipSync(file(name), { level: 9 }).length, 0);
const languages = Math.max(...["en", "nl", "de"].map((name) => size(language(name))));
const first = size(["index.html", ...files]) + languages;
const all = Object.values(manifest).flatMap(({ file: script, css = [] }) => [script, ...css]);
console.log(
  `the first load is ${(first / 1000).toFixed(1)} KB compressed, of at most ${most / 1000}; ` +
    `all ${new Set(all).size + 1} files are ${(size(["index.html", ...new Set(all)]) / 1000).toFixed(1)} KB`,
);
if (first > most) process.exit(1);
