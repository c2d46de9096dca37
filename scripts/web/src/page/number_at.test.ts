import assert from "node:assert/strict";
import { test } from "node:test";
import { countBefore, digitsAt } from "./number_at";

test("the digits under a place, without the punctuation that follows them", () => {
  const text = "It has 12,288 columns, 0.5 of 8.";
  assert.deepEqual(digitsAt(text, 9), { start: 7, digits: "12,288" });
  assert.deepEqual(digitsAt(text, text.length - 1), { start: 30, digits: "8" });
  assert.equal(digitsAt(text, 2), null);
  assert.equal(digitsAt("no digits", 3), null);
});

test("how often the same digits stand before, whole numbers only", () => {
  assert.equal(countBefore(["8 heads of 64", "18 and 8, then 8"], "8", 15), 2);
  assert.equal(countBefore(["8"], "8", 0), 0);
});
