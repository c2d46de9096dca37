import assert from "node:assert/strict";
import { test } from "node:test";
import { readableTimeline } from "./timeline";

test("another diagram stays as it is", () => {
  const text = "flowchart LR\n  a[很长很长很长很长很长很长很长的标签] --> b";
  assert.equal(readableTimeline(text), text);
});

test("a timeline runs downwards unless it says otherwise", () => {
  assert.equal(
    readableTimeline("timeline\n    title T\n    2017 : Attention"),
    "timeline TD\n    title T\n    2017 : Attention",
  );
  assert.equal(readableTimeline("timeline LR\n    2017 : a"), "timeline LR\n    2017 : a");
});

test("a Chinese label is broken between characters, a Latin word is not, and no line begins with a mark", () => {
  const lines = readableTimeline("timeline\n    2017 : 多头注意力，每个头一个键、一个值 : PaLM").split("\n");
  const label = lines[1]?.split(" : ")[1] ?? "";
  assert.equal(label.replaceAll("<br>", ""), "多头注意力，每个头一个键、一个值");
  assert.ok(label.includes("<br>"));
  for (const line of label.split("<br>")) {
    assert.ok(line.length <= 9, line);
    assert.doesNotMatch(line, /^[，、]/);
  }
  assert.ok(lines[1]?.endsWith(" : PaLM"));
  assert.match(readableTimeline("timeline\n    2024 年 12 月 : DeepSeek-V3 沿用 MLA，61 层"), /DeepSeek-V3/);
});

test("breaks that an author has set stay", () => {
  const text = "timeline TD\n    2019 : 共享一个键头也就是多查询<br>（MQA）";
  assert.equal(readableTimeline(text), text);
});
