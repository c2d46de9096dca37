// Events, decks and random numbers for tests.
import { type Card, Deck, type Item } from "./deck";
import type { Deed, StudyEvent } from "./events";

/** Numbers from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let counter = 0;

/** A valid id, larger than the one before. */
export function nextId(): string {
  counter++;
  return `00000000-0000-4000-8000-${String(counter).padStart(12, "0")}`;
}

/** An event at a local time: "2026-11-16 09:30". */
export function at(time: string, deed: Deed): StudyEvent {
  return { id: nextId(), at: new Date(time.replace(" ", "T")).toISOString(), ...deed } as StudyEvent;
}

export function answer(time: string, item: string, grade: 1 | 2 | 3 | 4): StudyEvent {
  return at(time, { type: "review", item, grade, source: "review" });
}

export function local(time: string): Date {
  return new Date(time.replace(" ", "T"));
}

export function card(key: string, more: Partial<Card> = {}): Card {
  const category = key.split("/")[0]!;
  return {
    key,
    title: key,
    url: `${key}/`,
    category,
    difficulty: 3,
    minutes: 30,
    prerequisites: [],
    tasks: 0,
    must: false,
    roles: [],
    first: 0,
    ...more,
  };
}

export function item(id: string, of: string, kind: Item["kind"] = "question"): Item {
  return { id, kind, card: of, anchor: id, prompt: "", answer: "", roles: [], level: "middle", often: 1 };
}

export function deck(cards: Card[], items: Item[]): Deck {
  const categories = [...new Set(cards.map((one) => one.category))].map((id) => ({ id, name: id }));
  return new Deck({ format: "zhixing-deck", version: 1, language: "en", categories, cards, items });
}
