// A query → cards of both languages, the page's own first, each with what answers in it. The dialog shows it; other
// parts of the page may ask the same.
import { type Hit, type Kind, look } from "./details";
import { Index } from "./index";
import { type Load, pieceReader } from "./pieces";
import { parse, type Query } from "./query";
import { type Ranked, rank } from "./rank";

export type { Hit, Kind };

export interface Result {
  kind: "card";
  key: string;
  language: string;
  /** From the root of the site. */
  url: string;
  title: string;
  score: number;
  hits: Hit[];
  /** What to mark in its texts. */
  words: readonly string[];
}

export interface Options {
  /** The page's own language; its cards come first. */
  own: string;
  /** Cards of the own language and of each other. */
  most?: number;
  mostOthers?: number;
}

const READ = 5; // cards of the own language whose text is read
const READ_OTHERS = 1;
const CANDIDATES = 40;
const FROM_TWIN = 0.92;

export class Library {
  private opened: Promise<Index[]> | undefined;
  private readonly load: Load;

  /** `folder` is the address of the index, with a slash at the end. */
  constructor(folder: string, load?: Load) {
    this.load = load ?? pieceReader(folder);
  }

  /** The index of each language. */
  indexes(): Promise<Index[]> {
    this.opened ??= this.load<string[]>("languages").then((all) => all.map((name) => new Index(name, this.load)));
    this.opened.catch(() => {
      this.opened = undefined;
    });
    return this.opened;
  }

  /** Ask for what every query needs before the first key is pressed. */
  async warm(): Promise<void> {
    await Promise.all((await this.indexes()).map((index) => index.catalogue()));
  }

  /** The best cards for a query. */
  async lookup(text: string, { own, most = 10, mostOthers = 4 }: Options): Promise<Result[]> {
    if (!parse(text).units.length) return [];
    const indexes = await this.indexes();
    const first = indexes.some(({ language }) => language === own) ? own : indexes[0]?.language;
    const asked = await Promise.all(
      indexes.map(async (index) => {
        const query = parse(text); // each language corrects its own
        return { index, query, ranked: await rank(index, query, CANDIDATES) };
      }),
    );
    asked.sort((a, b) => Number(b.index.language === first) - Number(a.index.language === first));
    const found = await Promise.all(
      asked.map(async ({ index, query, ranked }, place) => {
        const { cards } = await index.catalogue();
        const others = asked.filter((one) => one.index !== index).map((one) => one.ranked);
        const numbers = new Map(cards.map(([key], number) => [key, number]));
        const both = together(ranked, others, numbers).slice(0, place ? mostOthers : most);
        return this.read(index, query, both, place ? READ_OTHERS : READ);
      }),
    );
    return found.flat();
  }

  /** Cards with their hits; those that hold the whole phrase, or all words in one place, move up. */
  private async read(index: Index, query: Query, ranked: Ranked[], count: number): Promise<Result[]> {
    const { cards } = await index.catalogue();
    const results = await Promise.all(
      ranked.map(async ({ card, score }, place): Promise<Result> => {
        const [key, url, title] = cards[card] ?? ["", "", ""];
        const result: Result = {
          kind: "card",
          key,
          language: index.language,
          url,
          title,
          score,
          hits: [],
          words: query.words,
        };
        if (place >= count) return { ...result, score: score * 0.9 };
        const { hits, best, exact } = look(await index.details(card), url, query);
        return { ...result, hits, score: score * (1 + 0.25 * best + (exact ? 0.2 : 0)) };
      }),
    );
    return results.sort((a, b) => b.score - a.score);
  }
}

const libraries = new Map<string, Library>();

/** The library of a folder (its address, with a slash at the end); the same one each time. */
export function library(folder: string): Library {
  const known = libraries.get(folder) ?? new Library(folder);
  libraries.set(folder, known);
  return known;
}

/** What answers a query: cards, best first, the own language before the others, each followed by what answers in it. */
export async function lookup(
  query: string,
  { folder, ...options }: Options & { folder: string },
): Promise<(Result | Hit)[]> {
  const results = await library(folder).lookup(query, options);
  return results.flatMap((result) => [result, ...result.hits]);
}

/** A card is also found by what its twin in another language says. */
function together(own: Ranked[], others: Ranked[][], numbers: Map<string, number>): Ranked[] {
  const scores = new Map(own.map(({ key, score }) => [key, score]));
  for (const { key, score } of others.flat()) {
    const mine = scores.get(key) ?? 0;
    const twin = FROM_TWIN * score;
    if (numbers.has(key)) scores.set(key, Math.max(mine, twin) + 0.15 * Math.min(mine, twin));
  }
  const all = [...scores].map(([key, score]) => ({ key, score, card: numbers.get(key) ?? 0 }));
  return all.sort((a, b) => b.score - a.score || a.card - b.card);
}
