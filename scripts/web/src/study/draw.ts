// Which questions a session asks: drawn at random, the weak ones and those of the right difficulty more often.
import { shuffle } from "../page/order";
import type { Card, Deck, Item } from "./deck";
import type { Level } from "./events";
import type { Study } from "./replay";
import { retrievability } from "./schedule";

/** A number from 0 to below 1, as `Math.random` gives it; tests pass one with a seed. */
export type Random = () => number;

/** How a session of quizzes is chosen. */
export type Choice = "weak" | "any";

const MINUTES_PER_QUESTION = 4;
const UNSEEN = 0.5;
const TARGET: Record<Level, number> = { junior: 2, middle: 3, senior: 4.5 };
const MOST_PER_CARD = 2;

/** From 0, known for certain, to 1, just missed. What was never asked stands in the middle. */
export function weakness(item: Item, study: Study, now: Date): number {
  const memory = study.memories.get(item.id);
  if (!memory) return UNSEEN;
  const grade = study.lastGrades.get(item.id)!;
  const missed = grade === 1 ? 0.6 : grade === 2 ? 0.25 : 0;
  const forgotten = 1 - retrievability(study.scheduler, memory, now);
  return Math.min(1, Math.max(0.02, forgotten + missed + 0.05 * Math.min(memory.lapses, 4)));
}

/** How well a card's stars fit the level of an interview, from 0 to 1. */
function fit(card: Card, level: Level): number {
  return Math.exp(-((card.difficulty - TARGET[level]) ** 2) / 2);
}

/** Draw without putting back; the chance of a value to come early grows with its weight (Efraimidis and Spirakis 2006). */
function drawn<T>(values: readonly T[], weight: (value: T) => number, random: Random): T[] {
  return values
    .map((value) => ({ value, key: Math.log(1 - random()) / Math.max(weight(value), 1e-9) }))
    .sort((a, b) => b.key - a.key)
    .map(({ value }) => value);
}

/** Quizzes for a session, in random order. */
export function drawQuizzes(
  quizzes: readonly Item[],
  study: Study,
  choice: Choice,
  count: number,
  now: Date,
  random: Random,
): Item[] {
  const open = quizzes.filter((item) => !study.suspended.has(item.id));
  const weight = (item: Item): number => (choice === "weak" ? weakness(item, study, now) ** 2 : 1);
  return shuffle(drawn(open, weight, random).slice(0, count), random);
}

export function questionCount(minutes: number): number {
  return Math.max(1, Math.round(minutes / MINUTES_PER_QUESTION));
}

/** Questions for an interview: from easy to hard, and no more than two of a card while there are other cards. */
export function drawInterview(
  deck: Deck,
  study: Study,
  topics: readonly string[],
  level: Level,
  count: number,
  now: Date,
  random: Random,
): Item[] {
  const open = deck.select(["question"], topics).filter((item) => !study.suspended.has(item.id));
  const weight = (item: Item): number => (0.1 + weakness(item, study, now)) * fit(deck.cardOf(item), level);
  const order = drawn(open, weight, random);
  const perCard = new Map<string, number>();
  const [first, rest]: [Item[], Item[]] = [[], []];
  for (const item of order) {
    const asked = perCard.get(item.card) ?? 0;
    perCard.set(item.card, asked + 1);
    (asked < MOST_PER_CARD ? first : rest).push(item);
  }
  const chosen = [...first, ...rest].slice(0, count);
  return chosen.sort((a, b) => deck.cardOf(a).difficulty - deck.cardOf(b).difficulty);
}
