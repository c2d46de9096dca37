// Two histories become one: nothing is lost, the order of merging does not matter, merging twice changes nothing.
import type { StudyEvent } from "./events";

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, entry]) => [name, sorted(entry)]));
}

function isBefore(a: StudyEvent, b: StudyEvent): boolean {
  return a.at === b.at ? a.id < b.id : a.at < b.at;
}

/** The union by id, in the order of time. One id with two contents is tampering: then the choice must not depend on the order. */
export function merge(...histories: readonly (readonly StudyEvent[])[]): StudyEvent[] {
  const known = new Map<string, StudyEvent>();
  for (const event of histories.flat()) {
    const other = known.get(event.id);
    if (!other || JSON.stringify(sorted(event)) < JSON.stringify(sorted(other))) known.set(event.id, event);
  }
  return [...known.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1));
}
