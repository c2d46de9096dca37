import assert from "node:assert/strict";
import { test } from "node:test";
import { readStops, type Stop, withStop } from "./reading";

const stop = (key: string, share: number): Stop => ({
  key,
  title: key,
  url: `${key}/`,
  anchor: "a",
  heading: "A",
  share,
});

test("the newest stop comes first, each card once", () => {
  const stops = [stop("a", 0.5), stop("b", 0.5)].reduce(withStop, [] as Stop[]);
  assert.deepEqual(
    withStop(stops, stop("a", 0.7)).map(({ key, share }) => [key, share]),
    [
      ["a", 0.7],
      ["b", 0.5],
    ],
  );
});

test("what is not begun, and what is read to the end, is not kept", () => {
  assert.deepEqual(withStop([stop("a", 0.5)], stop("a", 0.99)), []);
  assert.deepEqual(withStop([], stop("a", 0.01)), []);
  const many = Array.from({ length: 50 }, (_, n) => stop(`k${n}`, 0.5)).reduce(withStop, [] as Stop[]);
  assert.equal(many.length, 30);
  assert.equal(many[0]?.key, "k49");
});

test("what was kept is read as far as it is sound", () => {
  assert.deepEqual(readStops(null), []);
  assert.deepEqual(readStops("{"), []);
  assert.deepEqual(readStops('{"a":1}'), []);
  assert.deepEqual(readStops(JSON.stringify([null, 3, { key: "a" }, stop("b", 0.5)])), [stop("b", 0.5)]);
});
