// Which questions a session asks: drawn at random, the weak ones and those of the right difficulty more often.
import { shuffle } from "../page/order";
import type { Case, Deck, DeckTask, Item } from "./deck";
import { taskItem } from "./due_tasks";
import type { Level, Track } from "./events";
import type { Study } from "./replay";
import { isAskedBy } from "./roles";
import { retrievability } from "./schedule";

/** A number from 0 to below 1, as `Math.random` gives it; tests pass one with a seed. */
export type Random = () => number;

/** How a session of quizzes is chosen. */
export type Choice = "weak" | "any";

const MINUTES_PER_QUESTION = 4;
const UNSEEN = 0.5;
/** What is asked at a level, and nothing else: a senior is not asked what a beginner is, nor the other way round. */
const ASKED_AT: Record<Level, readonly Level[]> = {
  junior: ["junior"],
  middle: ["junior", "middle"],
  senior: ["middle", "senior"],
};
/** From this length on an interview has code to write, and from that on a task of system design. */
const WITH_CODE = 30;
const WITH_CASE = 45;
const CASE_MINUTES = 25;
const CODE_MINUTES = 12;
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

/** Own level three times as often as the one below it, what is often asked more often than what is rarely. */
function fit({ level, often }: Pick<Item, "level" | "often">, wanted: Level): number {
  return (level === wanted ? 3 : 1) * (1 + often);
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

/** Who is interviewed: the role and level that are asked strictly, and topics that narrow them. */
export interface Wanted {
  role: Track;
  level: Level;
  topics: readonly string[];
}

function fits(asked: Pick<Item, "roles" | "level">, { role, level }: Wanted): boolean {
  return isAskedBy(asked, role) && ASKED_AT[level].includes(asked.level);
}

/** All questions that such an interview may ask. */
export function askable(deck: Deck, study: Study, wanted: Wanted): Item[] {
  const open = deck.select(["question"], wanted.topics).filter((item) => !study.suspended.has(item.id));
  return open.filter((item) => fits(item, wanted));
}

/** Questions for an interview: from easy to hard, and no more than two of a card while there are other cards. */
export function drawInterview(
  deck: Deck,
  study: Study,
  wanted: Wanted,
  count: number,
  now: Date,
  random: Random,
): Item[] {
  const weight = (item: Item): number => (0.1 + weakness(item, study, now)) * fit(item, wanted.level);
  const order = drawn(askable(deck, study, wanted), weight, random);
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

/** What an interview consists of: code in the middle, a task of design at the end, as far as its minutes and the deck allow. */
export interface Parts {
  questions: number;
  task: DeckTask | undefined;
  case: Case | undefined;
}

/** Ids of all that is asked, in order. */
export function drawItems(
  deck: Deck,
  study: Study,
  wanted: Wanted,
  minutes: number,
  now: Date,
  random: Random,
): string[] {
  const parts = drawParts(deck, study, wanted, minutes, random);
  const asked = drawInterview(deck, study, wanted, parts.questions, now, random).map(({ id }) => id);
  const middle = Math.ceil(asked.length / 2);
  const code = parts.task ? [taskItem(parts.task.id)] : [];
  return [...asked.slice(0, middle), ...code, ...asked.slice(middle), ...(parts.case ? [parts.case.id] : [])];
}

export function drawParts(deck: Deck, study: Study, wanted: Wanted, minutes: number, random: Random): Parts {
  const topics = new Set(wanted.topics);
  const cards = new Map(deck.cards.map((card) => [card.key, card]));
  const tasks = deck.tasks.filter(({ card, url, minutes: time }) => {
    const of = cards.get(card);
    return (
      url && time <= CODE_MINUTES + 3 && of && isAskedBy(of, wanted.role) && (!topics.size || topics.has(of.category))
    );
  });
  const cases = deck.cases.filter((one) => fits(one, wanted));
  const task = minutes >= WITH_CODE ? drawn(tasks, () => 1, random)[0] : undefined;
  const found = minutes >= WITH_CASE ? drawn(cases, (one) => 1 + one.often, random)[0] : undefined;
  const left = minutes - (task ? CODE_MINUTES : 0) - (found ? CASE_MINUTES : 0);
  return { questions: Math.min(questionCount(left), askable(deck, study, wanted).length), task, case: found };
}
