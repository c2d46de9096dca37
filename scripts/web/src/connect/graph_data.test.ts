import assert from "node:assert/strict";
import { test } from "node:test";
import { Graph, type GraphFile, passing, tagsOf } from "./graph_data";

const ALL = new Set([0, 1, 2]);

function made(edges: GraphFile["edges"], count = 5): Graph {
  const nodes = Array.from({ length: count }, (_, n): GraphFile["nodes"][0] => {
    return [`k${n}`, `Card ${n}`, `k${n}/`, n % 2, n + 1, 10 * n, n ? ["Some", `t${n}`] : ["some"], n, -n];
  });
  return new Graph({
    categories: [
      ["A", "甲"],
      ["B", "乙"],
    ],
    nodes,
    edges,
  });
}

test("what comes before a card comes in order, each once", () => {
  const graph = made([
    [4, 3, 1],
    [4, 2, 1],
    [3, 1, 1],
    [2, 1, 1],
    [1, 0, 1],
    [0, 4, 0],
    [2, 0, 2],
  ]);
  assert.deepEqual(graph.before(4), [0, 1, 3, 2]);
  assert.deepEqual(graph.before(0), []);
});

test("a ring of prerequisites ends", () => {
  const graph = made([
    [0, 1, 1],
    [1, 2, 1],
    [2, 0, 1],
    [2, 2, 1],
  ]);
  assert.deepEqual(graph.before(0), [2, 1]);
});

test("neighbours are counted in steps, both ways, along the kinds that are wanted", () => {
  const graph = made([
    [0, 1, 0],
    [2, 1, 1],
    [2, 3, 2],
  ]);
  assert.deepEqual([...graph.near(0, 1, ALL)], [0, 1]);
  assert.deepEqual([...graph.near(0, 2, ALL)].sort(), [0, 1, 2]);
  assert.deepEqual([...graph.near(0, 3, ALL)].sort(), [0, 1, 2, 3]);
  assert.deepEqual([...graph.near(0, 3, new Set([0]))], [0, 1]);
  assert.deepEqual(graph.degree, [1, 2, 2, 1, 0]);
});

test("filters hold together", () => {
  const graph = made([]);
  const none = { category: "", tag: "", difficulty: 0, state: "", kinds: ALL };
  const states = new Map([["k1", "read" as const]]);
  assert.equal(passing(graph, none, states).size, 5);
  assert.deepEqual([...passing(graph, { ...none, tag: "SOME", difficulty: 2 }, states)], [0, 1]);
  assert.deepEqual([...passing(graph, { ...none, category: "B" }, states)], [1, 3]);
  assert.deepEqual([...passing(graph, { ...none, state: "read" }, states)], [1]);
  assert.deepEqual([...passing(graph, { ...none, state: "new", category: "B" }, states)], [3]);
  assert.equal(tagsOf(graph)[0], "some");
});
