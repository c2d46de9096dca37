// Tasks in the learner's history: what was done with each, and the grade that it amounts to. The terminal has the same rule.
import { taskItem } from "../study/due_tasks";
import type { Deed, Grade, StudyEvent } from "../study/events";

type PracticeDeed = Extract<Deed, { type: "practice" }>;

const LAST = ["accepted", "late", "gave-up"];

/** What has been done with a task since it was last finished. */
export interface Attempt {
  started: Date | null;
  limit: number; // seconds; 0 if there is none
  hints: number;
  rejections: number;
  solved: boolean; // at least once, at any time
  seen: boolean;
  hunts: number;
}

/** The attempt that is open now; events are in the order of time. */
export function attempt(events: readonly StudyEvent[], task: string): Attempt {
  const mine: Attempt = { started: null, limit: 0, hints: 0, rejections: 0, solved: false, seen: false, hunts: 0 };
  for (const event of events) {
    if (event.type !== "practice" || event.item !== taskItem(task)) continue;
    const { deed } = event;
    mine.seen = true;
    mine.solved ||= deed === "accepted";
    mine.hunts += Number(deed === "found");
    const begins = deed === "start" || deed === "timed";
    if (begins || LAST.includes(deed)) {
      mine.started = begins ? new Date(event.at) : null;
      mine.limit = deed === "timed" ? event.seconds : 0;
      mine.hints = mine.rejections = 0;
    }
    mine.hints += Number(deed === "hint");
    mine.rejections += Number(deed === "rejected");
  }
  return mine;
}

/** How long the attempt has been going on. */
export function secondsOf(mine: Attempt, at: Date): number {
  return mine.started ? Math.max(0, (at.getTime() - mine.started.getTime()) / 1000) : 0;
}

/** 1 again, 2 hard, 3 good, 4 easy: hints and time count, a few wrong tries are part of writing code. */
export function grade(accepted: boolean, hints: number, rejections: number, seconds: number, minutes: number): Grade {
  if (!accepted) return 1;
  if (hints >= 2 || rejections > 3 || seconds > 180 * minutes) return 2;
  if (hints || rejections || seconds > 30 * minutes) return 3;
  return 4;
}

/** A step on the way. */
export function done(task: string, deed: PracticeDeed["deed"], seconds = 0): Deed[] {
  return [{ type: "practice", item: taskItem(task), deed, seconds: Math.round(seconds * 1000) / 1000 }];
}

function finished(task: string, deed: PracticeDeed["deed"], seconds: number, score: Grade): Deed[] {
  return [...done(task, deed, seconds), { type: "review", item: taskItem(task), grade: score, source: "practice" }];
}

/** What a verdict adds to the history; `result` is "accepted" or why not. */
export function concluded(task: string, mine: Attempt, result: string, minutes: number, at: Date): Deed[] {
  const seconds = secondsOf(mine, at);
  if (result !== "accepted") return result === "empty" ? [] : done(task, "rejected", seconds);
  if (!mine.started && mine.solved) return []; // judged again after it was solved: no new proof of memory
  const late = mine.limit > 0 && seconds > mine.limit;
  const score = grade(!late, mine.hints, mine.rejections, seconds, minutes);
  return finished(task, late ? "late" : "accepted", seconds, score);
}

/** The reference was read before the task was solved. */
export function gaveUp(task: string, mine: Attempt, at: Date): Deed[] {
  return finished(task, "gave-up", secondsOf(mine, at), 1);
}
