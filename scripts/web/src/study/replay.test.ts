import assert from "node:assert/strict";
import { test } from "node:test";
import { dayEnd, dayNumber, weekNumber } from "./day";
import type { Grade, StudyEvent } from "./events";
import { answer, at, local } from "./made";
import { merge } from "./merge";
import { DEFAULTS, extend, replay } from "./replay";
import { State } from "./schedule";

function memory(events: StudyEvent[], item = "a") {
  return replay(merge(events)).memories.get(item);
}

function minutes(events: StudyEvent[]): number {
  return (memory(events)!.due.getTime() - new Date(events.at(-1)!.at).getTime()) / 60_000;
}

const FIRST = "2026-11-02 09:00";

test("the first answer leads into the learning steps", () => {
  const steps = ([1, 2, 3, 4] as Grade[]).map((grade) => minutes([answer(FIRST, "a", grade)]));
  assert.deepEqual(steps, [1, 5.5, 10, 8 * 1440]);
});

test("Hard on the second step repeats it; Good leaves the steps for whole days", () => {
  const good = answer(FIRST, "a", 3);
  assert.equal(minutes([good, answer("2026-11-02 09:10", "a", 2)]), 10);
  const events = [good, answer("2026-11-02 09:10", "a", 3)];
  assert.equal(memory(events)!.state, State.Review);
  assert.equal(minutes(events) % 1440, 0);
});

test("a lapse leads into relearning for ten minutes", () => {
  const events = [answer(FIRST, "a", 4), answer("2026-11-10 09:00", "a", 1)];
  assert.equal(memory(events)!.state, State.Relearning);
  assert.equal(memory(events)!.lapses, 1);
  assert.equal(minutes(events), 10);
});

test("days are study days: an hour across midnight is none, an evening and a morning are one", () => {
  const grow = (second: string): number => {
    const events = [answer("2026-11-02 22:00", "a", 4), answer(second, "a", 3)];
    return memory(events)!.stability;
  };
  assert.equal(grow("2026-11-03 01:00"), grow("2026-11-02 23:00"));
  assert.equal(grow("2026-11-03 06:00"), grow("2026-11-03 21:59"));
  assert.ok(grow("2026-11-03 06:00") > grow("2026-11-03 01:00"));
});

test("a study day begins at four", () => {
  assert.equal(dayNumber(local("2026-11-03 03:59")), dayNumber(local("2026-11-02 04:00")));
  assert.equal(dayNumber(local("2026-11-03 04:00")), dayNumber(local("2026-11-02 04:00")) + 1);
  assert.deepEqual(dayEnd(local("2026-11-03 03:59")), local("2026-11-03 04:00"));
  assert.deepEqual(dayEnd(local("2026-11-03 04:00")), local("2026-11-04 04:00"));
  assert.deepEqual(dayEnd(local("2026-11-30 12:00"), 1), local("2026-12-02 04:00"));
});

test("a week begins on Monday", () => {
  const [sunday, monday] = [dayNumber(local("2026-11-15 12:00")), dayNumber(local("2026-11-16 12:00"))];
  assert.equal(weekNumber(monday), weekNumber(sunday) + 1);
  assert.equal(weekNumber(monday), weekNumber(monday + 6));
});

test("undo takes an answer back as if it had never been", () => {
  const first = answer(FIRST, "a", 3);
  const second = answer("2026-11-02 09:10", "a", 1);
  const undo = at("2026-11-02 09:11", { type: "undo", of: second.id });
  assert.deepEqual(memory([first, second, undo]), memory([first]));
  assert.equal(replay(merge([first, second, undo])).answers.length, 1);
  const all = at("2026-11-02 09:12", { type: "undo", of: first.id });
  assert.equal(memory([first, second, undo, all]), undefined);
});

test("an undo can be taken back; one without a target does nothing", () => {
  const first = answer(FIRST, "a", 3);
  const undo = at("2026-11-02 09:01", { type: "undo", of: first.id });
  const redo = at("2026-11-02 09:02", { type: "undo", of: undo.id });
  const stray = at("2026-11-02 09:03", { type: "undo", of: "00000000-0000-4000-8000-999999999999" });
  assert.deepEqual(memory([first, undo, redo, stray]), memory([first]));
});

test("the last value of each setting counts, for every due date", () => {
  const events = [answer(FIRST, "a", 4), at("2026-11-03 09:00", { type: "settings", retention: 0.8, new_per_day: 5 })];
  const study = replay(
    merge(events, [at("2026-11-04 09:00", { type: "settings", retention: 0.95, kinds: ["quiz", "question"] })]),
  );
  assert.deepEqual(study.settings, { ...DEFAULTS, retention: 0.95, new_per_day: 5, kinds: ["question", "quiz"] });
  const [strict, usual, lax] = [study.memories.get("a")!, memory([events[0]!])!, memory(events)!];
  assert.ok(strict.due < usual.due && usual.due < lax.due);
  assert.equal(strict.stability, lax.stability);
});

test("suspended, resumed, buried, ticked", () => {
  const study = replay(
    merge([
      at("2026-11-02 09:00", { type: "suspend", item: "a" }),
      at("2026-11-02 09:01", { type: "suspend", item: "b" }),
      at("2026-11-02 09:02", { type: "resume", item: "a" }),
      at("2026-11-02 09:03", { type: "bury", item: "c", until: "2026-11-03T04:00:00.000Z" }),
      at("2026-11-02 09:04", { type: "tick", key: "x#1", on: true }),
      at("2026-11-02 09:05", { type: "tick", key: "x#1", on: false }),
    ]),
  );
  assert.deepEqual([...study.suspended], ["b"]);
  assert.deepEqual(study.buried.get("c"), new Date("2026-11-03T04:00:00.000Z"));
  assert.ok(!study.ticks.has("x#1"));
});

test("adding later events gives what replaying everything gives", () => {
  const events = merge([
    answer(FIRST, "a", 3),
    answer("2026-11-02 09:10", "a", 3),
    at("2026-11-02 09:11", { type: "suspend", item: "b" }),
    at("2026-11-03 09:00", { type: "tick", key: "x#1", on: true }),
    answer("2026-11-05 09:00", "a", 1),
  ]);
  for (let cut = 0; cut <= events.length; cut++) {
    const study = replay(events.slice(0, cut));
    assert.ok(extend(study, events.slice(cut)));
    const [{ scheduler: _, ...mine }, { scheduler: __, ...whole }] = [study, replay(events)];
    assert.deepEqual(mine, whole);
  }
  const study = replay(events);
  assert.ok(!extend(study, [at("2026-11-06 09:00", { type: "undo", of: events[0]!.id })]));
  assert.ok(!extend(study, [at("2026-11-06 09:00", { type: "settings", retention: 0.8 })]));
});

test("twice the answers take twice the steps", () => {
  const steps = (length: number) => {
    let reads = 0;
    const get = (event: StudyEvent, key: PropertyKey) => {
      reads += 1;
      return Reflect.get(event, key);
    };
    const events = Array.from({ length }, (_, index) => {
      const grade = (((index * 7) % 4) + 1) as Grade;
      const when = new Date(1.78e12 + index * 600_000).toISOString();
      return new Proxy<StudyEvent>({ ...answer(FIRST, `item-${index % 400}`, grade), at: when }, { get });
    });
    assert.equal(replay(events).memories.size, 400);
    return reads;
  };
  const [few, many] = [steps(1000), steps(2000)];
  assert.ok(few >= 1000 && many <= 2.2 * few, `${few} reads, then ${many}`);
});
