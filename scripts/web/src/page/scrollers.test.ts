import assert from "node:assert/strict";
import { test } from "node:test";
import { hiddenSides } from "./scrollers";

test("what fits hides nothing, also with a rounded pixel", () => {
  assert.equal(hiddenSides(0, 300, 300), "");
  assert.equal(hiddenSides(0, 300, 301), "");
});

test("what is wider says where the rest is", () => {
  assert.equal(hiddenSides(0, 300, 500), "right");
  assert.equal(hiddenSides(100, 300, 500), "both");
  assert.equal(hiddenSides(200, 300, 500), "left");
});
