// Which new items come next, and what there is beyond the day's limits. The terminal: `fresh.py`.
import type { Deck, Item } from "./deck";
import { outlook } from "./planned";
import { doneToday, isAside, makeQueue, type Queue } from "./queue";
import type { Study } from "./replay";
import { State } from "./schedule";

/** What the learner wants asked: a part of the deck, without the day's limits where it is one card, and some more items. */
export interface Wish {
  items: readonly Item[];
  isFree: boolean;
  /** Ids of items that were asked for beyond the limits, and when: each counts until it was answered. */
  more: readonly string[];
  moreAt: string;
}

export function wish(items: readonly Item[], isFree = false): Wish {
  return { items, isFree, more: [], moreAt: "" };
}

/** Cards of which something was answered or ticked. */
function begun(deck: Deck, study: Study): Set<string> {
  const cards = deck.items.filter((item) => study.memories.has(item.id)).map(({ card }) => card);
  const ticked = [...study.ticks.keys()].map((key) => key.slice(0, key.lastIndexOf("#")));
  return new Set([...cards, ...ticked]);
}

/** New items: those that the plan has for today; then those of cards that were begun; then along the path. And how many today. */
function inOrder(deck: Deck, items: readonly Item[], study: Study, now: Date): { fresh: Item[]; count: number } {
  const unseen = items.filter((item) => !study.memories.has(item.id) && !isAside(item, study, now));
  const ahead = outlook(deck, study, now);
  const today =
    ahead && ahead.days >= 0 ? new Map((ahead.plan.days[0]?.fresh ?? []).map((id, place) => [id, place])) : undefined;
  const known = begun(deck, study);
  const rank = (item: Item): number => today?.get(item.id) ?? (today?.size ?? 0) + (known.has(item.card) ? 0 : 1);
  const fresh = unseen.map((item) => ({ item, rank: rank(item) })).sort((a, b) => a.rank - b.rank);
  const count = today
    ? unseen.filter((item) => today.has(item.id)).length
    : Math.max(0, study.settings.new_per_day - doneToday(study, now).fresh);
  return { fresh: fresh.map(({ item }) => item), count };
}

/** What is asked now. */
export function deckQueue(deck: Deck, wanted: Wish, study: Study, now: Date): Queue {
  const { fresh, count } = inOrder(deck, wanted.items, study, now);
  const more = new Set(wanted.more);
  const isOpen = (item: Item): boolean => {
    const memory = study.memories.get(item.id);
    return memory?.state === State.Review && (memory.last_review?.toISOString() ?? "") < wanted.moreAt;
  };
  const asked = fresh.filter((item, place) => wanted.isFree || place < count || more.has(item.id));
  const again = wanted.items.filter((item) => more.has(item.id) && isOpen(item) && !isAside(item, study, now));
  return makeQueue(wanted.items, study, now, asked, again);
}

/** Ids of so many items beyond what is asked now: new ones first, then those that would come back soonest. */
export function moreItems(deck: Deck, wanted: Wish, study: Study, now: Date, count: number): string[] {
  const asked = new Set(deckQueue(deck, wanted, study, now).items.map(({ id }) => id));
  const due = (item: Item): number => study.memories.get(item.id)!.due.getTime();
  const known = wanted.items
    .filter((item) => study.memories.get(item.id)?.state === State.Review && !isAside(item, study, now))
    .sort((a, b) => due(a) - due(b));
  const all = [...inOrder(deck, wanted.items, study, now).fresh, ...known];
  return all
    .filter(({ id }) => !asked.has(id))
    .slice(0, count)
    .map(({ id }) => id);
}
