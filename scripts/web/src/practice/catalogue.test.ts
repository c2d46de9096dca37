import assert from "node:assert/strict";
import { test } from "node:test";
import type { Deed, StudyEvent } from "../study/events";
import { at, local } from "../study/made";
import { merge } from "../study/merge";
import { replay } from "../study/replay";
import { attempt, concluded, done } from "./attempt";
import { fill, isWanted, say, stateOf, type Task } from "./catalogue";

const TASK: Task = {
  id: "log-softmax",
  define: "log_softmax",
  file: "softmax",
  card: "Softmax_Card",
  category: "foundations",
  minutes: 8,
  level: 2,
  torch: false,
  title: "不溢出的 log-softmax",
  prompt: "",
  hints: [],
  stub: "",
  reference: "",
  claims: [],
};

function stamped(time: string, deeds: Deed[]): StudyEvent[] {
  return deeds.map((deed) => at(time, deed));
}

function state(events: StudyEvent[], now: string) {
  const known = merge(events);
  return stateOf(TASK, known, replay(known), local(now));
}

test("a task goes from new through started to solved, and comes back", () => {
  const start = stamped("2026-11-16 10:00", done(TASK.id, "start"));
  assert.equal(state([], "2026-11-16 10:00").name, "new");
  assert.equal(state(start, "2026-11-16 10:01").name, "open");
  const wrong = [...start, ...stamped("2026-11-16 10:02", done(TASK.id, "rejected", 120))];
  const deeds = concluded(TASK.id, attempt(wrong, TASK.id), "accepted", TASK.minutes, local("2026-11-16 10:03"));
  const solved = [...wrong, ...stamped("2026-11-16 10:03", deeds)];
  assert.deepEqual(
    deeds.map((deed) => (deed.type === "review" ? deed.grade : deed.type)),
    ["practice", 3],
  );
  const { name, days } = state(solved, "2026-11-16 11:00");
  assert.equal(name, "solved");
  assert.ok(days >= 1); // never on the day on which it was solved
  assert.equal(state(solved, "2026-12-31 11:00").name, "due");
});

test("giving up is no solution", () => {
  const events = stamped("2026-11-16 10:00", done(TASK.id, "gave-up"));
  assert.equal(state(events, "2026-11-16 10:01").name, "tried");
});

test("a filter keeps what it names, typed words may stand anywhere", () => {
  const solved = { name: "solved", days: 3 } as const;
  const due = { name: "due", days: 0 } as const;
  assert.ok(isWanted(TASK, solved, "all", ""));
  assert.ok(isWanted(TASK, due, "solved", "SOFTMAX card"));
  assert.ok(isWanted(TASK, due, "due", "溢出"));
  assert.ok(!isWanted(TASK, solved, "due", ""));
  assert.ok(!isWanted(TASK, solved, "unsolved", ""));
  assert.ok(!isWanted(TASK, { name: "new", days: 0 }, "unsolved", "rope"));
});

test("gaps are filled, texts are said in one language", () => {
  assert.equal(
    fill("within {seconds:g} s, {number} of {total}", { seconds: 30, number: 1, total: 4 }),
    "within 30 s, 1 of 4",
  );
  assert.equal(say(["one", "一"], 1), "一");
  assert.equal(say(["one"], 1), "one");
  assert.equal(say("both", 1), "both");
});
