import assert from "node:assert/strict";
import { test } from "node:test";
import { distance, misspelt, nearest, split } from "./typos";

test("one letter put in, left out, changed or swapped is one edit", () => {
  assert.equal(distance("attention", "attention"), 0);
  for (const typo of ["attenion", "atttention", "attentiom", "atetntion", "ttention", "attentio"]) {
    assert.equal(distance(typo, "attention"), 1, typo);
  }
  assert.equal(distance("dropuot", "dropout"), 1);
  assert.equal(distance("atenion", "attention"), 2);
  assert.equal(distance("aetntino", "attention"), 3);
  assert.equal(distance("softmax", "transformer"), 3);
});

test("short words are not corrected, long ones by up to two letters", () => {
  const known = ["rope", "softmax", "speculative", "transformer"];
  assert.deepEqual(nearest("rop", known), []);
  assert.deepEqual(nearest("ropr", known), []);
  assert.deepEqual(nearest("sofmax", known), ["softmax"]);
  assert.deepEqual(nearest("sfmax", known), []);
  assert.deepEqual(nearest("speclatve", known), ["speculative"]);
});

test("words that were run together are taken apart", () => {
  const known = new Set(["kv", "cache", "self", "attention"]);
  assert.deepEqual(
    split("kvcache", (word) => known.has(word)),
    ["kv", "cache"],
  );
  assert.equal(
    split("kvcash", (word) => known.has(word)),
    null,
  );
});

test("a Chinese name of four characters is known by three of them", () => {
  const names = ["位置编码", "自注意力", "多头注意力"];
  assert.deepEqual(misspelt("位子编码", names), [[0, "位置编码"]]);
  assert.deepEqual(misspelt("为什么位置遍码", names), [[3, "位置编码"]]);
  assert.deepEqual(misspelt("位置编码", names), []);
  assert.deepEqual(misspelt("闪存注意力", names), []); // 存注意力 is no misspelt 自注意力
});
