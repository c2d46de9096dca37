// Bundles src/ and styles/ into the folder given as the argument. Every name is stable: pages refer to it.
import { readFile } from "node:fs/promises";
import { build } from "esbuild";

const out = process.argv[2];
if (!out) throw new Error("usage: node build.mjs <out folder>");

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

const shared = {
  bundle: true,
  minify: true,
  outdir: out,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  loader: { ".woff2": "file" },
  assetNames: "fonts/[name]",
  plugins: [woff2Only],
};

await Promise.all([
  build({ ...shared, entryPoints: { zx: "src/main.ts", math: "src/math.ts" }, format: "iife" }),
  build({
    ...shared,
    entryPoints: {
      zx: "styles/main.css",
      math: "styles/math.css",
      chinese: "styles/chinese.css",
      study: "styles/study.css",
    },
  }),
  // The study pages, and the small part of them that cards need.
  build({
    ...shared,
    entryPoints: { study: "src/study/main.ts", card: "src/study/card.ts" },
    format: "esm",
    splitting: true,
    chunkNames: "study/[hash]",
  }),
  // Mermaid as modules: a page fetches only the kind of diagram that it draws.
  build({
    ...shared,
    entryPoints: { mermaid: "src/mermaid.ts" },
    format: "esm",
    splitting: true,
    chunkNames: "mermaid/[hash]",
  }),
]);
