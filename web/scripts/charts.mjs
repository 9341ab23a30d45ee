// Draws charts for documents, with the same components as the page.
//
//   node scripts/charts.mjs CHARTS.json FOLDER    charts of `crownhead study`: [{file, title, groups: [{label, bars}]}]
//   node scripts/charts.mjs results.json FOLDER   the results of a run: one chart for each of its games
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const [source, folder] = process.argv.slice(2);
if (!source || !folder) {
  console.error("usage: charts.mjs FILE.json FOLDER");
  process.exit(2);
}

const data = JSON.parse(readFileSync(source, "utf8"));
const vite = await createServer({
  root: fileURLToPath(new URL("..", import.meta.url)),
  configFile: fileURLToPath(new URL("../vite.config.ts", import.meta.url)),
  server: { middlewareMode: true, hmr: false },
  optimizeDeps: { noDiscovery: true, include: [] },
  appType: "custom",
  logLevel: "error",
});
try {
  const { chartFiles } = await vite.ssrLoadModule("/src/charts/standalone.tsx");
  const target = resolve(folder);
  mkdirSync(target, { recursive: true });
  for (const { file, svg } of chartFiles(data)) writeFileSync(join(target, file), svg);
} finally {
  await vite.close();
}
