// Builds one file, dist/index.html, with script and style inside it: the program serves nothing else.
import { defineConfig, type Plugin } from "vite";

function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("there is no index.html");
      let html = String(page.source);
      let style = "";
      let script = "";
      for (const [name, part] of Object.entries(bundle)) {
        if (part === page) continue;
        if (part.type === "chunk") script += part.code;
        else if (name.endsWith(".css")) style += String(part.source);
        else throw new Error(`${name} cannot be put into the page`);
        delete bundle[name];
      }
      html = html.replace(/\s*<(script|link)\b[^>]*(src|href)="\/?assets\/[^>]*>(<\/script>)?/g, "");
      // The HTML reader must not see the end of the script inside it.
      script = script
        .trim()
        .replace(/<\/(script)/gi, "<\\/$1")
        .replace(/<!--/g, "<\\!--");
      html = html.replace("</head>", () => `<style>${style.trim()}</style>\n</head>`);
      html = html.replace("</body>", () => `<script type="module">${script}</script>\n</body>`);
      page.source = html;
    },
  };
}

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    target: "es2021",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1 << 20,
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
  server: { proxy: { "/ws": { target: "ws://127.0.0.1:8080", ws: true } } },
  plugins: [oneFile()],
});
