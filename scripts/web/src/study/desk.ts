// What every view works with.
import { showHtml } from "./content";
import type { Deck, Item } from "./deck";
import { make } from "./dom";
import { type Deed, stamp } from "./events";
import type { History } from "./history";
import type { Study } from "./replay";
import type { Words } from "./words";

export interface Desk {
  deck: Deck;
  history: History;
  words: Words;
  /** The address of the language's home page. */
  home: string;
}

export type View = (root: HTMLElement, desk: Desk) => void;

export function studyOf(desk: Desk): Study {
  return desk.history.study;
}

/** Put down what happened at one moment. */
export function record(desk: Desk, deeds: readonly Deed[], at = new Date()): void {
  void desk.history.add(stamp(deeds, at));
}

export function show(desk: Desk, html: string, className = ""): HTMLElement {
  return showHtml(html, desk.home, className);
}

export function cardAddress(desk: Desk, item: Item): string {
  return `${new URL(desk.deck.cardOf(item).url, desk.home).href}#${encodeURIComponent(item.anchor)}`;
}

/** Where a question comes from: topic and card. */
export function origin(desk: Desk, item: Item): HTMLElement {
  const card = desk.deck.cardOf(item);
  return make(
    "p",
    { class: "zx-origin" },
    make("span", { class: "zx-kind", "data-kind": item.kind }, desk.words.kind[item.kind]),
    make("span", {}, desk.deck.categoryName(card.category)),
    make("a", { href: cardAddress(desk, item) }, card.title),
  );
}

/** Another page of this section. */
export function studyPage(desk: Desk, name: string): string {
  return new URL(`study/${name}`, desk.home).href;
}
