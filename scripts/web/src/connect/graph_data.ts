// The graph of the cards, as it was laid out when the site was built, and what can be asked of it.

export const KINDS = ["link", "prerequisite", "import"] as const;
export const STATES = ["new", "begun", "read", "learned"] as const;
export type State = (typeof STATES)[number];

export interface Node {
  key: string;
  title: string;
  url: string;
  category: number; // place in the list of categories; -1 without
  difficulty: number;
  minutes: number;
  tags: string[];
  x: number;
  y: number;
}

export interface Edge {
  from: number;
  to: number;
  kind: number;
}

export interface GraphFile {
  categories: [id: string, name: string][];
  nodes: [string, string, string, number, number, number, string[], number, number][];
  edges: [number, number, number][];
  /** The pages that are no cards: title and address. */
  pages?: Record<string, [title: string, url: string]>;
}

export class Graph {
  readonly categories: readonly [string, string][];
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  /** How many edges touch each node. */
  readonly degree: readonly number[];

  constructor(file: GraphFile) {
    this.categories = file.categories;
    this.nodes = file.nodes.map(([key, title, url, category, difficulty, minutes, tags, x, y]) => {
      return { key, title, url, category, difficulty, minutes, tags, x, y };
    });
    this.edges = file.edges.map(([from, to, kind]) => ({ from, to, kind }));
    const degree = this.nodes.map(() => 0);
    for (const { from, to } of this.edges) {
      degree[from]!++;
      degree[to]!++;
    }
    this.degree = degree;
  }

  find(key: string): number {
    return this.nodes.findIndex((node) => node.key === key);
  }

  /** The nodes that can be reached in so many steps along edges of some kinds, in either direction. */
  near(start: number, steps: number, kinds: ReadonlySet<number>): Set<number> {
    let edge = new Set([start]);
    const found = new Set(edge);
    for (let step = 0; step < steps; step++) {
      const next = new Set<number>();
      for (const { from, to, kind } of this.edges) {
        if (!kinds.has(kind)) continue;
        if (edge.has(from) && !found.has(to)) next.add(to);
        if (edge.has(to) && !found.has(from)) next.add(from);
      }
      for (const one of next) found.add(one);
      edge = next;
    }
    return found;
  }

  /** All that a card builds on, each after what it builds on itself; a ring is cut where it closes. */
  before(start: number): number[] {
    const needs = new Map<number, number[]>();
    for (const { from, to, kind } of this.edges) {
      if (kind === 1) needs.set(from, [...(needs.get(from) ?? []), to]);
    }
    const seen = new Set([start]);
    const ordered: number[] = [];
    const stack: [number, number[]][] = [[start, [...(needs.get(start) ?? [])]]];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const next = top[1].shift();
      if (next === undefined) {
        stack.pop();
        if (stack.length) ordered.push(top[0]);
      } else if (!seen.has(next)) {
        seen.add(next);
        stack.push([next, [...(needs.get(next) ?? [])]]);
      }
    }
    return ordered;
  }
}

export interface Filter {
  category: string;
  tag: string;
  difficulty: number; // at most; 0 for all
  state: string;
  kinds: ReadonlySet<number>;
}

/** The nodes that a filter lets through. */
export function passing(graph: Graph, filter: Filter, states: ReadonlyMap<string, State>): Set<number> {
  const found = new Set<number>();
  graph.nodes.forEach((node, number) => {
    const category = graph.categories[node.category]?.[0] ?? "";
    const fits =
      (!filter.category || filter.category === category) &&
      (!filter.tag || node.tags.some((tag) => tag.toLowerCase() === filter.tag.toLowerCase())) &&
      (!filter.difficulty || node.difficulty <= filter.difficulty) &&
      (!filter.state || (states.get(node.key) ?? "new") === filter.state);
    if (fits) found.add(number);
  });
  return found;
}

/** The tags of all cards, the most used first; spelling as first seen. */
export function tagsOf(graph: Graph): string[] {
  const count = new Map<string, { tag: string; times: number }>();
  for (const tag of graph.nodes.flatMap((node) => node.tags)) {
    const known = count.get(tag.toLowerCase()) ?? { tag, times: 0 };
    count.set(tag.toLowerCase(), { tag: known.tag, times: known.times + 1 });
  }
  return [...count.values()].sort((a, b) => b.times - a.times || (a.tag < b.tag ? -1 : 1)).map(({ tag }) => tag);
}
