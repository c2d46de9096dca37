// How many of some items are due, on a card's own page; fetched where something of the card was answered.
import type { StudyEvent } from "./events";
import { merge } from "./merge";
import { isDue } from "./queue";
import { replay } from "./replay";

export function dueOf(events: readonly StudyEvent[], ids: ReadonlySet<string>, now: Date): number {
  const study = replay(merge(events));
  const isOpen = (id: string): boolean => {
    const until = study.buried.get(id);
    return !study.suspended.has(id) && !(until && now < until);
  };
  return [...ids].filter((id) => isOpen(id) && isDue(study.memories.get(id), now)).length;
}
