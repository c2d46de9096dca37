import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMermaid } from "beautiful-mermaid";
import { plainFlowchart } from "./flowchart";

/** Labels and arrows as the library reads what was written for it. */
function read(text: string): [string[], string[]] {
  const plain = plainFlowchart(text);
  assert.ok(plain, text);
  const { nodes, edges } = parseMermaid(plain);
  const label = (id: string) => nodes.get(id)?.label ?? id;
  return [
    [...nodes.values()].map((node) => node.label).sort(),
    edges.map((edge) => `${label(edge.source)}>${label(edge.target)}${edge.label ? `:${edge.label}` : ""}`).sort(),
  ];
}

test("arrows without spaces, chains, several ends, words on arrows", () => {
  assert.deepEqual(read("graph TD;\na-->b;\nb---c\n"), [
    ["a", "b", "c"],
    ["a>b", "b>c"],
  ]);
  assert.deepEqual(read("flowchart LR\n a & b --> c ==> d\n"), [
    ["a", "b", "c", "d"],
    ["a>c", "b>c", "c>d"],
  ]);
  assert.deepEqual(read('flowchart LR\n a -->|"x y"| b\n a -- yes --> c\n')[1], ["a>b:x y", "a>c:yes"]);
});

test("words between two halves of an arrow, quoted or not", () => {
  assert.deepEqual(read('flowchart LR\n a{"training?"} -- "yes" --> b -. two words .-> c == no ==> d\n')[1], [
    "b>c:two words",
    "c>d:no",
    "training?>b:yes",
  ]);
});

test("Chinese names are names", () => {
  assert.deepEqual(read("flowchart LR\n 甲 --> 乙[模型]\n 乙 --> 丙\n"), [
    ["丙", "模型", "甲"],
    ["模型>丙", "甲>模型"],
  ]);
  const groups = parseMermaid(
    plainFlowchart("flowchart LR\nsubgraph 输入\n a\nend\nsubgraph 目标\n b\nend\n")!,
  ).subgraphs;
  assert.deepEqual(
    groups.map(({ label, nodeIds }) => [label, nodeIds]),
    [
      ["输入", ["a"]],
      ["目标", ["b"]],
    ],
  );
});

test("a link that is not shown is none, its ends stay", () => {
  assert.deepEqual(read('flowchart LR\n a["x"] ~~~ b ~~~ c\n'), [["b", "c", "x"], []]);
});

test("what is not understood is left to the browser", () => {
  for (const line of [
    "a o--o b",
    "a[/x/] --> b",
    "a@{ shape: circle } --> b",
    "a>x] --> b",
    "a --> ",
    'a["x --> b',
    "click a",
  ]) {
    assert.equal(plainFlowchart(`flowchart LR\n ${line}\n`), null, line);
  }
  assert.equal(plainFlowchart("flowchart\n a --> b\n"), null);
});
