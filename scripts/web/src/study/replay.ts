// Everything that is known about the learner, derived from the events by replaying them.
import { dayNumber } from "./day";
import { type Grade, type InterviewEvent, KINDS, type Settings, type StudyEvent } from "./events";
import { type FSRS, type Memory, makeScheduler, newMemory, review, type State } from "./schedule";

export const DEFAULTS: Settings = {
  retention: 0.9,
  new_per_day: 20,
  reviews_per_day: 200,
  kinds: ["question", "quiz"],
  interview_date: "",
  minutes_per_day: 60,
  role: "all",
};

/** One answer, with what was known before it. */
interface Answer {
  item: string;
  grade: Grade;
  day: number;
  before: State;
}

export interface Study {
  scheduler: FSRS;
  settings: Settings;
  /** Items that were answered at least once. */
  memories: Map<string, Memory>;
  lastGrades: Map<string, Grade>;
  suspended: Set<string>;
  buried: Map<string, Date>;
  /** Ticked boxes, each with the study day of its tick. */
  ticks: Map<string, number>;
  answers: Answer[];
  interviews: InterviewEvent[];
  /** What was answered, and cards that were ticked, since the last interview. */
  since: Set<string>;
  /** Study days on which something was done. */
  days: Set<number>;
}

/** Ids of events that were taken back. The newest undo speaks first: it may take back another undo. */
export function takenBack(events: readonly StudyEvent[]): Set<string> {
  const undone = new Set<string>();
  for (const event of events.toReversed()) {
    if (event.type === "undo" && !undone.has(event.id)) undone.add(event.of);
  }
  return undone;
}

/** The last value of each setting; a list of kinds is kept in one order. */
function settingsOf(events: readonly StudyEvent[]): Settings {
  const settings = { ...DEFAULTS };
  for (const event of events) {
    if (event.type !== "settings") continue;
    const { id: _, at: __, type: ___, ...values } = event;
    Object.assign(settings, values);
  }
  return { ...settings, kinds: KINDS.filter((kind) => settings.kinds.includes(kind)) };
}

/** `events` are in the order that `merge` gives them. */
export function replay(events: readonly StudyEvent[]): Study {
  const undone = takenBack(events);
  const valid = events.filter((event) => event.type !== "undo" && !undone.has(event.id));
  const settings = settingsOf(valid);
  const study: Study = {
    scheduler: makeScheduler(settings.retention),
    settings,
    memories: new Map(),
    lastGrades: new Map(),
    suspended: new Set(),
    buried: new Map(),
    ticks: new Map(),
    answers: [],
    interviews: [],
    since: new Set(),
    days: new Set(),
  };
  for (const event of valid) apply(study, event);
  return study;
}

/** Add events that are later than all others; false if one of them also changes what was before. */
export function extend(study: Study, events: readonly StudyEvent[]): boolean {
  if (events.some((event) => event.type === "undo" || event.type === "settings")) return false;
  for (const event of events) apply(study, event);
  return true;
}

function apply(study: Study, event: StudyEvent): void {
  const at = new Date(event.at);
  switch (event.type) {
    case "review": {
      const before = study.memories.get(event.item) ?? newMemory(at);
      study.memories.set(event.item, review(study.scheduler, before, event.grade, at));
      study.lastGrades.set(event.item, event.grade);
      study.answers.push({ item: event.item, grade: event.grade, day: dayNumber(at), before: before.state });
      study.since.add(event.item);
      break;
    }
    case "suspend":
      study.suspended.add(event.item);
      return;
    case "resume":
      study.suspended.delete(event.item);
      return;
    case "bury":
      study.buried.set(event.item, new Date(event.until));
      return;
    case "quiz":
      break;
    case "interview":
      study.interviews.push(event);
      study.since.clear();
      break;
    case "tick":
      if (event.on) {
        study.ticks.set(event.key, dayNumber(at));
        study.since.add(event.key.slice(0, event.key.lastIndexOf("#")));
      } else study.ticks.delete(event.key);
      break;
    default:
      return;
  }
  study.days.add(dayNumber(at));
}
