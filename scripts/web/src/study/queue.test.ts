import assert from "node:assert/strict";
import { test } from "node:test";
import type { StudyEvent } from "./events";
import { answer, at, item, local } from "./made";
import { merge } from "./merge";
import { lastStep, makeQueue } from "./queue";
import { replay } from "./replay";

const ITEMS = ["a", "b", "c", "d", "e", "f"].map((id) => item(id, "x/Y"));

function queue(events: StudyEvent[], now: string) {
  return makeQueue(ITEMS, replay(merge(events)), local(now));
}

function order(events: StudyEvent[], now: string): string {
  return queue(events, now)
    .items.map((one) => one.id)
    .join("");
}

test("new items come in the order of the deck, as many as the day allows", () => {
  const limit = at("2026-11-01 09:00", { type: "settings", new_per_day: 4 });
  assert.equal(order([limit], "2026-11-02 09:00"), "abcd");
  assert.equal(order([limit, answer("2026-11-02 08:00", "a", 4)], "2026-11-02 09:00"), "bcd");
  assert.equal(order([limit, answer("2026-11-01 08:00", "a", 4)], "2026-11-02 09:00"), "bcde");
});

test("a learning step whose minute has come stands before due reviews, and those before new items", () => {
  const events = [
    answer("2026-10-20 09:00", "e", 4), // due on 28 October
    answer("2026-10-21 09:00", "d", 4), // due on 29 October
    answer("2026-11-02 08:50", "f", 1), // due after a minute
  ];
  assert.equal(order(events, "2026-11-02 09:00"), "fedabc");
});

test("a review is due for the whole of its study day, not from its minute on", () => {
  const events = [answer("2026-10-20 20:00", "f", 4)];
  assert.ok(!order(events, "2026-10-28 03:00").includes("f"));
  assert.ok(order(events, "2026-10-28 05:00").startsWith("f"));
});

test("the limit on reviews counts reviews alone", () => {
  const old = ["a", "b", "c"].map((id, index) => answer(`2026-10-2${index} 09:00`, id, 4));
  const limit = at("2026-10-19 09:00", { type: "settings", reviews_per_day: 2, new_per_day: 0 });
  assert.equal(order([...old, limit], "2026-11-20 09:00"), "ab");
  assert.equal(order([...old, limit, answer("2026-11-20 09:00", "a", 3)], "2026-11-20 09:01"), "b");
  assert.equal(
    order([...old, limit, answer("2026-11-20 09:00", "a", 1)], "2026-11-20 09:11"),
    "ab",
    "relearning is no review",
  );
});

test("with nothing else to do a near step is asked early, a far one waited for", () => {
  const none = at("2026-11-01 09:00", { type: "settings", new_per_day: 0 });
  const events = [none, answer("2026-11-02 09:00", "a", 3), answer("2026-11-02 09:01", "b", 1)];
  assert.equal(order(events, "2026-11-02 09:01"), "ba");
  assert.equal(queue(events, "2026-11-02 09:01").learning, 2);
  const hour = replay(merge(events));
  hour.memories.get("a")!.due = local("2026-11-02 10:00");
  hour.memories.get("b")!.due = local("2026-11-02 10:30");
  const waiting = makeQueue(ITEMS, hour, local("2026-11-02 09:01"));
  assert.deepEqual([waiting.items, waiting.waiting], [[], local("2026-11-02 10:00")]);
});

test("suspended items stay away until resumed, buried ones until the next study day", () => {
  const suspend = at("2026-11-02 09:00", { type: "suspend", item: "a" });
  const bury = at("2026-11-02 09:00", { type: "bury", item: "b", until: local("2026-11-03 04:00").toISOString() });
  assert.equal(order([suspend, bury], "2026-11-02 09:01"), "cdef");
  assert.equal(order([suspend, bury], "2026-11-03 03:59"), "cdef");
  assert.equal(order([suspend, bury], "2026-11-03 04:00"), "bcdef");
  assert.equal(
    order([suspend, bury, at("2026-11-03 05:00", { type: "resume", item: "a" })], "2026-11-03 06:00"),
    "abcdef",
  );
});

test("the last step is what undo takes back: both events of a quiz, one of anything else", () => {
  const first = answer("2026-11-02 09:00", "a", 3);
  const quiz = at("2026-11-02 09:01", { type: "quiz", item: "b", picked: [0], right: true });
  const review = { ...answer("2026-11-02 09:01", "b", 3), at: quiz.at };
  const tick = at("2026-11-02 09:02", { type: "tick", key: "x#1", on: true });
  const events = merge([first, quiz, review, tick]);
  assert.deepEqual(new Set(lastStep(events, first.at)), new Set([quiz, review]));
  const undone = merge(events, [
    at("2026-11-02 09:03", { type: "undo", of: quiz.id }),
    at("2026-11-02 09:03", { type: "undo", of: review.id }),
  ]);
  assert.deepEqual(lastStep(undone, first.at), [first]);
  assert.deepEqual(lastStep(undone, quiz.at), [], "nothing before the session is touched");
});
