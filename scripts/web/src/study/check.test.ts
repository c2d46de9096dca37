import assert from "node:assert/strict";
import { test } from "node:test";
import { checkHistory } from "./check";
import { type Deed, quizDeeds, rubricGrade, stamp } from "./events";

const ID = "3f0c8a52-6c1e-4b7e-9a53-0f6f6c1d2e3a";
const AT = "2026-11-16T07:00:00.000Z";
const DEEDS: Deed[] = [
  { type: "review", item: "why-sqrt-dk", grade: 3, source: "review" },
  { type: "undo", of: ID },
  { type: "suspend", item: "a" },
  { type: "resume", item: "a" },
  { type: "bury", item: "a", until: AT },
  { type: "quiz", item: "a", picked: [0, 2], right: false },
  {
    type: "interview",
    minutes: 20,
    level: "senior",
    topics: ["attention"],
    answers: [{ item: "a", short: 2, depth: 0, followup: 1, seconds: 61.5 }],
  },
  { type: "interview", minutes: 45, level: "middle", topics: [], role: "inference", answers: [] },
  { type: "tick", key: "attention/Attention_Mechanism#7", on: true },
  { type: "settings", retention: 0.85, new_per_day: 0, reviews_per_day: 9999, kinds: ["cloze", "question"] },
];

function file(...events: unknown[]): unknown {
  return { format: "zhixing-study", version: 1, events };
}

function event(values: object): unknown {
  return file({ id: ID, at: AT, type: "review", item: "a", grade: 3, source: "review", ...values });
}

function problem(value: unknown): string {
  const checked = checkHistory(value);
  return "problem" in checked ? `${checked.problem.path} ${checked.problem.rule}` : "accepted";
}

test("every kind of event is accepted, unchanged", () => {
  const events = stamp(DEEDS, new Date(AT));
  assert.deepEqual(checkHistory(JSON.parse(JSON.stringify(file(...events)))), { events });
});

test("an empty history is a history", () => assert.equal(problem(file()), "accepted"));

const REFUSED: [name: string, value: unknown, problem: string][] = [
  ["null", null, " type"],
  ["a list", [], " type"],
  ["no format", { version: 1, events: [] }, "format missing"],
  ["a foreign format", { format: "anki", version: 1, events: [] }, "format choice"],
  ["a newer version", { format: "zhixing-study", version: 2, events: [] }, "version newer"],
  ["version 0", { format: "zhixing-study", version: 0, events: [] }, "version choice"],
  ["no events", { format: "zhixing-study", version: 1 }, "events missing"],
  ["events that are no list", { format: "zhixing-study", version: 1, events: {} }, "events list"],
  ["more than there should be", { ...(file() as object), owner: "me" }, "owner unknown"],
  ["an event that is a text", file("review"), "events[0] type"],
  ["no type", file({ id: ID, at: AT }), "events[0].type missing"],
  ["an unknown type", event({ type: "delete" }), "events[0].type choice"],
  ["a type that every object has", event({ type: "toString" }), "events[0].type choice"],
  ["an id that is no UUID", event({ id: "1" }), "events[0].id uuid"],
  ["a UUID of version 1", event({ id: "3f0c8a52-6c1e-1b7e-9a53-0f6f6c1d2e3a" }), "events[0].id uuid"],
  ["a time without milliseconds", event({ at: "2026-11-16T07:00:00Z" }), "events[0].at moment"],
  ["a day that does not exist", event({ at: "2026-02-30T07:00:00.000Z" }), "events[0].at moment"],
  ["another time zone", event({ at: "2026-11-16T07:00:00.000+08:00" }), "events[0].at moment"],
  ["grade 5", event({ grade: 5 }), "events[0].grade choice"],
  ["a grade as text", event({ grade: "3" }), "events[0].grade choice"],
  ["a missing grade", file({ id: ID, at: AT, type: "review", item: "a", source: "review" }), "events[0].grade missing"],
  ["an unknown source", event({ source: "guess" }), "events[0].source choice"],
  ["an empty item", event({ item: "" }), "events[0].item text"],
  ["an unknown field", event({ colour: "red" }), "events[0].colour unknown"],
  ["a setting on a review", event({ retention: 0.9 }), "events[0].retention unknown"],
  ["settings without a setting", file({ id: ID, at: AT, type: "settings" }), "events[0] empty"],
  ["a retention of one", file({ id: ID, at: AT, type: "settings", retention: 1 }), "events[0].retention range"],
  [
    "half a question a day",
    file({ id: ID, at: AT, type: "settings", new_per_day: 0.5 }),
    "events[0].new_per_day range",
  ],
  ["a kind twice", file({ id: ID, at: AT, type: "settings", kinds: ["quiz", "quiz"] }), "events[0].kinds repeated"],
  ["an unknown kind", file({ id: ID, at: AT, type: "settings", kinds: ["song"] }), "events[0].kinds[0] choice"],
  ["a task without its number", file({ id: ID, at: AT, type: "tick", key: "a/B", on: true }), "events[0].key key"],
  ["task zero", file({ id: ID, at: AT, type: "tick", key: "a/B#0", on: true }), "events[0].key key"],
  ["a tick that is 1", file({ id: ID, at: AT, type: "tick", key: "a/B#1", on: 1 }), "events[0].on choice"],
  [
    "a negative option",
    file({ id: ID, at: AT, type: "quiz", item: "a", picked: [-1], right: true }),
    "events[0].picked[0] range",
  ],
  [
    "a mark of three",
    file({
      id: ID,
      at: AT,
      type: "interview",
      minutes: 20,
      level: "senior",
      topics: [],
      answers: [{ item: "a", short: 3, depth: 0, followup: 0, seconds: 1 }],
    }),
    "events[0].answers[0].short choice",
  ],
  [
    "an interview for a role that nobody has",
    file({ id: ID, at: AT, type: "interview", minutes: 20, level: "senior", topics: [], role: "systems", answers: [] }),
    "events[0].role choice",
  ],
  [
    "a time without end",
    file({
      ...{ id: ID, at: AT, type: "interview", minutes: 20, level: "senior", topics: [] },
      answers: [{ item: "a", short: 0, depth: 0, followup: 0, seconds: JSON.parse("1e400") }],
    }),
    "events[0].answers[0].seconds range",
  ],
];
for (const [name, value, expected] of REFUSED) {
  test(`refused: ${name}`, () => assert.equal(problem(value), expected));
}

test("the first wrong value is named, not the last", () => {
  const good = stamp(DEEDS.slice(0, 1), new Date(AT))[0];
  assert.equal(problem(file(good, { ...good, grade: 9 }, { ...good, grade: 0 })), "events[1].grade choice");
});

test("a quiz answer is a result and a review at the same moment", () => {
  const [quiz, review] = stamp(quizDeeds("q", [1], false), new Date(AT));
  assert.equal(quiz!.at, review!.at);
  assert.notEqual(quiz!.id, review!.id);
  assert.deepEqual(
    [review!.type === "review" && review!.grade, quizDeeds("q", [1], true)[1]],
    [1, { type: "review", item: "q", grade: 3, source: "quiz" }],
  );
});

test("a rubric of six points becomes a grade", () => {
  const grades = [0, 1, 2, 3, 4, 5, 6].map((sum) => {
    const marks = [0, 1, 2].map((part) => Math.min(2, Math.max(0, sum - 2 * part)) as 0 | 1 | 2);
    return rubricGrade({ short: marks[0]!, depth: marks[1]!, followup: marks[2]! });
  });
  assert.deepEqual(grades, [1, 1, 2, 2, 3, 3, 4]);
});
