// The deck of one language, made from the cards when the site is built. Item ids are the same in all languages.
import type { Kind, Level } from "./events";

export interface Option {
  text: string;
  right: boolean;
  why: string;
}

/** One thing to be asked; texts are HTML with addresses relative to the language's home. */
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

  constructor(file: DeckFile) {
    this.byKey = new Map(file.cards.map((card) => [card.key, card]));
    this.cards = file.cards;
    this.modules = file.modules ?? [];
    this.tasks = file.tasks ?? [];
    this.cases = file.cases ?? [];
    this.items = file.items.filter((item) => this.byKey.has(item.card));
    this.byId = new Map(this.items.map((item) => [item.id, item]));
    const used = new Set(this.items.map((item) => this.cardOf(item).category));
    this.categories = file.categories.filter((category) => used.has(category.id));
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
