import assert from "node:assert/strict";
import { test } from "node:test";
import { drawDiagram } from "./diagram";

const CHAIN = `flowchart LR\n${Array.from({ length: 12 }, (_, n) => `  a${n}["step number ${n}"] --> a${n + 1}`).join("\n")}\n`;

test("a picture brings no colour, no font and no host along, and says what it shows", () => {
  const { html, error } = drawDiagram('flowchart TB\n  a["Q: n × d"] -->|"scale"| b["<b>K</b> & V"]\n');
  assert.equal(error, "");
  assert.doesNotMatch(html, /https?:|<style|@import|data-/);
  assert.match(html, /role="img" aria-label="Q: n × d → [^"]*K[^"]*&amp; V \(scale\)"/);
  assert.match(html, /marker-end="url\(#(d\w+-[\w-]+)\)"/);
  const used = /url\(#([\w-]+)\)/.exec(html)![1];
  assert.ok(html.includes(`id="${used}"`));
});

test("what is too wide for the column runs downwards, on a phone too", () => {
  const width = Number(/width="(\d+)"/.exec(drawDiagram(CHAIN).html)![1]);
  assert.ok(width < 330, `${width}`);
  const short = drawDiagram(
    'flowchart LR\n  a["a longer label here"] --> b["and another one there"] --> c["c"]\n',
  ).html;
  assert.match(short, /zx-wide[\s\S]*zx-narrow/);
});

test("no two pictures share the names of their marks", () => {
  const ids = [
    ...drawDiagram(CHAIN).html.matchAll(/ id="([^"]+)"/g),
    ...drawDiagram("flowchart TB\n a --> b\n").html.matchAll(/ id="([^"]+)"/g),
  ].map((m) => m[1]);
  assert.equal(new Set(ids).size, ids.length);
});

test("links that are not shown keep their ends in the box", () => {
  const { html, error } = drawDiagram(
    'flowchart LR\n  subgraph 输入\n    a["the"] ~~~ b["cat"] ~~~ c["sat"]\n  end\n  subgraph 目标\n    d["cat"] ~~~ e["sat"] ~~~ f["down"]\n  end\n  a -->|"看到：the"| d\n  b -->|"看到：the cat"| e\n  c -->|"看到：the cat sat"| f\n',
  );
  assert.equal(error, "");
  assert.doesNotMatch(html, /~/);
  for (const label of ["输入", "目标", "the", "down"]) assert.match(html, new RegExp(`>${label}<`));
});

test("nothing of a label becomes markup", () => {
  const { html } = drawDiagram('flowchart TB\n  a["<img src=x onerror=alert(1)>"] --> b["x"]\n');
  assert.doesNotMatch(html, /<img|<script/);
});

test("other kinds are left to the browser", () => {
  assert.notEqual(drawDiagram('pie\n  "a" : 1\n').error, "");
  assert.notEqual(drawDiagram("gantt\n  title x\n").error, "");
  assert.equal(drawDiagram("sequenceDiagram\n  A->>B: hello\n").error, "");
});
