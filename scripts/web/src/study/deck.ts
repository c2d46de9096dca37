// The deck of one language, made from the cards when the site is built. Item ids are the same in all languages.
import type { Kind, Level } from "./events";

export interface Option {
  text: string;
  right: boolean;
  why: string;
}

/** One thing to be asked; texts are HTML with addresses relative to the language's home.
 *
 * Until the deck is whole, questions have their prompt alone, the other kinds not even that.
 */
export interface Item {
  id: string;
  kind: Kind;
  card: string;
  anchor: string;
  prompt: string;
  answer: string;
  short?: string;
  depth?: string;
  followup?: string;
  options?: Option[];
  /** Who asks it. */
  roles: string[];
  level: Level;
  /** 0 rarely, 1 sometimes, 2 often, 3 always. */
  often: number;
}

export interface Card {
  key: string;
  title: string;
  url: string;
  category: string;
  difficulty: number;
  minutes: number;
  prerequisites: string[];
  tasks: number;
  /** Without it no interview is passed. */
  must: boolean;
  /** Who asks about it. */
  roles: string[];
  /** Minutes of a first reading, without what its page folds by depth; 0 where it folds nothing. */
  first: number;
}

/** A page of the learning path that leads through some cards and has a checklist of its own. */
export interface Module {
  key: string;
  title: string;
  url: string;
  tasks: number;
  cards: string[];
}

/** Code to be written from memory, on a page of its own; `url` is relative to the language's home, "" without one. */
export interface DeckTask {
  id: string;
  title: string;
  card: string;
  minutes: number;
  url: string;
}

/** A task of system design and the points of a strong answer to it, as HTML. */
export interface Case {
  id: string;
  title: string;
  url: string;
  minutes: number;
  prompt: string;
  points: string[];
  roles: string[];
  level: Level;
  often: number;
  /** Keys of those that its page leads to. */
  cards: string[];
}

/** By id what an item has once the deck is whole. */
export type Texts = Record<string, Partial<Item>>;

interface Category {
  id: string;
  name: string;
}

export interface DeckFile {
  format: "zhixing-deck";
  version: number;
  language: string;
  categories: Category[];
  modules?: Module[];
  cards: Card[];
  items: Item[];
  tasks?: DeckTask[];
  cases?: Case[];
}

/** How often a question is asked that must be known in any case. */
export const ALWAYS = 3;
/** The deck of them, among the categories. */
export const TOP = "top-50";

export class Deck {
  readonly categories: readonly Category[];
  readonly modules: readonly Module[];
  readonly cards: readonly Card[];
  readonly items: readonly Item[];
  readonly tasks: readonly DeckTask[];
  readonly cases: readonly Case[];
  private readonly byId: Map<string, Item>;
  private readonly byKey: Map<string, Card>;
  private isWhole = false;
  /** Settles when every text is there, or cannot be had. */
  readonly whole: Promise<void>;

  /** `texts` are those that the file leaves out. */
  constructor(file: DeckFile, texts: Promise<Texts> = Promise.resolve({})) {
    this.byKey = new Map(file.cards.map((card) => [card.key, card]));
    this.cards = file.cards;
    this.modules = file.modules ?? [];
    this.tasks = file.tasks ?? [];
    this.cases = file.cases ?? [];
    this.items = file.items
      .filter((item) => this.byKey.has(item.card))
      .map((item) => ({ ...item, prompt: item.prompt ?? "", answer: item.answer ?? "" }));
    this.byId = new Map(this.items.map((item) => [item.id, item]));
    const used = new Set(this.items.map((item) => this.cardOf(item).category));
    this.categories = file.categories.filter((category) => used.has(category.id));
    this.whole = texts.then((known) => {
      for (const item of this.items) Object.assign(item, known[item.id]);
      this.isWhole = true;
    });
    this.whole.catch(() => undefined); // whoever opened the deck says so
  }

  /** Do something as soon as every text is there. */
  whenWhole(act: () => void): void {
    this.whole.then(act, () => undefined);
  }

  /** Whether an item can be shown, with its answer or without it. */
  isThere(item: Item, isAnswered: boolean): boolean {
    return this.isWhole || (item.kind === "question" && !isAnswered);
  }

  item(id: string): Item | undefined {
    return this.byId.get(id);
  }

  case(id: string): Case | undefined {
    return this.cases.find((one) => one.id === id);
  }

  /** The questions that are always asked. */
  top(): Item[] {
    return this.items.filter(({ kind, often }) => kind === "question" && often === ALWAYS);
  }

  cardOf(item: Item): Card {
    return this.byKey.get(item.card)!;
  }

  categoryName(id: string): string {
    return this.categories.find((category) => category.id === id)?.name ?? id;
  }

  /** Items of some kinds, of all categories or of the given ones. */
  select(kinds: readonly Kind[], categories: readonly string[] = []): Item[] {
    if (categories.includes(TOP)) return this.top();
    return this.items.filter(
      (item) => kinds.includes(item.kind) && (!categories.length || categories.includes(this.cardOf(item).category)),
    );
  }
}
