// Runs at the end of <body>, before the theme's own script.

import { offerPreviews } from "./connect/start";
import { keepPages } from "./offline/start";
import { startDiagrams } from "./page/diagrams";
import { startFigures } from "./page/figures";
import { lendChineseFont } from "./page/fonts";
import { startFormulas } from "./page/formulas";
import { keepPlace } from "./page/place";
import { startQuizzes } from "./page/quiz";
import { startScrollers } from "./page/scrollers";
import { startSearch } from "./search/dialog";

const assets = new URL(".", (document.currentScript as HTMLScriptElement).src).href;

startDiagrams(assets);
lendChineseFont(assets);
startFormulas(assets);
startQuizzes(document);
startScrollers(document);
startFigures(assets, document);
startSearch(assets);
keepPages(assets);
keepPlace();
offerPreviews(assets);

// Blocks that can be run.
if (document.querySelector(".zx-tested[data-block]")) {
  import(new URL("run.js", assets).href).catch(() => {});
}

// Figures that answer.
if (document.querySelector(".zx-explore")) {
  import(new URL("explore.js", assets).href).catch(() => {});
}

// What the reader ticks and answers is kept; pages without either fetch nothing.
if (document.querySelector(".task-list-item, .quiz")) {
  import(new URL("card.js", assets).href).catch(() => {}); // read from a disk the page works without
}
