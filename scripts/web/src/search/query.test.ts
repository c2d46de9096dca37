import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "./query";

const words = (query: string): string[] => parse(query).units.map(({ word }) => word);

test("letters that stand one by one are one word", () => {
  for (const query of ["Q K V", "Q, K, V", "q/k/v", "Q、K、V"]) assert.deepEqual(words(query), ["qkv"]);
  assert.deepEqual(words("K V cache"), ["kv", "cache"]);
});

test("short words and names are left as they are", () => {
  assert.deepEqual(words("a GQA model"), ["gqa", "model"]);
  assert.deepEqual(words("why do I need dropout"), ["dropout"]);
  assert.deepEqual(words("x-y plane"), words("x-y plane "));
});
