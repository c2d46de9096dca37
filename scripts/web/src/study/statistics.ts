// Numbers for the two charts: what comes in the next days, and how much was remembered in the last weeks.
import { dayNumber, mondayOf, weekNumber } from "./day";
import type { Item } from "./deck";
import type { Study } from "./replay";
import { State } from "./schedule";

/** How many items fall due on each of the coming study days; what is overdue counts for today. */
export function forecast(items: readonly Item[], study: Study, now: Date, days: number): number[] {
  const counts = new Array<number>(days).fill(0);
  for (const item of items) {
    const memory = study.memories.get(item.id);
    if (!memory || study.suspended.has(item.id)) continue;
    const ahead = Math.max(0, dayNumber(memory.due) - dayNumber(now));
    if (ahead < days) counts[ahead]!++;
  }
  return counts;
}

export interface Week {
  /** The study day that is its Monday. */
  monday: number;
  asked: number;
  remembered: number;
}

/** Reviews of items past the learning steps, by week, the present week last. */
export function retentionByWeek(study: Study, now: Date, weeks: number): Week[] {
  const present = weekNumber(dayNumber(now));
  const out = Array.from({ length: weeks }, (_, index) => ({
    monday: mondayOf(present - weeks + 1 + index),
    asked: 0,
    remembered: 0,
  }));
  for (const answer of study.answers) {
    const week = out[weekNumber(answer.day) - present + weeks - 1];
    if (!week || answer.before !== State.Review) continue;
    week.asked++;
    week.remembered += Number(answer.grade > 1);
  }
  return out;
}
