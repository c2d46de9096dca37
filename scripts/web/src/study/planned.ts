// From a deck and a history to a plan, and how ready the learner is, topic by topic. The terminal: `planned.py`.

import { DAY, dayNumber } from "./day";
import { ALWAYS, type Card, type Case, type Deck, type Item } from "./deck";
import { isOpen, taskItem } from "./due_tasks";
import { stepsLeft } from "./next_steps";
import {
  AGAIN,
  type Given,
  isWhole,
  makePlan,
  PIECE,
  type Plan,
  type PlanCard,
  type PlanItem,
  type PlanStep,
  type PlanTask,
} from "./plan";
import { ANSWER_MINUTES, allProgress, caseMinutes, isLearned, studied } from "./progress";
import { doneToday } from "./queue";
import type { Study } from "./replay";

/** Days; who plans further ahead plans in vain. */
export const FARTHEST = 366;

/** Of a topic, in percent: what is known now, and what will have been learned by the plan. */
export interface Readiness {
  category: string;
  now: number;
  later: number;
}

/** The plan of today; `days` are those before the interview, fewer than none if it is past. */
export interface Outlook {
  days: number;
  given: Given;
  plan: Plan;
  readiness: Readiness[];
  /** Minutes for all that the role asks. */
  needed: number;
  planned: number;
}

/** Study days from today to the day before a date like 2026-11-30. */
export function daysUntil(day: string, now: Date): number {
  return Date.parse(day) / DAY - dayNumber(now);
}

/** Undefined where no interview has a date. */
export function outlook(deck: Deck, study: Study, now: Date): Outlook | undefined {
  const { interview_date } = study.settings;
  if (!interview_date) return undefined;
  const days = daysUntil(interview_date, now);
  const { given, plan } = bestPlan(deck, study, now, Math.max(0, Math.min(days, FARTHEST)));
  const left = new Map(allProgress(deck, study, now).map((one) => [one.card.key, one.minutesLeft]));
  const wanted = given.cards.filter((card) => card.wanted);
  const design = caseMinutes(
    deck.cases.filter((one) => isWanted(one, study)),
    study,
  );
  const needed = wanted.reduce((sum, card) => sum + left.get(card.key)!, design);
  const planned = plan.days.reduce((sum, day) => sum + day.minutes, 0);
  return { days, given, plan, readiness: readinessOf(deck, study, plan), needed, planned };
}

/** Whole cards where everything fits; else what their pages fold comes last, as far as time is left for it. */
function bestPlan(deck: Deck, study: Study, now: Date, days: number): { given: Given; plan: Plan } {
  const whole = planGiven(deck, study, now, days, false);
  const plan = makePlan(whole);
  if (isWhole(plan)) return { given: whole, plan };
  const brief = planGiven(deck, study, now, days, true);
  return { given: brief, plan: makePlan(brief) };
}

/** Minutes of a reading that leaves out what the page folds, or of a whole one. */
function minutesOf({ first, minutes }: Card, isBrief: boolean): number {
  return isBrief ? first || minutes : minutes;
}

/** Whether the role asks it, or about it. */
function isWanted({ roles }: Pick<Item | Card | Case, "roles">, study: Study): boolean {
  return study.settings.role === "all" || roles.includes(study.settings.role);
}

function buriedDays(item: Item, study: Study, now: Date): number {
  const until = study.buried.get(item.id);
  return until && now < until ? dayNumber(until) - dayNumber(now) : 0;
}

