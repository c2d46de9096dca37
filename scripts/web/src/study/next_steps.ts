// Three things to do after an interview, the most useful first.
import type { Deck } from "./deck";
import { taskItem } from "./due_tasks";
import type { InterviewAnswer } from "./events";
import type { Study } from "./replay";

export type Step =
  | { kind: "read"; card: string }
  | { kind: "code"; task: string }
  | { kind: "case"; case: string }
  | { kind: "again"; item: string }
  | { kind: "harder" };

/** A step that goes into the plan. */
export interface PlannedStep {
  kind: "read" | "code" | "case";
  id: string;
}

/** Below this many of six points an answer is weak. */
export const ENOUGH = 4;
const STEPS = 3;

export function points({ short, depth, followup }: InterviewAnswer): number {
  return short + depth + followup;
}

/**
 * What was weakest comes first: its card to read, a task of that card to write, the task of design to go through again, the
 * weak questions themselves. Whoever had nothing weak is sent to something harder.
 */
export function nextSteps(deck: Deck, answers: readonly InterviewAnswer[]): Step[] {
  const weak = answers.filter((answer) => points(answer) < ENOUGH).sort((a, b) => points(a) - points(b));
  const steps: Step[] = [];
  const cards = new Set<string>();
  for (const { item } of weak) {
    const card = deck.item(item)?.card;
    const written = deck.tasks.find(({ id }) => taskItem(id) === item);
    if (deck.case(item)) steps.push({ kind: "case", case: item });
    else if (written) steps.push({ kind: "code", task: written.id });
    else if (card && !cards.has(card)) {
      cards.add(card);
      steps.push({ kind: "read", card });
    }
  }
  const first = [...cards][0];
  const task = deck.tasks.find(({ card, url }) => card === first && url !== "");
  if (task && !steps.some(({ kind }) => kind === "code")) steps.splice(1, 0, { kind: "code", task: task.id });
  for (const { item } of weak) if (deck.item(item)) steps.push({ kind: "again", item });
  for (const { item } of answers) {
    if (steps.length < STEPS && deck.item(item) && !weak.some((one) => one.item === item)) {
      steps.push({ kind: "again", item });
    }
  }
  if (!weak.length) steps.unshift({ kind: "harder" });
  return steps.slice(0, STEPS);
}

/** Of the steps of the last interview, what was not done since; questions come back by their own marks. */
export function stepsLeft(deck: Deck, study: Study): PlannedStep[] {
  const steps = nextSteps(deck, study.interviews.at(-1)?.answers ?? []);
  return steps.flatMap((step): PlannedStep[] => {
    if (step.kind === "read") return study.since.has(step.card) ? [] : [{ kind: step.kind, id: step.card }];
    if (step.kind === "code") return study.since.has(taskItem(step.task)) ? [] : [{ kind: step.kind, id: step.task }];
    return step.kind !== "case" || study.since.has(step.case) ? [] : [{ kind: step.kind, id: step.case }];
  });
}

/** In percent of all points; 0 of nothing. */
export function percentOf(answers: readonly InterviewAnswer[]): number {
  const sum = answers.reduce((total, answer) => total + points(answer), 0);
  return answers.length ? Math.round((100 * sum) / (6 * answers.length)) : 0;
}
