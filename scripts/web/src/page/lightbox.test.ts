import assert from "node:assert/strict";
import { test } from "node:test";
import { bounded, firstScale } from "./lightbox";

test("a picture is never smaller than what fits, nor larger than eight times that", () => {
  assert.deepEqual([0.1, 1, 3, 99].map(bounded), [1, 1, 3, 8]);
});

test("on a small window a picture opens at the size it was drawn at, on a large one it fills it", () => {
  assert.equal(firstScale(320, 800), 2.5);
  assert.equal(firstScale(1200, 800), 1);
  assert.equal(firstScale(0, 800), 1);
});
