// The learner's history is a list of events that only grows. Here: what an event is.

export const FORMAT = "zhixing-study";
export const VERSION = 1;

export const KINDS = ["question", "quiz", "cloze", "formula"] as const;
export const LEVELS = ["junior", "middle", "senior"] as const;
/** Who asks: what a plan and an interview can be made for. */
export const TRACKS = ["all", "research", "training", "inference", "applied"] as const;
export const SOURCES = ["review", "quiz", "interview", "practice"] as const;
export const DEEDS = ["start", "timed", "hint", "rejected", "accepted", "late", "gave-up", "found", "missed"] as const;

export type Kind = (typeof KINDS)[number];
export type Track = (typeof TRACKS)[number];
export type Level = (typeof LEVELS)[number];
type Source = (typeof SOURCES)[number];
export type Grade = 1 | 2 | 3 | 4;
export type Mark = 0 | 1 | 2;

interface Base {
  id: string;
  /** When, in UTC with milliseconds: strings of this form sort as the moments do. */
  at: string;
}

interface ReviewEvent extends Base {
  type: "review";
  item: string;
  grade: Grade;
  source: Source;
}
interface UndoEvent extends Base {
  type: "undo";
  of: string;
}
interface SuspendEvent extends Base {
  type: "suspend" | "resume";
  item: string;
}
interface BuryEvent extends Base {
  type: "bury";
  item: string;
  until: string;
}
export interface QuizEvent extends Base {
  type: "quiz";
  item: string;
  picked: number[];
  right: boolean;
}
export interface InterviewAnswer {
  item: string;
  short: Mark;
  depth: Mark;
  followup: Mark;
  seconds: number;
}
export interface InterviewEvent extends Base {
  type: "interview";
  minutes: number;
  level: Level;
  topics: string[];
  /** Who asked; histories of before have none. */
  role?: Track;
  answers: InterviewAnswer[];
}
/** What was done with a task; `seconds` is the limit of a timed start, else how long the attempt had lasted. */
interface PracticeEvent extends Base {
  type: "practice";
  item: string;
  deed: (typeof DEEDS)[number];
  seconds: number;
}
interface TickEvent extends Base {
  type: "tick";
  key: string;
  on: boolean;
}
export interface Settings {
  retention: number;
  new_per_day: number;
  reviews_per_day: number;
  kinds: Kind[];
  /** The day of the interview, "2026-11-30", for which there is a plan; "" for none. */
  interview_date: string;
  minutes_per_day: number;
  role: Track;
}
interface SettingsEvent extends Base, Partial<Settings> {
  type: "settings";
}

export type StudyEvent =
  | ReviewEvent
  | UndoEvent
  | SuspendEvent
  | BuryEvent
  | QuizEvent
  | InterviewEvent
  | PracticeEvent
  | TickEvent
  | SettingsEvent;

type WithoutStamp<T> = T extends StudyEvent ? Omit<T, "id" | "at"> : never;
/** What happened; `stamp` adds who and when. */
export type Deed = WithoutStamp<StudyEvent>;

/** `crypto.randomUUID` exists on https alone; the site may be read over plain http in a local network. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Deeds of one moment share its time, so that they can be taken back together. */
export function stamp(deeds: readonly Deed[], at: Date): StudyEvent[] {
  return deeds.map((deed) => ({ id: uuid(), at: at.toISOString(), ...deed }) as StudyEvent);
}

/** A quiz answer: its result, and the review that it amounts to. */
export function quizDeeds(item: string, picked: number[], right: boolean): Deed[] {
  return [
    { type: "quiz", item, picked, right },
    { type: "review", item, grade: right ? 3 : 1, source: "quiz" },
  ];
}

/** The grade that a rubric of three marks amounts to. */
export function rubricGrade({ short, depth, followup }: Pick<InterviewAnswer, "short" | "depth" | "followup">): Grade {
  const sum = short + depth + followup;
  return sum === 6 ? 4 : sum >= 4 ? 3 : sum >= 2 ? 2 : 1;
}
