// Builds the page, dist/index.html with scripts and styles in dist/assets, named by what is in them; and (mode report)
// dist/report.html, one file with script and style inside, into which the program puts the results of a run.
import { createHash } from "node:crypto";
import { defineConfig } from "vitest/config";
import type { Plugin } from "vite";

const sha = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function oneFile(name: string): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle[name];
      if (page?.type !== "asset") throw new Error(`there is no ${name}`);
      let html = String(page.source);
      let style = "";
      let script = "";
      for (const [file, part] of Object.entries(bundle)) {
        if (part === page) continue;
        if (part.type === "chunk") script += part.code;
        else if (file.endsWith(".css")) style += String(part.source);
        else throw new Error(`${file} cannot be put into the page`);
        delete bundle[file];
      }
      html = html.replace(/\s*<(script|link)\b[^>]*(src|href)="[./]*assets\/[^>]*>(<\/script>)?/g, "");
      style = style.trim();
      // The HTML reader must not see the end of the script inside it.
      script = script
        .trim()
        .replace(/<\/(script)/gi, "<\\/$1")
        .replace(/<!--/g, "<\\!--");
      // A file that people pass on carries its own policy; that of the page is sent by the program.
      const policy = `default-src 'none'; script-src ${sha(script)}; style-src ${sha(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
      const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">\n`;
      html = html.replace(/(<meta charset="[^>]*>)/, (charset) => `${charset}\n${meta}`);
      html = html.replace("</head>", () => `<style>${style}</style>\n</head>`);
      html = html.replace("</body>", () => `<script type="module">${script}</script>\n</body>`);
      page.source = html;
    },
  };
}

export default defineConfig(({ mode }) => {
  const report = mode === "report";
  return {
    base: "./", // the page works in any folder
    esbuild: { jsx: "automatic", jsxImportSource: "preact" },
    build: {
      target: "es2021",
      modulePreload: report ? false : { polyfill: false },
      cssCodeSplit: !report,
      emptyOutDir: !report,
      assetsInlineLimit: report ? 1 << 20 : 0,
      manifest: report ? false : "manifest.json", // for scripts/size.mjs
      rollupOptions: {
        input: report ? "report.html" : "index.html",
        ...(report && { output: { inlineDynamicImports: true } }),
      },
    },
    server: { proxy: { "/ws": { target: "ws://127.0.0.1:8080", ws: true } } },
    plugins: report ? [oneFile("report.html")] : [],
    test: { setupFiles: "test/setup.ts" },
  };
});
