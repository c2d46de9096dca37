import assert from "node:assert/strict";
import { test } from "node:test";
import { anchorOf, pageBehind } from "./address";

const ROOT = "https://a.example/sub/";

test("pages of the site, however their addresses are written", () => {
  for (const path of ["", "x/", "x/#y", "x.html", "zh/x.html#节", "x", "GPT-3.5/", "x/?q=1#a"]) {
    assert.equal(pageBehind(ROOT + path, ROOT)?.href, new URL(path, ROOT).href, path);
  }
});

test("nothing else", () => {
  const others = ["https://b.example/sub/", "https://a.example/other/", "mailto:a@b.c", "javascript:alert(1)", ""];
  const files = ["a.png", "assets/zx/licences.txt", "x/data.json#a", "x.ipynb"].map((name) => ROOT + name);
  for (const href of [...others, ...files]) assert.equal(pageBehind(href, ROOT), null, href);
});

test("a site opened from a disk has no pages that could be fetched", () => {
  assert.equal(pageBehind("file:///home/x/index.html", "file:///home/x/"), null);
});

test("anchors are read as the page has them", () => {
  assert.equal(anchorOf(new URL("https://a.example/#%E8%8A%82")), "节");
  assert.equal(anchorOf(new URL("https://a.example/#节")), "节");
  assert.equal(anchorOf(new URL("https://a.example/#100%")), "100%");
  assert.equal(anchorOf(new URL("https://a.example/")), "");
});
