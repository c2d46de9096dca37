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

test("a character that the words of a question cut off belongs to what stands before it", () => {
  const meant = (query: string): string[][] => parse(query).units.map(({ terms }) => [...terms.keys()]);
  assert.deepEqual(meant("解码为什么慢"), [["解码"], ["慢", "码慢"]]);
  assert.deepEqual(meant("慢"), [["慢"]]);
});

test("a verb that belongs to the words of a question is none of what is asked for", () => {
  assert.deepEqual(words("秩取多大合适"), ["秩"]);
  assert.deepEqual(words("相关性怎么算"), ["相关", "关性"]);
  assert.deepEqual(words("显存怎么估算"), ["显存"]);
  assert.deepEqual(words("提示要不要掩码"), ["提示", "掩码"]);
  assert.deepEqual(words("怎么算相关性"), words("相关性怎么算"));
  assert.deepEqual(words("读取缓存"), ["读取", "取缓", "缓存"]);
});
