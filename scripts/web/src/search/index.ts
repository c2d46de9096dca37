// One language's part of the index (the engine's page/search.py says how it is written): names of all cards, which
// cards hold which term, and the texts of those that are looked at.
import type { Load } from "./pieces";
import { STOP } from "./query";
import { fold, HAN, stem, terms } from "./terms";

type Entry = [key: string, url: string, title: string, rank: number, names: string[], others: string[]];
export type Postings = Map<number, number>;

export interface Name {
  terms: string[];
  strong: boolean;
}

export interface Details {
  sections: [anchor: string, heading: string, text: string][];
  questions?: [anchor: string, words: string][];
  symbols?: [name: string, section: number][];
  exercises?: [url: string, title: string, name: string, prompt: string][];
}

export interface Catalogue {
  cards: Entry[];
  chunks: string[];
  /** Names of each card as terms. */
  names: Name[][];
  /** In the names of how many cards a term stands. */
  named: Map<string, number>;
  /** Latin words of names, and Chinese names, as they are written. */
  latin: Set<string>;
  chinese: Set<string>;
}

export const MOST_IMPACT = 31;
export const LEAST_RANK = 0.5; // pages below it are about the project: what stands only there was not meant

const STOPPED = new Set([...STOP].map(stem));

export class Index {
  private known: Promise<Catalogue> | undefined;
  private spelt: Promise<string[]> | undefined;

  constructor(
    readonly language: string,
    private readonly load: Load,
  ) {}

  catalogue(): Promise<Catalogue> {
    this.known ??= this.load<{ cards: Entry[]; chunks: string[] }>(`${this.language}/cards`).then(prepared);
    this.known.catch(() => {
      this.known = undefined;
    });
    return this.known;
  }

  details(card: number): Promise<Details> {
    return this.load<Details>(`${this.language}/c${card}`);
  }

  /** Every word as it is written somewhere. */
  words(): Promise<string[]> {
    this.spelt ??= this.load<string>(`${this.language}/w`).then(uncoded);
    return this.spelt;
  }

  /** Impact of a term on each card that holds it. */
  async postings(term: string): Promise<Postings> {
    const { chunks } = await this.catalogue();
    const chunk = await this.chunk(Math.max(0, chunkOf(chunks, term)));
    return Object.hasOwn(chunk, term) ? postings(chunk[term] ?? []) : new Map();
  }

  /** The terms that begin with some letters, and their impacts; the most common `most` of them. */
  async beginning(start: string, most: number): Promise<[string, Postings][]> {
    const { chunks } = await this.catalogue();
    const found: [string, number[]][] = [];
    for (let number = Math.max(0, chunkOf(chunks, start)); number < chunks.length; number++) {
      if ((chunks[number] ?? "") > start && !chunks[number]?.startsWith(start)) break;
      const chunk = await this.chunk(number);
      for (const term in chunk) if (term.startsWith(start)) found.push([term, chunk[term] ?? []]);
    }
    found.sort((a, b) => b[1].length - a[1].length);
    return found.slice(0, most).map(([term, list]) => [term, postings(list)]);
  }

  private chunk(number: number): Promise<Record<string, number[]>> {
    return this.load(`${this.language}/t${number}`);
  }
}

/** The last chunk whose first term is not beyond a term. */
function chunkOf(chunks: string[], term: string): number {
  let [low, high] = [0, chunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chunks[middle] ?? "") <= term) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function postings(list: number[]): Postings {
  const found: Postings = new Map();
  for (let at = 0; at < list.length; at += 2) found.set(list[at] ?? 0, list[at + 1] ?? 0);
  return found;
}

const ready = new WeakMap<object, Catalogue>(); // by the piece it is made of

function prepared(piece: { cards: Entry[]; chunks: string[] }): Catalogue {
  const made = ready.get(piece) ?? catalogued(piece);
  ready.set(piece, made);
  return made;
}

function catalogued({ cards, chunks }: { cards: Entry[]; chunks: string[] }): Catalogue {
  const named = new Map<string, number>();
  const latin = new Set<string>();
  const chinese = new Set<string>();
  const names = cards.map(([, , title, rank, own, others]) => {
    const seen = new Set<string>();
    const made = [...own, ...others, title].map((text, at) => ({
      terms: essential([...new Set(terms(text))]),
      strong: at < own.length,
    }));
    for (const name of made) for (const term of name.terms) seen.add(term);
    for (const term of seen) named.set(term, (named.get(term) ?? 0) + 1);
    if (rank >= LEAST_RANK) {
      for (const text of [...own, ...others]) {
        for (const word of fold(text).match(/[a-z]{2,}/g) ?? []) latin.add(word);
        for (const run of text.match(/[\u3400-\u9fff]{4,}/g) ?? []) if (HAN.test(run)) chinese.add(run);
      }
    }
    return made;
  });
  return { cards, chunks, names, named, latin, chinese };
}

/** The terms of a name without those that a query drops; all of them if nothing else is left. */
function essential(all: string[]): string[] {
  const kept = all.filter((term) => !STOPPED.has(term) && !term.includes("的"));
  return kept.length ? kept : all;
}

/** The engine's `front_coded`, undone. */
function uncoded(text: string): string[] {
  let before = "";
  return text.split(" ").map((coded) => {
    before = before.slice(0, Number.parseInt(coded[0] ?? "0", 36)) + coded.slice(1);
    return before;
  });
}
