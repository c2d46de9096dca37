// How far the learner has come on each card, what to read next, and how much is left.

import { dayNumber, mondayOf, weekNumber } from "./day";
import type { Card, Case, Deck, Item, Module } from "./deck";
import { taskItem } from "./due_tasks";
import { isDue } from "./queue";
import type { Study } from "./replay";
import { State } from "./schedule";

/** A question counts as learned when nine of ten such questions would still be known after this many days. */
export const LEARNED_DAYS = 7;
export const ANSWER_MINUTES = 1;
/** Answers that an item usually takes until it is learned. */
export const ANSWERS_NEW = 4;
export const ANSWERS_BEGUN = 2;

export interface CardProgress {
  card: Card;
  ticked: number;
  items: number;
  learned: number;
  due: number;
  missed: number;
  /** Minutes that are left: to read, to answer, to write code, and all three. */
  reading: number;
  answering: number;
  coding: number;
  minutesLeft: number;
  isRead: boolean;
}

export function isLearned(item: Item, study: Study): boolean {
  const memory = study.memories.get(item.id);
  return memory?.state === State.Review && memory.stability >= LEARNED_DAYS;
}

function answersLeft(item: Item, study: Study, now: Date): number {
  const memory = study.memories.get(item.id);
  if (!memory) return ANSWERS_NEW;
  return isLearned(item, study) ? Number(isDue(memory, now)) : ANSWERS_BEGUN;
}

/** How many tasks of a card or a module are ticked. */
export function ticked({ key, tasks }: Pick<Card, "key" | "tasks">, study: Study): number {
  let count = 0;
  for (let task = 1; task <= tasks; task++) count += Number(study.ticks.has(`${key}#${task}`));
  return count;
}

function progressOf(card: Card, items: readonly Item[], coding: number, study: Study, now: Date): CardProgress {
  const done = ticked(card, study);
  const isAsked = items.length > 0 && items.every((item) => study.memories.has(item.id));
  const isRead = isAsked || (card.tasks > 0 && done === card.tasks);
  const [left, parts] = card.tasks > 0 ? [card.tasks - done, card.tasks] : [1, 1];
  const reading = isRead ? 0 : Math.ceil((card.minutes * left) / parts);
  const answering = ANSWER_MINUTES * items.reduce((sum, item) => sum + answersLeft(item, study, now), 0);
  return {
    card,
    ticked: done,
    items: items.length,
    learned: items.filter((item) => isLearned(item, study)).length,
    due: items.filter((item) => isDue(study.memories.get(item.id), now)).length,
    missed: items.filter((item) => study.lastGrades.get(item.id) === 1).length,
    reading,
    answering,
    coding,
    minutesLeft: reading + answering + coding,
    isRead,
  };
}

/** The items of the kinds that are switched on; suspended ones do not count. */
export function studied(deck: Deck, study: Study): Item[] {
  return deck.select(study.settings.kinds).filter((item) => !study.suspended.has(item.id));
}

/** Every card, in the order of the deck. */
export function allProgress(deck: Deck, study: Study, now: Date): CardProgress[] {
  const perCard = new Map(deck.cards.map((card) => [card.key, { items: [] as Item[], coding: 0 }]));
  for (const item of studied(deck, study)) perCard.get(item.card)!.items.push(item);
  for (const { id, card, minutes } of deck.tasks) {
    const own = perCard.get(card);
    if (own && !study.memories.has(taskItem(id))) own.coding += minutes;
  }
  return deck.cards.map((card) => {
    const { items, coding } = perCard.get(card.key)!;
    return progressOf(card, items, coding, study, now);
  });
}

/** Minutes of the tasks of system design that were never gone through. */
export function caseMinutes(cases: readonly Case[], study: Study): number {
  return cases.reduce((sum, { id, minutes }) => sum + (study.memories.has(id) ? 0 : minutes), 0);
}

/** A part of the path: a module with its cards, or what is left of a category. */
interface Stretch {
  name: string;
  module: Module | undefined;
  cards: CardProgress[];
}

/** The modules in their order, each card in the first that names it; then the other cards by category. */
export function stretches(deck: Deck, progress: readonly CardProgress[]): Stretch[] {
  const left = new Map(progress.map((one) => [one.card.key, one]));
  const take = (keys: readonly string[]): CardProgress[] =>
    keys.flatMap((key) => {
      const one = left.get(key);
      left.delete(key);
      return one ?? [];
    });
  const modules = deck.modules.map((module) => ({ name: module.title, module, cards: take(module.cards) }));
  const others = deck.categories.map(({ id, name }) => {
    const keys = [...left.values()].filter(({ card }) => card.category === id).map(({ card }) => card.key);
    return { name, module: undefined, cards: take(keys) };
  });
  return [...modules, ...others.filter(({ cards }) => cards.length > 0)];
}

type Reason = "again" | "next";

/** A card that is being forgotten first; else the first unread one whose prerequisites are read. */
export function nextCard(progress: readonly CardProgress[]): { of: CardProgress; reason: Reason } | undefined {
  const forgotten = progress.filter((one) => one.missed >= 2).sort((a, b) => b.missed - a.missed || b.due - a.due)[0];
  if (forgotten) return { of: forgotten, reason: "again" };
  const read = new Set(progress.filter((one) => one.isRead).map((one) => one.card.key));
  const known = new Set(progress.map((one) => one.card.key));
  const unread = progress.filter((one) => !one.isRead);
  const ready = unread.find(({ card }) => card.prerequisites.every((key) => read.has(key) || !known.has(key)));
  const of = ready ?? unread[0];
  return of && { of, reason: "next" };
}

/** Weeks in a row with something done. The present week counts once it has a day, and breaks nothing before it is over. */
export function weeksInARow(days: ReadonlySet<number>, now: Date): number {
  const weeks = new Set([...days].map(weekNumber));
  let week = weekNumber(dayNumber(now));
  if (!weeks.has(week)) week--;
  let count = 0;
  while (weeks.has(week)) {
    count++;
    week--;
  }
  return count;
}

/** The days of the present week, from Monday. */
export function thisWeek(days: ReadonlySet<number>, now: Date): { day: number; done: boolean }[] {
  const monday = mondayOf(weekNumber(dayNumber(now)));
  return Array.from({ length: 7 }, (_, index) => ({ day: monday + index, done: days.has(monday + index) }));
}
