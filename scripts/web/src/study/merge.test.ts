import assert from "node:assert/strict";
import { test } from "node:test";
import type { StudyEvent } from "./events";
import { exportText, importText } from "./files";
import { answer, at, seeded } from "./made";
import { merge } from "./merge";
import { replay } from "./replay";

const common = [answer("2026-11-01 09:00", "a", 3), answer("2026-11-01 09:01", "b", 1)];
const phone = [
  ...common,
  answer("2026-11-02 09:00", "a", 4),
  at("2026-11-02 09:01", { type: "tick", key: "x#1", on: true }),
];
const laptop = [...common, answer("2026-11-01 20:00", "b", 3), answer("2026-11-03 09:00", "c", 2)];

test("nothing is lost and nothing is doubled", () => {
  const ids = merge(phone, laptop).map((event) => event.id);
  assert.deepEqual(new Set(ids), new Set([...phone, ...laptop].map((event) => event.id)));
  assert.equal(ids.length, new Set(ids).size);
});

test("merging commutes, associates and can be repeated", () => {
  const third = [answer("2026-10-30 09:00", "d", 3)];
  const both = merge(phone, laptop);
  assert.deepEqual(both, merge(laptop, phone));
  assert.deepEqual(both, merge(both, phone));
  assert.deepEqual(merge(merge(phone, laptop), third), merge(phone, merge(third, laptop)));
});

test("events are in the order of time, then of id, however they came", () => {
  const random = seeded(7);
  const mixed = [...phone, ...laptop].sort(() => random() - 0.5);
  const merged = merge(mixed);
  const keys = merged.map((event) => `${event.at} ${event.id}`);
  assert.deepEqual(keys, keys.toSorted());
});

test("one id with two contents: the choice does not depend on the order", () => {
  const one = answer("2026-11-01 09:00", "a", 3);
  const other = { ...one, grade: 1 } as StudyEvent;
  assert.deepEqual(merge([one], [other]), merge([other], [one]));
});

test("the state of the merged history does not depend on the device", () => {
  const here = replay(merge(phone, laptop));
  const there = replay(merge(laptop, phone));
  assert.deepEqual([...here.memories], [...there.memories]);
  assert.equal(here.memories.size, 3);
  assert.ok(here.ticks.has("x#1"));
});

test("a file that was saved can be loaded, byte for byte", () => {
  const text = exportText(merge(phone, laptop));
  const read = importText(text);
  assert.ok("events" in read);
  assert.equal(exportText(read.events), text);
  assert.ok(text.startsWith('{\n "format": "zhixing-study",\n "version": 1,\n "events": [') && text.endsWith("}\n"));
});

test("a byte order mark does no harm, half a file does", () => {
  const text = exportText(phone);
  assert.ok("events" in importText(`\uFEFF${text}`));
  assert.deepEqual(importText(text.slice(0, -20)), { refusal: { reason: "json" } });
  assert.deepEqual(importText(""), { refusal: { reason: "json" } });
});

test("a foreign file is refused with the place of the first wrong value", () => {
  const read = importText('{"notes": []}');
  assert.ok("refusal" in read && read.refusal.reason === "schema");
  assert.equal(read.refusal.problem.path, "format");
});
