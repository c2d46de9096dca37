// Inside a card: the sections, questions, exercises and symbols that answer a query, and what to show of them.
import type { Details } from "./index";
import type { Query } from "./query";
import { fold, HAN, terms } from "./terms";

export type Kind = "text" | "heading" | "question" | "exercise" | "symbol";

export interface Hit {
  kind: Kind;
  /** From the root of the site. */
  url: string;
  title: string;
  excerpt: string;
  score: number;
}

const known = new WeakMap<Details, Map<string, Set<string>>>(); // a text is cut into terms once, not at each key

function termsIn(details: Details, text: string): Set<string> {
  const all = known.get(details) ?? new Map<string, Set<string>>();
  const found = all.get(text) ?? new Set(terms(text));
  known.set(details, all.set(text, found));
  return found;
}

/** What is found in a card, best first, and how well its best place answers. */
export function look(details: Details, url: string, query: Query): { hits: Hit[]; best: number; exact: boolean } {
  const worth = query.units.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const share = (...texts: string[]): number => {
    const held = texts.map((text) => termsIn(details, text));
    let found = 0;
    for (const unit of query.units) {
      let fit = 0;
      for (const [term, weight] of unit.terms) if (held.some((one) => one.has(term))) fit = Math.max(fit, weight);
      found += unit.weight * fit;
    }
    return found / worth;
  };
  const at = (anchor: string): string => (anchor ? `${url}#${encodeURIComponent(anchor)}` : url);
  const hits: Hit[] = [];
  let best = 0;
  for (const [anchor, heading, text] of details.sections) {
    const [title, body] = [share(heading), share(text)];
    best = Math.max(best, share(heading, text));
    const score = 1.2 * title + body;
    const kind = title > 0.5 ? "heading" : "text";
    if (score > 0.2) hits.push({ kind, url: at(anchor), title: heading, excerpt: excerpt(text, query), score });
  }
  for (const [anchor, words] of details.questions ?? []) {
    const score = 2.1 * share(words);
    if (score > 0.8) hits.push({ kind: "question", url: at(anchor), title: words, excerpt: "", score });
  }
  for (const [name, section] of details.symbols ?? []) {
    const score = 1.9 * share(name);
    const [anchor, heading] = details.sections[section] ?? ["", ""];
    if (score > 1.2) hits.push({ kind: "symbol", url: at(anchor), title: name, excerpt: heading, score });
  }
  for (const [address, title, name, prompt] of details.exercises ?? []) {
    const score = 1.5 * share(title, name) + 0.6 * share(prompt);
    if (score > 0.7) hits.push({ kind: "exercise", url: address, title, excerpt: cut(prompt, 0), score });
  }
  const exact = query.runs.some((run) => run.length > 2) && query.runs.every((run) => holds(details, run));
  if (!hits.length) {
    // Found by its name, or by what its twin says: show how it begins.
    const [anchor, heading, text] = details.sections.find(([, , words]) => words) ?? ["", "", ""];
    if (text) hits.push({ kind: "text", url: at(anchor), title: heading, excerpt: cut(text, 0), score: 0 });
  }
  return { hits: hits.sort((a, b) => b.score - a.score), best, exact };
}

function holds(details: Details, run: string): boolean {
  return (
    details.sections.some(([, heading, text]) => heading.includes(run) || text.includes(run)) ||
    (details.questions ?? []).some(([, words]) => words.includes(run))
  );
}

/** The text around the place where most of the wanted words stand close together. */
export function excerpt(text: string, { words }: Query): string {
  const folded = fold(text);
  const places: number[] = [];
  for (const word of words) {
    for (let at = folded.indexOf(word), seen = 0; at >= 0 && seen < 20; at = folded.indexOf(word, at + 1), seen++) {
      if (HAN.test(word) || !/[a-z0-9]/.test(folded[at - 1] ?? "")) places.push(at);
    }
  }
  places.sort((a, b) => a - b);
  let [start, most] = [places[0] ?? 0, 0];
  for (const [number, place] of places.entries()) {
    let near = 0;
    while ((places[number + near] ?? Number.POSITIVE_INFINITY) < place + 90) near++;
    if (near > most) [start, most] = [place, near];
  }
  return cut(text, start);
}

function cut(text: string, place: number): string {
  const [before, after] = HAN.test(text.slice(place, place + 40)) ? [20, 70] : [50, 130];
  let start = place < before ? 0 : place - before;
  while (start > 0 && start < place && /[A-Za-z0-9]/.test(text[start - 1] ?? "")) start++;
  let end = Math.min(text.length, place + after);
  while (
    end < text.length &&
    end > place &&
    /[A-Za-z0-9]/.test(text[end] ?? "") &&
    /[A-Za-z0-9]/.test(text[end - 1] ?? "")
  )
    end--;
  return (start ? "… " : "") + text.slice(start, end).trim() + (end < text.length ? " …" : "");
}
