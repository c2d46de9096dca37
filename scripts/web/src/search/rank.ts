// Cards of one language by how well they answer a query, from the index alone: no text is read for it.
import { type Catalogue, type Index, LEAST_RANK, MOST_IMPACT, type Postings } from "./index";
import { alsoMeans, type Query, type Unit } from "./query";
import { HAN, pairs, stem } from "./terms";
import { misspelt, nearest, split } from "./typos";

export interface Ranked {
  card: number;
  key: string;
  score: number;
}

interface Held {
  unit: Unit;
  worth: number; // its weight times how rare it is
  cards: Postings; // the best impact of any term that means it
}

const MOST_ENDINGS = 24; // words that the letters typed so far may become
const OPEN = 0.8;
const CORRECTED = 0.85;
const NAME = 1.3; // what a name that is asked for is worth beside the texts
const STRONG = 1;
const WEAK = 0.72;

/** The best cards for a query. */
export async function rank(index: Index, query: Query, most: number): Promise<Ranked[]> {
  const catalogue = await index.catalogue();
  const count = catalogue.cards.length;
  correctRuns(catalogue, query);
  const held: Held[] = [];
  for (const unit of query.units) {
    const cards = await holders(index, catalogue, unit, query.words);
    if (cards.size) held.push({ unit, worth: unit.weight * Math.log(1 + count / cards.size), cards });
  }
  const total = held.reduce((sum, { worth }) => sum + worth, 0);
  if (!total) return [];
  const sums = new Map<number, { score: number; covered: number }>();
  for (const { worth, cards } of held) {
    for (const [card, impact] of cards) {
      const sum = sums.get(card) ?? { score: 0, covered: 0 };
      sum.score += (worth * impact) / MOST_IMPACT;
      sum.covered += worth;
      sums.set(card, sum);
    }
  }
  const ranked = [...sums].map(([card, { score, covered }]) => {
    const coverage = covered / total;
    const text = (score / total) * (0.35 + 0.65 * coverage * coverage);
    const [key, , , prior] = catalogue.cards[card] ?? ["", "", "", 1];
    const aside = prior < LEAST_RANK ? coverage ** 4 : 1; // the name of a page about the project counts if all was said
    return { card, key, score: prior * (text + NAME * aside * called(catalogue, card, held, total)) };
  });
  return ranked.sort((a, b) => b.score - a.score || a.card - b.card).slice(0, most);
}

/** How much of a query is a name of the card, and how much of the name the query says. */
function called(catalogue: Catalogue, card: number, held: Held[], total: number): number {
  let best = 0;
  for (const { terms: named, strong } of catalogue.names[card] ?? []) {
    let [whole, said] = [0, 0];
    const meant = new Set<Unit>();
    let asked = 0;
    for (const term of named) {
      const worth = Math.log(1 + catalogue.cards.length / (catalogue.named.get(term) ?? 1));
      whole += worth;
      let fits = 0;
      for (const { unit, worth: sought } of held) {
        const fit = unit.terms.get(term) ?? 0;
        if (!fit) continue;
        fits = Math.max(fits, fit);
        if (!meant.has(unit)) asked += sought * fit;
        meant.add(unit);
      }
      said += worth * fits;
    }
    if (!said) continue;
    const share = said / whole;
    const sought = Math.min(1, asked / total);
    const fit = Math.max(share * share, 0.75 * share * sought * sought); // a long name that holds the whole query
    const value = (strong ? STRONG : WEAK) * fit * (0.25 + 0.75 * sought);
    best = Math.max(best, value);
  }
  return best;
}

/** The cards that hold a unit; where none does, those that hold what it may have been meant to be. */
async function holders(index: Index, catalogue: Catalogue, unit: Unit, shown: string[]): Promise<Postings> {
  let cards = await merged(index, unit.terms);
  const isHeld = (found: Postings): boolean =>
    [...found.keys()].some((card) => (catalogue.cards[card]?.[3] ?? 0) >= LEAST_RANK);
  if (unit.run >= 0 && unit.word.length > 1) return cards;
  if (unit.open) {
    const start = HAN.test(unit.word)
      ? unit.word
      : stem(unit.word).length < unit.word.length
        ? stem(unit.word)
        : unit.word;
    for (const [term, postings] of await index.beginning(start, MOST_ENDINGS)) {
      if (unit.terms.has(term)) continue;
      const weight = isHeld(cards) ? OPEN * 0.5 : OPEN * Math.max(0.5, unit.word.length / term.length);
      unit.terms.set(term, weight);
      cards = best(cards, postings, weight);
    }
  }
  if (isHeld(cards) || HAN.test(unit.word) || unit.word.length < 4) return cards;
  const parts = split(unit.word, (word) => catalogue.latin.has(word));
  const near = parts ? [parts.join(" ")] : nearest(unit.word, catalogue.latin);
  const meant = near.length ? near : nearest(unit.word, await index.words());
  for (const words of meant) {
    alsoMeans(unit, words, CORRECTED / (parts ? 1.3 : 1));
    shown.push(...words.split(" "));
  }
  return merged(index, unit.terms);
}

/** Chinese names with one wrong character: each pair also means the pair that stands there in the name. */
function correctRuns(catalogue: Catalogue, { runs, units, words }: Query): void {
  runs.forEach((run, number) => {
    for (const [at, name] of misspelt(run, catalogue.chinese)) {
      words.push(name);
      pairs(name).forEach((pair, place) => {
        const unit = units.find((one) => one.run === number && one.at === at + place);
        if (unit && !unit.terms.has(pair)) unit.terms.set(pair, CORRECTED);
      });
    }
  });
}

async function merged(index: Index, meant: Map<string, number>): Promise<Postings> {
  const all = await Promise.all(
    [...meant].map(async ([term, weight]) => [await index.postings(term), weight] as const),
  );
  let cards: Postings = new Map();
  for (const [postings, weight] of all) cards = best(cards, postings, weight);
  return cards;
}

function best(cards: Postings, more: Postings, weight: number): Postings {
  for (const [card, impact] of more) cards.set(card, Math.max(cards.get(card) ?? 0, impact * weight));
  return cards;
}
