// Runs once the page is parsed; where the theme brings its own script, before that one.

import { keepReading } from "./connect/reading";
import { offerPalette, offerPreviews } from "./connect/start";
import { keepPages } from "./offline/start";
import { offerBeside } from "./page/beside";
import { offerDepths } from "./page/depths";
import { startDiagrams } from "./page/diagrams";
import { startFigures } from "./page/figures";
import { lendChineseFont } from "./page/fonts";
import { startFormulas } from "./page/formulas";
import { whenNear } from "./page/near";
import { offerNumbers } from "./page/numbers_start";
import { keepPlace } from "./page/place";
import { startPrint } from "./page/print";
import { startQuizzes } from "./page/quiz";
import { startScrollers } from "./page/scrollers";
import { ahead } from "./run/ahead";
import { startSearch } from "./search/dialog";
import { startTheme } from "./theme/start";

const assets = new URL(".", (document.currentScript as HTMLScriptElement).src).href;

startTheme();
startDiagrams(assets);
lendChineseFont(assets);
startFormulas(assets);
startQuizzes(document);
startFigures(assets, document);
startPrint();
offerDepths();
startSearch(assets);
keepPlace();
offerBeside(assets);
offerNumbers(assets);
offerPreviews(assets);
offerPalette(assets);
// Each in a task of its own: a phone answers the reader in between.
for (const start of [() => startScrollers(document), () => keepReading(assets), () => keepPages(assets, wantedLater)]) {
  setTimeout(start);
}

/** What parts of this page will ask for when they are near, opened or pressed. */
function wantedLater(): string[] {
  const graph = document.querySelector<HTMLMetaElement>("meta[name=zx-graph]")?.content ?? "all";
  const wanted = {
    ".zx-explore": ["explore.js"],
    ".zx-near": ["graph.js", "graph.css", `graph/${graph}.json`, `graph/${graph}.items.json`],
    ".zx-before": ["before.js", `graph/${graph}.json`],
  };
  const places = Object.entries(wanted).filter(([place]) => document.querySelector(place));
  return [...ahead(document), ...places.flatMap(([, names]) => names)];
}

const fetchScript = (name: string) => () => {
  import(new URL(name, assets).href).catch(() => {}); // read from a disk the page works without
};

whenNear(".zx-tested[data-block]", fetchScript("run.js")); // blocks that can be run
whenNear(".zx-explore", fetchScript("explore.js")); // figures that answer

// What the reader ticks and answers is kept; pages without either fetch nothing.
if (document.querySelector(".task-list-item, .quiz")) fetchScript("card.js")();

// The graph, once it is opened; what to read first, once it is asked.
if (document.querySelector("[data-graph]")) onFirst("details.zx-near", "[data-graph]:not(.zx-near *)", "graph.js");
if (document.querySelector("[data-before], .zx-before")) onFirst("details.zx-before", "[data-before]", "before.js");

/** Fetch a script at once where the page has its place, else when a fold of its own is first opened. */
function onFirst(fold: string, place: string, script: string): void {
  const load = fetchScript(script);
  if (document.querySelector(place)) load();
  else document.querySelector(fold)?.addEventListener("toggle", load, { once: true });
}
