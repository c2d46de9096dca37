// Makes the blocks of a card run in the page. Fetches nothing but this script until someone presses a button.
import { Bar, type Desk } from "./bar";
import { offerBreaks } from "./break";
import { readCells } from "./cells";
import { Python } from "./client";
import { Library } from "./modules";
import { words } from "./words";

const assets = new URL(".", import.meta.url).href;
const card = readCells(document);

if (card) {
  const base = new URL("../py/", assets).href;
  const desk: Desk = {
    card,
    python: new Python(new URL("python.js", assets).href, base),
    library: new Library(base, card.package),
    words: words(),
    editor: () => import("./editor"),
  };
  for (const cell of card.cells) {
    new Bar(desk, cell);
    offerBreaks(desk, cell);
  }
}
