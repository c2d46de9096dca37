// Reads the index that the engine wrote (scripts/zhixing/page/search.py says how): a catalogue of titles and
// headings, and, in chunks, which cards hold which term. A query loads the catalogue and a chunk per term.

interface Section {
  anchor: string;
  heading: string;
  excerpt: string;
}

export interface Result {
  url: string;
  title: string;
  sections: Section[];
}

type Entry = [url: string, title: string, names: string, headings: [anchor: string, heading: string][]];
type Chunk = Record<string, number[]>;

const MOST = 12; // cards shown
const MOST_SECTIONS = 3; // sections shown of each
const HAN = /[\u3400-\u9fff]/;

/** The form in which words are compared; the engine's `fold` is the same. */
export function fold(text: string): string {
  const lowered = text.toLowerCase();
  return (lowered.length === text.length ? lowered : text).replaceAll("iz", "is");
}

/** The words and the runs of Chinese in a query: each must occur. */
export function words(query: string): string[] {
  const all = [...new Set(fold(query).match(/[a-z0-9]+|[\u3400-\u9fff]+/g) ?? [])];
  const long = all.filter((word) => word.length > 1 || HAN.test(word));
  return long.length ? long : all;
}

/** The terms of one word: itself, or each pair of neighbouring characters. */
function terms(word: string): string[] {
  if (!HAN.test(word) || word.length < 3) return [word];
  return Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));
}

async function fetchJson<T>(address: string): Promise<T> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as T;
}

export class Index {
  private readonly loaded = new Map<string, Promise<unknown>>();

  /** `folder` is the address of one language's part of the index, with a slash at the end. */
  constructor(private readonly folder: string) {}

  private load<T>(name: string): Promise<T> {
    let loading = this.loaded.get(name);
    if (!loading) {
      loading = fetchJson<T>(this.folder + name);
      this.loaded.set(name, loading);
    }
    return loading as Promise<T>;
  }

  private catalogue(): Promise<{ cards: Entry[]; chunks: string[] }> {
    return this.load("cards.json");
  }

  /** Start the first request before the first key is pressed. */
  warm(): Promise<unknown> {
    return this.catalogue();
  }

  /** How often each card holds a term that begins with `term`. */
  private async counts(term: string): Promise<Map<number, number>> {
    const { chunks } = await this.catalogue();
    const found = new Map<number, number>();
    const first = Math.max(
      0,
      chunks.findLastIndex((start) => start <= term),
    );
    for (let number = first; number < chunks.length; number++) {
      const start = chunks[number] ?? "";
      if (number > first && !start.startsWith(term)) break;
      for (const [key, cards] of Object.entries(await this.load<Chunk>(`t${number}.json`))) {
        if (!key.startsWith(term)) continue;
        for (let at = 0; at < cards.length; at += 2) {
          const card = cards[at] ?? 0;
          found.set(card, (found.get(card) ?? 0) + (cards[at + 1] ?? 0));
        }
      }
    }
    return found;
  }

  /** The score of every card that holds the word in its names, headings or text. */
  private async scores(word: string): Promise<Map<number, number>> {
    const { cards } = await this.catalogue();
    const scores = new Map<number, number>();
    cards.forEach(([, title, names, headings], number) => {
      let score = 0;
      score += 60 * fit(title, word) + 30 * fit(names, word);
      score += 6 * Math.min(3, headings.filter(([, heading]) => holds(heading, word)).length);
      if (score) scores.set(number, score);
    });
    if (word.length === 1 && !HAN.test(word)) return scores; // single letters are not in the index
    const stem = word.length > 4 && word.endsWith("s") ? word.slice(0, -1) : word;
    const found = await Promise.all(terms(stem).map((term) => this.counts(term)));
    for (const [number, count] of found[0] ?? []) {
      if (!found.every((counts) => counts.has(number))) continue;
      const rarity = Math.log(1 + cards.length / (found[0]?.size ?? 1));
      scores.set(number, (scores.get(number) ?? 0) + (1 + rarity) * Math.log2(1 + count));
    }
    return scores;
  }

