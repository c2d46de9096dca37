// What is bundled into what. Every name is stable: pages refer to it.
import { readFile } from "node:fs/promises";
import { build } from "esbuild";

// KaTeX offers each font in three formats; every browser that can show the site reads the first.
const woff2Only = {
  name: "woff2-only",
  setup({ onLoad }) {
    onLoad({ filter: /katex[^/\\]*\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(/,url\([^)]+\.(woff|ttf)\) format\("[a-z]+"\)/g, ""),
      loader: "css",
    }));
  },
};

const SHARED = {
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none", // licences.txt has them all
  metafile: true,
  logLevel: "warning",
  loader: { ".woff2": "file" },
  assetNames: "fonts/[name]",
  plugins: [woff2Only],
};

/** Write all bundles into a folder; the result says what each was made of. */
export function bundle(out) {
  const shared = { ...SHARED, outdir: out };
  return Promise.all([
    build({ ...shared, entryPoints: { zx: "src/main.ts", math: "src/page/math.ts" }, format: "iife" }),
    build({
      ...shared,
      entryPoints: {
        zx: "styles/main.css",
        math: "styles/math.css",
        chinese: "styles/chinese.css",
        study: "styles/study.css",
        preview: "styles/preview.css",
        module: "styles/module.css",
      },
    }),
    // The study pages and the small part of them that cards need; the blocks of a card that run; the tasks. They share
    // what they have in common: the history, the editor, the way to Python.
    build({
      ...shared,
      entryPoints: {
        study: "src/study/main.ts",
        card: "src/study/card.ts",
        run: "src/run/main.ts",
        practice: "src/practice/main.ts",
      },
      format: "esm",
      splitting: true,
      chunkNames: "parts/[name]-[hash]",
    }),
    // Figures that answer: each fetched when it comes near the screen.
    build({
      ...shared,
      entryPoints: { explore: "src/explore/main.ts" },
      format: "esm",
      splitting: true,
      chunkNames: "explore/[name]-[hash]",
      loader: { ".bin": "file" },
      assetNames: "explore/[name]-[hash]",
    }),
    // What is behind a link, fetched when it is first wanted.
    build({
      ...shared,
      entryPoints: { preview: "src/connect/preview.ts" },
      format: "esm",
      splitting: true,
      chunkNames: "connect/[name]-[hash]",
    }),
    // The worker that holds Python.
    build({ ...shared, entryPoints: { python: "src/run/worker.ts" }, format: "iife", loader: { ".py": "text" } }),
    build({ ...shared, entryPoints: { sw: "src/offline/worker.ts" }, format: "iife" }),
    // Mermaid as modules: a page fetches only the kind of diagram that it draws.
    build({
      ...shared,
      entryPoints: { mermaid: "src/page/mermaid.ts" },
      format: "esm",
      splitting: true,
      chunkNames: "mermaid/[hash]",
    }),
  ]);
}
