// Whether a value read from a file is a history, and if not, where the first wrong value stands.
import { DEEDS, FORMAT, KINDS, LEVELS, SOURCES, type StudyEvent, TRACKS, VERSION } from "./events";

export type Rule =
  | "type"
  | "missing"
  | "unknown"
  | "choice"
  | "range"
  | "text"
  | "list"
  | "repeated"
  | "moment"
  | "date"
  | "uuid"
  | "key"
  | "empty"
  | "newer";

/** `rule` is a key of the words, `wanted` completes its sentence. */
export interface Problem {
  path: string;
  rule: Rule;
  wanted: string;
}

class Wrong extends Error {
  constructor(readonly problem: Problem) {
    super(`${problem.path}: ${problem.rule} ${problem.wanted}`);
  }
}

type Check = (value: unknown, path: string) => void;
type Shape = Record<string, Check>;

function fail(path: string, rule: Problem["rule"], wanted: string | number = ""): never {
  throw new Wrong({ path, rule, wanted: String(wanted) });
}

const text: Check = (value, path) => {
  if (typeof value !== "string" || !value) fail(path, "text");
};
const truth: Check = (value, path) => {
  if (typeof value !== "boolean") fail(path, "choice", "true, false");
};
const uuid: Check = (value, path) => {
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  if (typeof value !== "string" || !form.test(value)) fail(path, "uuid");
};
const moment: Check = (value, path) => {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
  const time = typeof value === "string" && form.test(value) ? new Date(value) : new Date(NaN);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== value) fail(path, "moment");
};
/** A calendar day, or nothing: no plan. */
const date: Check = (value, path) => {
  if (value === "") return;
  const time = typeof value === "string" && /^[1-9]\d{3}-\d\d-\d\d$/.test(value) ? new Date(value) : new Date(NaN);
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== value) fail(path, "date");
};
const taskKey: Check = (value, path) => {
  if (typeof value !== "string" || !/^.+#[1-9]\d*$/.test(value)) fail(path, "key");
};

function oneOf(...values: readonly (string | number)[]): Check {
  return (value, path) => {
    if (!values.includes(value as string)) fail(path, "choice", values.join(", "));
  };
}

function number(low: number, high: number, whole: boolean): Check {
  return (value, path) => {
    const isKind = whole ? Number.isInteger(value) : Number.isFinite(value); // 1e400 is read as infinite
    const fits = isKind && (value as number) >= low && (value as number) <= high;
    if (!fits) fail(path, "range", high === Infinity ? `≥ ${low}` : `${low}–${high}`);
  };
}

function list(each: Check, unique = false): Check {
  return (value, path) => {
    if (!Array.isArray(value)) fail(path, "list");
    for (const [index, entry] of value.entries()) each(entry, `${path}[${index}]`);
    if (unique && new Set(value).size !== value.length) fail(path, "repeated");
  };
}

function inside(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

function record(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) fail(path, "type", "{…}");
  return value as Record<string, unknown>;
}

/** Every field of the shape, and no other; those of `optional` may be left out. */
function fields(value: unknown, path: string, shape: Shape, optional: Shape = {}): void {
  const found = record(value, path);
  for (const [name, check] of Object.entries(shape)) {
    if (!Object.hasOwn(found, name)) fail(inside(path, name), "missing");
    check(found[name], inside(path, name));
  }
  for (const name of Object.keys(found)) {
    if (Object.hasOwn(shape, name)) continue;
    if (!Object.hasOwn(optional, name)) fail(inside(path, name), "unknown");
    optional[name]!(found[name], inside(path, name));
  }
}

const MARK = oneOf(0, 1, 2);
const ANSWER: Shape = { item: text, short: MARK, depth: MARK, followup: MARK, seconds: number(0, Infinity, false) };
const EVENTS: Record<StudyEvent["type"], Shape> = {
  review: { item: text, grade: oneOf(1, 2, 3, 4), source: oneOf(...SOURCES) },
  undo: { of: uuid },
  suspend: { item: text },
  resume: { item: text },
  bury: { item: text, until: moment },
  quiz: { item: text, picked: list(number(0, Infinity, true), true), right: truth },
  interview: {
    minutes: number(1, 600, true),
    level: oneOf(...LEVELS),
    topics: list(text),
    answers: list((value, path) => fields(value, path, ANSWER)),
  },
  practice: { item: text, deed: oneOf(...DEEDS), seconds: number(0, Infinity, false) },
  tick: { key: taskKey, on: truth },
  settings: {},
};
/** Fields that an event may leave out. */
const OPTIONAL: Partial<Record<StudyEvent["type"], Shape>> = { interview: { role: oneOf(...TRACKS) } };
const SETTINGS: Shape = {
  retention: number(0.7, 0.97, false),
  new_per_day: number(0, 9999, true),
  reviews_per_day: number(0, 9999, true),
  kinds: list(oneOf(...KINDS), true),
  interview_date: date,
  minutes_per_day: number(10, 960, true),
  role: oneOf(...TRACKS),
};

const event: Check = (value, path) => {
  const { type } = record(value, path);
  if (type === undefined) fail(`${path}.type`, "missing");
  oneOf(...Object.keys(EVENTS))(type, `${path}.type`);
  const isSettings = type === "settings";
  const shape = { id: uuid, at: moment, type: () => {}, ...EVENTS[type as StudyEvent["type"]] };
  fields(value, path, shape, isSettings ? SETTINGS : OPTIONAL[type as StudyEvent["type"]]);
  if (isSettings && Object.keys(value as object).length === 3) fail(path, "empty");
};

const version: Check = (value, path) => {
  if (typeof value === "number" && value > VERSION) fail(path, "newer");
  oneOf(VERSION)(value, path);
};

/** The events of a file's JSON value, or the first thing that is wrong with it. */
export function checkHistory(value: unknown): { events: StudyEvent[] } | { problem: Problem } {
  try {
    const file = record(value, "");
    fields(file, "", { format: oneOf(FORMAT), version, events: list(event) });
    return { events: file.events as StudyEvent[] };
  } catch (error) {
    if (error instanceof Wrong) return { problem: error.problem };
    throw error;
  }
}
