// Tasks that come back today: code to be written again. The terminal has the same rule (`due_tasks.py`).
import { dayNumber } from "./day";
import type { DeckTask } from "./deck";
import type { Study } from "./replay";
import type { Memory } from "./schedule";

/** The task's id among all that is scheduled; a block's id holds no slash. */
export const taskItem = (task: string): string => `task/${task}`;

/** The study day on which a task comes back: writing code again after a learning step of minutes proves nothing. */
export function dueDay(memory: Pick<Memory, "due" | "last_review">): number {
  const next = memory.last_review ? dayNumber(memory.last_review) + 1 : 0;
  return Math.max(dayNumber(memory.due), next);
}

/** The study day on which it comes back; undefined if never, or if it was put aside. */
function dayOf(item: string, study: Study, now: Date): number | undefined {
  const memory = study.memories.get(item);
  const until = study.buried.get(item);
  if (!memory || study.suspended.has(item) || (until && now < until)) return undefined;
  return dueDay(memory);
}

/** Whether a task or a case is to be done: for the first time, or again. */
export function isOpen(item: string, study: Study, now: Date): boolean {
  const day = dayOf(item, study, now);
  return !study.memories.has(item) || (day !== undefined && day <= dayNumber(now));
}

/** Tasks that were finished once and are due, the longest due first; equal ones stay in the order of the deck. */
export function dueTasks(tasks: readonly DeckTask[], study: Study, now: Date): DeckTask[] {
  const today = dayNumber(now);
  return tasks
    .map((task) => ({ task, day: dayOf(taskItem(task.id), study, now) ?? today + 1 }))
    .filter(({ day }) => day <= today)
    .sort((a, b) => a.day - b.day)
    .map(({ task }) => task);
}
