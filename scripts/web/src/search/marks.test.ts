import assert from "node:assert/strict";
import { test } from "node:test";
import { marked } from "./marks";
import { parse } from "./query";

const shown = (text: string, query: string): string =>
  marked(text, parse(query).words)
    .map((piece) => (piece.mark ? `[${piece.text}]` : piece.text))
    .join("");

test("words are marked in every form, and not inside other words", () => {
  assert.equal(shown("Caches are cached; an encache is not", "cache "), "[Caches] are [cached]; an encache is not");
  assert.equal(shown("The KV cache of a model", "kv-cache memory "), "The [KV] [cache] of a model");
  assert.equal(shown("Normalized by normalisation", "normalise "), "[Normalized] by [normalisation]");
});

test("the word that is being typed is marked from its beginning", () => {
  assert.equal(shown("attention weights", "atten"), "[attention] weights");
});

test("Chinese is marked as a whole where it stands, in parts elsewhere", () => {
  assert.equal(shown("旋转位置编码与位置", "位置编码"), "旋转[位置编码]与[位置]");
  assert.equal(shown("缩放点积", "为什么要缩放"), "[缩放]点积");
});

test("nothing is lost", () => {
  const text = "a=b √d_k 注意力 İ ﬁ end";
  for (const query of ["end", "注意力", "x", "dk"]) {
    assert.equal(
      marked(text, parse(query).words)
        .map((piece) => piece.text)
        .join(""),
      text,
    );
  }
});
