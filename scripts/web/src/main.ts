// Runs at the end of <body>, before the theme's own script.
import { offerMermaid } from "./diagrams";
import { lendChineseFont } from "./fonts";
import { startQuizzes } from "./quiz";
import { startSearch } from "./search";

const assets = new URL(".", (document.currentScript as HTMLScriptElement).src).href;

offerMermaid(assets);
lendChineseFont(assets);
startQuizzes(document);
startSearch(assets);

// What the reader ticks and answers is kept; pages without either fetch nothing.
if (document.querySelector(".task-list-item, .quiz")) {
  import(new URL("card.js", assets).href).catch(() => {}); // read from a disk the page works without
}
