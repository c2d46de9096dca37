import assert from "node:assert/strict";
import { test } from "node:test";
import { drawTimeline, TIMELINE } from "./timeline";

test("moments, several events, breaks and what follows on the next line", () => {
  const { html, error } = drawTimeline(
    "timeline\n  title Masks\n  2017 : Transformer,<br>a decoder\n  2020 : Longformer : T5 <i>\n       : more\n  2023 : 因果掩码之下<br>的解码器\n",
  );
  assert.equal(error, "");
  assert.match(html, /<figcaption>Masks<\/figcaption>/);
  assert.match(html, /<li><b>2017<\/b> <div>Transformer, a decoder<\/div><\/li>/);
  assert.match(html, /<ul><li>Longformer<\/li><li>T5 &lt;i&gt;<\/li><li>more<\/li><\/ul>/);
  assert.match(html, /因果掩码之下的解码器/);
});

test("sections keep their names, a clock's colon is no event", () => {
  const { html } = drawTimeline("timeline\nsection Morning\n  at 9:30 : coffee\nsection Noon\n  12 : lunch\n");
  assert.match(html, /<p>Morning<\/p><ol><li><b>at 9:30<\/b> <div>coffee<\/div>/);
  assert.match(html, /<p>Noon<\/p><ol><li><b>12<\/b>/);
});

test("what is none is said", () => {
  assert.notEqual(drawTimeline("timeline\n").error, "");
  assert.notEqual(drawTimeline("timeline\n : nothing yet\n").error, "");
  assert.ok(TIMELINE.test("%% note\n  timeline\n"));
  assert.ok(!TIMELINE.test("flowchart LR\n a-->timeline\n"));
});
