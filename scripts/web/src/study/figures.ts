// The figures of the study page: what is due, new and learned, deck by deck, and how much is left. The terminal: `figures.py`.
import type { Deck, Item } from "./deck";
import { deckQueue, wish } from "./fresh";
import { allProgress, caseMinutes, isLearned, studied } from "./progress";
import { isAside, isDue } from "./queue";
import type { Study } from "./replay";

export interface Row {
  id: string;
  due: number;
  unseen: number;
  learned: number;
  items: number;
}
export interface Figures {
  due: number;
  fresh: number;
  learned: number;
  items: number;
  /** Minutes to interview-ready: to read, to answer, to write code, to design. */
  reading: number;
  answering: number;
  coding: number;
  design: number;
  read: number;
  cards: number;
  rows: Row[];
}

export function figures(deck: Deck, study: Study, now: Date): Figures {
  const items = studied(deck, study);
  const queue = deckQueue(deck, wish(items), study, now);
  const learned = (some: readonly Item[]): number => some.filter((item) => isLearned(item, study)).length;
  const progress = allProgress(deck, study, now);
  const sum = (of: "reading" | "answering" | "coding"): number => progress.reduce((total, one) => total + one[of], 0);
  return {
    due: queue.learning + queue.reviews,
    fresh: queue.fresh,
    learned: learned(items),
    items: items.length,
    reading: sum("reading"),
    answering: sum("answering"),
    coding: sum("coding"),
    design: caseMinutes(deck.cases, study),
    read: progress.filter((one) => one.isRead).length,
    cards: progress.length,
    rows: deck.categories.map(({ id }) => {
      const own = items.filter((item) => deck.cardOf(item).category === id);
      const isOpen = (item: Item): boolean => isDue(study.memories.get(item.id), now) && !isAside(item, study, now);
      return {
        id,
        due: own.filter(isOpen).length,
        unseen: own.filter((item) => !study.memories.has(item.id)).length,
        learned: learned(own),
        items: own.length,
      };
    }),
  };
}
