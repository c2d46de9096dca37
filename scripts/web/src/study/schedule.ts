// FSRS-6 by ts-fsrs, brought to the results of py-fsrs, so that the browser and the terminal agree to the second.
import { createEmptyCard, type FSRS, fsrs, type Card as Memory, State } from "ts-fsrs";
import { DAY, dayNumber, MINUTE } from "./day";
import type { Grade } from "./events";
import options from "./fsrs.json";

export { type FSRS, type Memory, State };

export function makeScheduler(retention: number): FSRS {
  return fsrs({
    request_retention: retention,
    w: options.weights,
    enable_fuzz: false,
    enable_short_term: true,
    learning_steps: options.learning_steps.map((minutes) => `${minutes}m` as const),
    relearning_steps: options.relearning_steps.map((minutes) => `${minutes}m` as const),
    maximum_interval: options.maximum_interval,
  });
}

export function newMemory(at: Date): Memory {
  return createEmptyCard(at);
}

/** Study days since the last review. */
function elapsedDays(memory: Memory, now: Date): number {
  return memory.last_review ? Math.max(0, dayNumber(now) - dayNumber(memory.last_review)) : 0;
}

/** The chance that the item is remembered now. */
export function retrievability(scheduler: FSRS, memory: Memory, now: Date): number {
  return memory.state === State.New ? 0 : scheduler.forgetting_curve(elapsedDays(memory, now), memory.stability);
}

/** Minutes after Hard within the steps: half-way to the second step at first, else the same step again. */
function hardMinutes(memory: Memory): number {
  const steps = memory.state === State.Relearning ? options.relearning_steps : options.learning_steps;
  const [first, second] = steps as [number, number?];
  return memory.learning_steps > 0 ? steps[memory.learning_steps]! : second ? (first + second) / 2 : first * 1.5;
}

/**
 * The memory after an answer. ts-fsrs counts days by the UTC calendar, rounds the half-way step of Hard to whole
 * minutes, and keeps the intervals of the grades a day apart; none of the three is wanted here.
 */
export function review(scheduler: FSRS, memory: Memory, grade: Grade, at: Date): Memory {
  const days = elapsedDays(memory, at);
  const last = memory.last_review && new Date(at.getTime() - days * DAY);
  const { card } = scheduler.next({ ...memory, last_review: last }, at, grade);
  if (card.state === State.Review) {
    card.scheduled_days = scheduler.next_interval(card.stability, days);
    card.due = new Date(at.getTime() + card.scheduled_days * DAY);
  } else if (grade === 2) {
    card.due = new Date(at.getTime() + hardMinutes(memory) * MINUTE);
  }
  return card;
}
