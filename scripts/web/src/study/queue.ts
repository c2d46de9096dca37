// What is asked next: learning steps whose minute has come, due reviews, new items, within the day's limits.
import { dayEnd, dayNumber, MINUTE } from "./day";
import type { Item } from "./deck";
import type { StudyEvent } from "./events";
import { type Study, takenBack } from "./replay";
import { type Memory, State } from "./schedule";

/** A learning step that is this near is asked early rather than letting the learner wait. */
const AHEAD = 20 * MINUTE;

export interface Queue {
  /** In the order in which they are asked. */
  items: Item[];
  learning: number;
  reviews: number;
  fresh: number;
  /** When the next learning step comes if there is nothing to ask now. */
  waiting: Date | undefined;
}

function isLearning(memory: Memory | undefined): memory is Memory {
  return memory?.state === State.Learning || memory?.state === State.Relearning;
}

export function isAside(item: Item, study: Study, now: Date): boolean {
  const until = study.buried.get(item.id);
  return study.suspended.has(item.id) || (until !== undefined && now < until);
}

/** Whether the item is to be asked again in this study day. */
export function isDue(memory: Memory | undefined, now: Date): boolean {
  return memory !== undefined && memory.due < dayEnd(now);
}

/** How many answers of today count against the two limits. */
export function doneToday(study: Study, now: Date): { fresh: number; reviews: number } {
  const today = study.answers.filter((answer) => answer.day === dayNumber(now));
  return {
    fresh: today.filter((answer) => answer.before === State.New).length,
    reviews: today.filter((answer) => answer.before === State.Review).length,
  };
}

/**
 * `items` are in the order of the deck. `asked` are the new ones of today, else as many as the limit allows; `again`
 * come although they are not due.
 */
export function makeQueue(
  items: readonly Item[],
  study: Study,
  now: Date,
  asked?: readonly Item[],
  again: readonly Item[] = [],
): Queue {
  const open = items.filter((item) => !isAside(item, study, now));
  const due = (item: Item): number => study.memories.get(item.id)!.due.getTime();
  const byDue = (a: Item, b: Item): number => due(a) - due(b); // sorting is stable: equal ones stay in deck order
  const stepping = open.filter((item) => isLearning(study.memories.get(item.id))).sort(byDue);
  const ripe = open
    .filter((item) => study.memories.get(item.id)?.state === State.Review && isDue(study.memories.get(item.id), now))
    .sort(byDue);
  const unseen = open.filter((item) => !study.memories.has(item.id));

  const done = doneToday(study, now);
  const learning = stepping.filter((item) => due(item) <= now.getTime());
  const reviews = ripe.slice(0, Math.max(0, study.settings.reviews_per_day - done.reviews));
  const fresh = asked ?? unseen.slice(0, Math.max(0, study.settings.new_per_day - done.fresh));
  const extra = again.filter((item) => !reviews.includes(item));
  const ready = [...learning, ...reviews, ...fresh, ...extra];
  const near = stepping.filter((item) => due(item) <= now.getTime() + AHEAD);
  const later = stepping[0] && new Date(due(stepping[0]));
  const steps = stepping.filter((item) => due(item) < dayEnd(now).getTime());
  return {
    items: ready.length ? ready : near,
    learning: steps.length,
    reviews: reviews.length + extra.length,
    fresh: fresh.length,
    waiting: ready.length || near.length ? undefined : later,
  };
}

const STEPS: readonly StudyEvent["type"][] = ["review", "quiz", "suspend", "bury"];

/** What the learner did last since a moment: the events of one step, which undo takes back together. */
export function lastStep(events: readonly StudyEvent[], since: string): StudyEvent[] {
  const undone = takenBack(events);
  const steps = events.filter((event) => STEPS.includes(event.type) && !undone.has(event.id) && event.at >= since);
  const at = steps.at(-1)?.at;
  return steps.filter((event) => event.at === at);
}
