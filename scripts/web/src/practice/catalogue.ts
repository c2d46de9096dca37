// The tasks of one language, made when the site is built, and the state of each for this learner.

import { dayNumber } from "../study/day";
import { dueDay, taskItem } from "../study/due_tasks";
import type { StudyEvent } from "../study/events";
import type { Study } from "../study/replay";
import { attempt } from "./attempt";

export interface Task {
  id: string;
  define: string;
  file: string;
  card: string;
  category: string;
  minutes: number;
  level: number;
  torch: boolean;
  title: string;
  prompt: string;
  hints: string[];
  stub: string;
  reference: string;
  claims: string[];
}

/** Addresses are relative to the language's home; `place` is the language's place in texts of all languages. */
export interface Catalogue {
  language: string;
  place: number;
  words: Record<string, string>; // the judge's own
  categories: { id: string; name: string }[];
  tasks: Task[];
  cards: Record<string, [title: string, url: string]>;
  links: Record<string, [text: string, url: string]>;
}

export type StateName = "new" | "open" | "tried" | "solved" | "due";

export interface TaskState {
  name: StateName;
  days: number; // until it comes back
}

/** Where the learner stands with a task. */
export function stateOf(task: Task, events: readonly StudyEvent[], study: Study, now: Date): TaskState {
  const mine = attempt(events, task.id);
  const memory = study.memories.get(taskItem(task.id));
  const days = memory ? dueDay(memory) - dayNumber(now) : 0;
  if (mine.started) return { name: "open", days };
  if (memory && days <= 0) return { name: "due", days };
  if (mine.solved) return { name: "solved", days };
  return { name: mine.seen ? "tried" : "new", days };
}

export type Filter = "all" | "unsolved" | "due" | "solved";
export const FILTERS: readonly Filter[] = ["all", "unsolved", "due", "solved"];

/** Whether a task is among those that a filter and some typed words ask for. */
export function isWanted(task: Task, state: TaskState, filter: Filter, query: string): boolean {
  const { name } = state;
  if (filter === "due" && name !== "due") return false;
  if (filter === "solved" && name !== "solved" && name !== "due") return false;
  if (filter === "unsolved" && (name === "solved" || name === "due")) return false;
  const text = `${task.id} ${task.define} ${task.title} ${task.card.replaceAll("_", " ")}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((part) => text.includes(part));
}

/** One of the judge's sentences with its gaps filled. */
export function fill(sentence: string, values: Record<string, unknown>): string {
  return sentence.replace(/\{(\w+)(?::g)?\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** A text of all languages, or one for all, in one. */
export function say(text: string | readonly string[], place: number): string {
  return typeof text === "string" ? text : (text[place] ?? text[0] ?? "");
}
