// What every view of the practice page works with.

import type { State } from "../run/client";
import { type Deed, stamp } from "../study/events";
import type { History } from "../study/history";
import type { Catalogue, Task } from "./catalogue";
import type { Drafts } from "./drafts";
import type { Judge } from "./judge";
import type { Words } from "./words";

export interface Room {
  catalogue: Catalogue;
  history: History;
  judge: Judge;
  drafts: Drafts;
  words: Words;
  /** The address of the language's home page. */
  home: string;
}

/** Put down what happened at one moment. */
export function record(room: Room, deeds: readonly Deed[], at = new Date()): void {
  if (deeds.length) void room.history.add(stamp(deeds, at));
}

/** The address of a task on this page. */
export function taskAddress(task: Task, hunt = false): string {
  return `?task=${encodeURIComponent(task.id)}${hunt ? "&hunt" : ""}`;
}

/** What Python is doing, in words. */
export function told({ words }: Room, state: State): string {
  if (state.kind === "progress") return words.loading(state.part);
  return { starting: words.starting, running: words.running, queued: words.queued }[state.kind];
}