  /** Cards that hold every word; if there are none, cards that hold most of the words or pairs of characters. */
  async search(query: string): Promise<Result[]> {
    const wanted = words(query);
    const phrase = wanted.length > 1 ? fold(query).trim() : "";
    const exact = await this.find(wanted, wanted.length, phrase);
    if (exact.length) return exact;
    const pieces = [...new Set(wanted.flatMap(terms))];
    return pieces.length > 1 ? this.find(pieces, Math.ceil(pieces.length / 2), phrase) : [];
  }

  /** The best cards; those that hold the whole phrase, as it was typed, before those that hold its words. */
  private async find(wanted: string[], least: number, phrase: string): Promise<Result[]> {
    if (!wanted.length) return [];
    const { cards } = await this.catalogue();
    const total = new Map<number, { held: number; score: number }>();
    for (const scores of await Promise.all(wanted.map((word) => this.scores(word)))) {
      for (const [card, score] of scores) {
        const sum = total.get(card) ?? { held: 0, score: 0 };
        total.set(card, { held: sum.held + 1, score: sum.score + score });
      }
    }
    const ranked = [...total]
      .filter(([, { held }]) => held >= least)
      .sort(([a, x], [b, y]) => y.held - x.held || y.score - x.score || a - b)
      .slice(0, MOST);
    const results = await Promise.all(ranked.map(([card]) => this.result(card, cards[card] as Entry, wanted, least)));
    const told = await Promise.all(ranked.map(([card]) => this.says(card, cards[card] as Entry, phrase)));
    const order = results.map((_, place) => place).sort((a, b) => Number(told[b]) - Number(told[a]) || a - b);
    return order.map((place) => results[place] ?? null).filter((result) => result !== null);
  }

  private async says(card: number, [, title, names, headings]: Entry, phrase: string): Promise<boolean> {
    if (!phrase) return false;
    const texts = await this.load<string[]>(`c${card}.json`);
    return [title, names, ...headings.map(([, heading]) => heading), ...texts].some((text) =>
      fold(text).includes(phrase),
    );
  }

  /** A card with its best sections; null if a Chinese run has all its pairs there but does not occur as a whole. */
  private async result(card: number, entry: Entry, wanted: string[], least: number): Promise<Result | null> {
    const [url, title, names, headings] = entry;
    const texts = await this.load<string[]>(`c${card}.json`);
    const folded = texts.map(fold);
    const everything = [fold(title), fold(names), ...headings.map(([, heading]) => fold(heading)), ...folded];
    const held = wanted.filter((word) => !HAN.test(word) || everything.some((text) => text.includes(word)));
    if (held.length < least) return null;
    const sections = texts.map((text, index) => {
      const [anchor, heading] = headings[index - 1] ?? ["", ""];
      const score = wanted.reduce(
        (sum, word) => sum + (holds(heading, word) ? 4 : 0) + (folded[index]?.includes(word) ? 1 : 0),
        0,
      );
      return { score, anchor, heading, excerpt: excerpt(text, folded[index] ?? "", wanted) };
    });
    const best = sections.filter(({ score }) => score).sort((a, b) => b.score - a.score);
    return { url, title, sections: best.slice(0, MOST_SECTIONS) };
  }
}

/** How much of a word of the text it is: 1 for a whole word or Chinese, 3/11 for "exp" in "explanation", 0 for none. */
function fit(text: string, word: string): number {
  const folded = fold(text);
  let best = 0;
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (HAN.test(word)) return 1;
    if (/[a-z0-9]/.test(folded[at - 1] ?? "")) continue;
    const whole = /^[a-z0-9]*/.exec(folded.slice(at))?.[0].length ?? word.length;
    best = Math.max(best, word.length / whole);
  }
  return best;
}

/** Whether a word stands in the text: Chinese anywhere, Latin at the start of a word. */
function holds(text: string, word: string): boolean {
  return fit(text, word) > 0;
}

/** The text around the first wanted word. */
function excerpt(text: string, folded: string, wanted: string[]): string {
  const places = wanted.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const place = places.length ? Math.min(...places) : 0;
  const [before, after] = HAN.test(text.slice(place, place + 40)) ? [20, 70] : [50, 130];
  let start = Math.max(0, place - before);
  while (start > 0 && start < place && /[A-Za-z0-9]/.test(text[start - 1] ?? "")) start++;
  const cut = text.slice(start, place + after);
  return (start ? "… " : "") + cut + (place + after < text.length ? " …" : "");
}
