import assert from "node:assert/strict";
import { test } from "node:test";
import { seeded, shuffle } from "./order";

test("an order follows from its seed", () => {
  const order = (text: string): number[] => shuffle([0, 1, 2, 3], seeded(text));
  assert.deepEqual(order("1:quiz"), order("1:quiz"));
  assert.notDeepEqual(["1:a", "1:b", "1:c", "1:d", "1:e"].map(order), ["2:a", "2:b", "2:c", "2:d", "2:e"].map(order));
});

test("each option comes to each place about equally often", () => {
  const counts = [0, 0, 0, 0];
  for (let sitting = 0; sitting < 4000; sitting++) {
    const place = shuffle([0, 1, 2, 3], seeded(`${sitting}:quiz`)).indexOf(0);
    counts[place] = counts[place]! + 1;
  }
  for (const count of counts) assert.ok(Math.abs(count - 1000) < 150, String(counts));
});