/** What the plan is made of; a brief one reads first what the pages show before anyone opens a fold. */
function planGiven(deck: Deck, study: Study, now: Date, days: number, isBrief: boolean): Given {
  const today = dayNumber(now);
  const items = studied(deck, study);
  const always = new Set(
    items.filter((item) => item.often === ALWAYS && isWanted(item, study)).map(({ card }) => card),
  );
  const fresh = new Map<string, PlanItem[]>(deck.cards.map((card) => [card.key, []]));
  const weight = new Map<string, number>();
  for (const item of items) {
    // What few roles ask says more about a role than what all of them do.
    const own = isWanted(item, study) ? Math.floor((12 * (1 + item.often)) / Math.max(1, item.roles.length)) : 0;
    weight.set(item.card, (weight.get(item.card) ?? 0) + own);
  }
  const reviews: { first: number; review: { id: string; days: number[] } }[] = [];
  for (const item of items) {
    const memory = study.memories.get(item.id);
    if (memory) {
      const first = Math.max(0, dayNumber(memory.due) - today, buriedDays(item, study, now));
      const comes = isLearned(item, study) ? [first] : [first, first + AGAIN[1]];
      reviews.push({ first, review: { id: item.id, days: comes } });
    } else if (isWanted(item, study)) fresh.get(item.card)!.push({ id: item.id, often: item.often });
  }
  const steps = stepsOf(deck, study, now);
  const isAgain = (kind: PlanStep["kind"], id: string): boolean =>
    steps.some((step) => step.kind === kind && step.id === id);
  const weak = new Set(stepsLeft(deck, study).flatMap(({ kind, id }) => (kind === "read" ? [id] : [])));
  const tasks = new Map<string, PlanTask[]>(deck.cards.map((card) => [card.key, []]));
  for (const { id, card, minutes } of deck.tasks) {
    if (isOpen(taskItem(id), study, now) && !isAgain("code", id)) tasks.get(card)?.push({ id, minutes });
  }
  const cases = deck.cases
    .filter((one) => isWanted(one, study) && isOpen(one.id, study, now) && !isAgain("case", one.id))
    .map(({ id, minutes, often, cards: linked }) => ({ id, minutes, often, cards: linked }));
  const cards = allProgress(deck, study, now).map(({ card, reading }): PlanCard => {
    const { key, prerequisites } = card;
    const must = card.must || always.has(key) || weak.has(key);
    const wanted = isWanted(card, study) || weak.has(key);
    const code = wanted ? tasks.get(key)! : [];
    const first = card.minutes ? Math.ceil((reading * minutesOf(card, isBrief)) / card.minutes) : 0;
    return {
      key,
      minutes: first,
      must,
      wanted,
      prerequisites,
      items: fresh.get(key)!,
      tasks: code,
      weight: weight.get(key) ?? 0,
      deep: reading - first,
    };
  });
  return {
    days,
    minutes: study.settings.minutes_per_day,
    spent: spentToday(deck, study, now, isBrief),
    fresh: study.settings.new_per_day,
    fresh_done: doneToday(study, now).fresh,
    cards,
    reviews: reviews.sort((a, b) => a.first - b.first).map(({ review }) => review),
    cases,
    steps,
  };
}

/** What the last interview puts at the head of the plan. A card that was never read is not read again: it must be known. */
function stepsOf(deck: Deck, study: Study, now: Date): PlanStep[] {
  const read = allProgress(deck, study, now).filter(({ reading }) => reading === 0);
  const minutes = {
    read: new Map(read.map(({ card }) => [card.key, Math.min(PIECE, card.minutes)])),
    code: new Map(deck.tasks.map((task) => [task.id, task.minutes])),
    case: new Map(deck.cases.map((one) => [one.id, one.minutes])),
  };
  return stepsLeft(deck, study).flatMap(({ kind, id }) => {
    const time = minutes[kind].get(id);
    return time === undefined ? [] : [{ kind, id, minutes: time }];
  });
}

/** Minutes of today by the plan's own measure: a minute an answer, a task and a reading what they are said to take. */
function spentToday(deck: Deck, study: Study, now: Date, isBrief: boolean): number {
  const today = dayNumber(now);
  const longer = new Map([
    ...deck.tasks.map(({ id, minutes }) => [taskItem(id), minutes] as const),
    ...deck.cases.map(({ id, minutes }) => [id, minutes] as const),
  ]);
  const answers = study.answers.filter(({ day }) => day === today);
  const ticked = new Map<string, number>();
  for (const [key, day] of study.ticks) {
    const card = key.slice(0, key.lastIndexOf("#"));
    if (day === today) ticked.set(card, (ticked.get(card) ?? 0) + 1);
  }
  const read = (card: Card): number =>
    card.tasks
      ? Math.floor((minutesOf(card, isBrief) * Math.min(ticked.get(card.key) ?? 0, card.tasks)) / card.tasks)
      : 0;
  return (
    answers.reduce((sum, { item }) => sum + (longer.get(item) ?? ANSWER_MINUTES), 0) +
    deck.cards.reduce((sum, card) => sum + read(card), 0)
  );
}

/** Each question weighs more the more often it is asked; a learned one counts whole, a begun one half. */
function readinessOf(deck: Deck, study: Study, plan: Plan): Readiness[] {
  const coming = new Set(plan.days.flatMap(({ fresh, reviews }) => [...fresh, ...reviews]));
  const sums = new Map(deck.categories.map(({ id }) => [id, { whole: 0, now: 0, later: 0 }]));
  for (const item of studied(deck, study)) {
    const card = deck.cardOf(item);
    const row = sums.get(card.category);
    if (!row || !isWanted(item, study) || !isWanted(card, study)) continue;
    const weight = 1 + item.often;
    const known = isLearned(item, study) ? 2 : Number(study.memories.has(item.id));
    row.whole += 2 * weight;
    row.now += known * weight;
    row.later += (coming.has(item.id) ? 2 : known) * weight;
  }
  return [...sums]
    .filter(([, { whole }]) => whole > 0)
    .map(([category, { whole, now, later }]) => ({
      category,
      now: Math.floor((100 * now) / whole),
      later: Math.floor((100 * later) / whole),
    }));
}
