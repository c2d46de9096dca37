// What is bundled into what. Every name is stable: pages refer to it.
import { build } from "esbuild";
import { cutFonts } from "./fonts.mjs";

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
};

/** Write the program that draws formulas and diagrams during the build; no part of the site. */
export function tool(out) {
  const options = { ...SHARED, outdir: out, platform: "node", format: "esm", outExtension: { ".js": ".mjs" } };
  return build({
    ...options,
    entryPoints: { render: "render.mjs" },
    splitting: true,
    chunkNames: "program/[name]-[hash]",
  });
}

/** Write all bundles into a folder; the result says what each was made of. */
export async function bundle(out) {
  const shared = { ...SHARED, outdir: out };
  const fonts = await cutFonts();
  const bundles = await Promise.all([
    build({ ...shared, entryPoints: { zx: "src/main.ts" }, format: "iife" }),
    // Formulas that the build could not draw.
    build({ ...shared, entryPoints: { math: "src/page/math.ts" }, format: "esm" }),
    build({
      ...shared,
      entryPoints: {
        zx: "styles/main.css",
        math: "styles/math.css",
        chinese: "styles/chinese.css",
        study: "styles/study.css",
        preview: "styles/preview.css",
        graph: "styles/graph.css",
        palette: "styles/palette.css",
        numbers: "styles/numbers.css",
        module: "styles/module.css",
        sheet: "styles/sheet.css",
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
        lightbox: "src/page/lightbox.ts",
        graph: "src/connect/graph.ts",
        before: "src/connect/before.ts",
        palette: "src/connect/palette.ts",
      },
      format: "esm",
      splitting: true,
      chunkNames: "parts/[name]-[hash]",
    }),
    // The other language beside the page, fetched when it is asked for.
    build({ ...shared, entryPoints: { twins: "src/page/twins.ts" }, format: "esm" }),
    // Where a number comes from, fetched when the pointer first rests on one.
    build({ ...shared, entryPoints: { numbers: "src/page/numbers.ts" }, format: "esm" }),
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
    build({ ...shared, entryPoints: { offline: "src/offline/dialog.ts" }, format: "esm" }),
    // Mermaid as modules: a page fetches only the kind of diagram that it draws.
    build({
      ...shared,
      entryPoints: { mermaid: "src/page/mermaid.ts" },
      format: "esm",
      splitting: true,
      chunkNames: "mermaid/[hash]",
    }),
  ]);
  return [fonts, ...bundles];
}
