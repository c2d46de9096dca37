// A plan to a date: what to read, to practise and to review each day. Whole minutes and whole days; no clock, no chance.
// The terminal has the same function (`plan.py`); a test compares the two on many histories.

/** Minutes for a new question: it is answered twice on its first day. */
export const FIRST = 2;
/** Days after which a question comes back if it is known, as the schedule has it; a minute each. */
export const AGAIN = [2, 11] as const;
/** Minutes; a reading is cut into no smaller pieces, its end and days that are shorter aside. */
export const PIECE = 15;
/** How often a question must be asked to come before those of the other cards. */
const FREQUENT = 2;

/** A question that was never answered. */
export interface PlanItem {
  id: string;
  often: number;
}
/** Code that was not yet written. */
export interface PlanTask {
  id: string;
  minutes: number;
}
/**
 * A card, and what is new on it; `minutes` are those that are left to read, 0 if it is read; `deep` those of what is read where
 * time is left, after all else.
 */
export interface PlanCard {
  key: string;
  minutes: number;
  must: boolean;
  /** Asked by the role; else it is read only where a wanted card builds on it. */
  wanted: boolean;
  prerequisites: string[];
  items: PlanItem[];
  tasks: PlanTask[];
  /** How much the role asks about it. */
  weight: number;
  deep: number;
}
/** A task of system design that is to be gone through; `cards` are those that its points lead to. */
export interface PlanCase {
  id: string;
  minutes: number;
  often: number;
  cards: string[];
}
/** What the last interview has shown to be weakest: a card to read again, code or a case. */
export interface PlanStep {
  kind: "read" | "code" | "case";
  id: string;
  minutes: number;
}
/** A question that was answered before: the days, from today, on which it comes back. */
export interface PlanReview {
  id: string;
  days: number[];
}
/** What a plan is made of; cards are in the order of the path. */
export interface Given {
  /** Of study before the interview, today the first. */
  days: number;
  /** A day. */
  minutes: number;
  /** Of today's. */
  spent: number;
  /** New questions a day. */
  fresh: number;
  /** Today. */
  fresh_done: number;
  cards: PlanCard[];
  reviews: PlanReview[];
  cases: PlanCase[];
  steps: PlanStep[];
}
/** One day; reviews and new questions by their ids. */
export interface PlanDay {
  reading: [string, number][];
  fresh: string[];
  tasks: string[];
  reviews: string[];
  cases: string[];
  deeper: [string, number][];
  minutes: number;
}
/** The days, and what does not fit into them: cards, and all that they would ask, whether they can be read or not. */
export interface Plan {
  days: PlanDay[];
  cards_left: string[];
  items_left: string[];
  tasks_left: string[];
  reviews_left: string[];
  cases_left: string[];
  /** Cards that are read, but not to their end. */
  deeper_left: string[];
}

/** Whether everything fits. */
export function isWhole(plan: Plan): boolean {
  const { cards_left, items_left, tasks_left, reviews_left, cases_left, deeper_left } = plan;
  return [cards_left, items_left, tasks_left, reviews_left, cases_left, deeper_left].every((left) => !left.length);
}

/**
 * Reviews first: they are due. Then what the last interview showed; the cards that must be known, each with what is often asked
 * and the first of its code, and the cases of system design that build on them; then all else that fits, and last what is deeper
 * on the cards that are read.
 */
export function makePlan(given: Given): Plan {
  const day = (): PlanDay => ({ reading: [], fresh: [], tasks: [], reviews: [], cases: [], deeper: [], minutes: 0 });
  const days = Array.from({ length: given.days }, day);
  const left = { cards_left: [], items_left: [], tasks_left: [], reviews_left: [], cases_left: [], deeper_left: [] };
  const plan: Plan = { days, ...left };
  const room = days.map((_, index) => Math.max(0, given.minutes - (index ? 0 : given.spent)));
  const fresh = days.map((_, index) => Math.max(0, given.fresh - (index ? 0 : given.fresh_done)));
  const place = new Map(given.cards.map((card, index) => [card.key, index]));
  /** The day by which a card is read. */
  const read = new Map<string, number>();

  /** What must be read before a card; of two that name each other the path decides. */
  function before(card: PlanCard): string[] {
    const own = place.get(card.key)!;
    return card.prerequisites.filter((key) => (place.get(key) ?? own) < own);
  }

  /** In the order of the path, each after what it builds on. */
  function withWhatTheyBuildOn(isWanted: (card: PlanCard) => boolean): PlanCard[] {
    const wanted = new Set<string>();
    for (const card of given.cards.toReversed()) {
      if (isWanted(card) || wanted.has(card.key)) for (const key of [card.key, ...before(card)]) wanted.add(key);
    }
    return given.cards.filter((card) => wanted.has(card.key));
  }

  /**
   * Of cards that must be known, those about which most is asked for their minutes, with what they build on, as far as there
   * is time for them: what stands late on the path is not crowded out by what stands early.
   */
  function coreOf(cards: readonly PlanCard[]): PlanCard[] {
    const cost = ({ minutes, items, tasks }: PlanCard): number => {
      const asked = items.filter(({ often }) => often >= FREQUENT).length;
      return minutes + (FIRST + AGAIN.length) * asked + (tasks[0]?.minutes ?? 0);
    };
    const worth = (card: PlanCard): number => Math.floor((1000 * card.weight) / Math.max(1, cost(card)));
    let left = room.reduce((sum, minutes) => sum + minutes, 0);
    const chosen = new Set<PlanCard>();
    for (const wanted of cards.toSorted((a, b) => worth(b) - worth(a))) {
      const added = withWhatTheyBuildOn((card) => card === wanted).filter((card) => !chosen.has(card));
      const total = added.reduce((sum, card) => sum + cost(card), 0);
      if (total > left) continue;
      left -= total;
      for (const card of added) chosen.add(card);
    }
    return cards.filter((card) => chosen.has(card));
  }

  function take(day: number, minutes: number): void {
    room[day]! -= minutes;
    days[day]!.minutes += minutes;
  }

  /**
   * A day with a minute for each of these, none before its own, all different; undefined if one has no such day.
   * What would come back after the last day does not come back before the interview.
   */
  function free(wanted: readonly number[]): number[] | undefined {
    const found: number[] = [];
    let last = -1;
    for (const from of wanted) {
      if (from >= room.length) break;
      last = room.findIndex((left, day) => day >= Math.max(from, last + 1) && left > 0);
      if (last < 0) return undefined;
      found.push(last);
    }
    return found;
  }

  function review({ id, days: wanted }: PlanReview): void {
    const places = free(wanted);
    if (!places) plan.reviews_left.push(id);
    for (const day of places ?? []) {
      take(day, 1);
      days[day]!.reviews.push(id);
    }
  }

  /** Days and minutes of a reading from a day on; undefined if it does not fit. */
  function pieces(start: number, minutes: number): [number, number][] | undefined {
    const made: [number, number][] = [];
    let left = minutes;
    for (let day = start; day < room.length; day++) {
      if (!left || room[day]! < Math.min(PIECE, given.minutes, left)) continue;
      const piece = Math.min(left, room[day]!);
      made.push([day, piece]);
      left -= piece;
    }
    return left ? undefined : made;
  }

  function readCard(card: PlanCard): void {
    if (!card.minutes) {
      read.set(card.key, 0);
      return;
    }
    const earlier = before(card).map((key) => read.get(key));
    const start = Math.max(0, ...earlier.map((day) => day ?? 0));
    const made = earlier.includes(undefined) ? undefined : pieces(start, card.minutes);
    if (!made) {
      plan.cards_left.push(card.key);
      return;
    }
    for (const [day, minutes] of made) {
      take(day, minutes);
      days[day]!.reading.push([card.key, minutes]);
    }
    read.set(card.key, made.at(-1)![0]);
  }

  function readDeeper({ key, minutes, deep }: PlanCard): void {
    const start = read.get(key);
    if (!deep || !minutes || start === undefined) return;
    const made = pieces(start, deep);
    if (!made) plan.deeper_left.push(key);
    for (const [day, piece] of made ?? []) {
      take(day, piece);
      days[day]!.deeper.push([key, piece]);
    }
  }

  function ask(id: string, start: number): void {
    for (let day = start; day < room.length; day++) {
      if (room[day]! < FIRST || !fresh[day]) continue;
      const back = free([day + AGAIN[0], day + AGAIN[0] + AGAIN[1]]);
      if (!back) continue;
      take(day, FIRST);
      fresh[day]!--;
      days[day]!.fresh.push(id);
      for (const later of back) {
        take(later, 1);
        days[later]!.reviews.push(id);
      }
      return;
    }
    plan.items_left.push(id);
  }

  /** The most frequent first; equal ones in the order of the card. */
  function askAll(card: PlanCard, isMeant: (item: PlanItem) => boolean): void {
    const items = card.items.filter(isMeant).sort((a, b) => b.often - a.often);
    for (const { id } of items) ask(id, read.get(card.key) ?? room.length);
  }

  function practise(card: PlanCard, tasks: readonly PlanTask[]): void {
    const start = read.get(card.key) ?? room.length;
    for (const { id, minutes } of tasks) (days[whole(start, minutes)]?.tasks ?? plan.tasks_left).push(id);
  }

  /** Read it, answer what is often asked, write the code that it is about: none of the three waits for all cards. */
  function firstOf(card: PlanCard): void {
    readCard(card);
    askAll(card, (item) => item.often >= FREQUENT);
    practise(card, card.tasks.slice(0, 1));
  }

  /** The first day from one on that has so many minutes at once, which are taken; fewer than none if none has. */
  function whole(start: number, minutes: number): number {
    const day = room.findIndex((left, index) => index >= start && left >= minutes);
    if (day >= 0) take(day, minutes);
    return day;
  }

  /** After the reading of these cards; without a day where one of them has none. */
  function goThrough({ id, minutes }: PlanCase, cards: readonly string[]): void {
    const known = cards.map((key) => read.get(key));
    const start = Math.max(0, ...known.map((day) => day ?? 0));
    const day = known.includes(undefined) ? -1 : whole(start, minutes);
    (days[day]?.cases ?? plan.cases_left).push(id);
  }

  function step({ kind, id, minutes }: PlanStep): void {
    const day = days[whole(0, minutes)];
    if (kind === "read" && day) day.reading.push([id, minutes]);
    else if (kind === "read") plan.cards_left.push(id);
    else if (kind === "code") (day?.tasks ?? plan.tasks_left).push(id);
    else (day?.cases ?? plan.cases_left).push(id);
  }

  for (const one of given.reviews) review(one);
  for (const one of given.steps) step(one);
  const first = withWhatTheyBuildOn((card) => card.must && card.wanted);
  const core = coreOf(first);
  for (const card of core) firstOf(card);
  const early = given.cases
    .filter(({ often, cards }) => often >= FREQUENT && cards.every((key) => read.has(key)))
    .sort((a, b) => b.often - a.often);
  for (const one of early) goThrough(one, one.cards);
  for (const card of first) if (!core.includes(card)) firstOf(card);
  for (const card of first) {
    practise(card, card.tasks.slice(1));
    askAll(card, (item) => item.often < FREQUENT);
  }
  const every = withWhatTheyBuildOn((one) => one.wanted);
  for (const card of every) {
    if (first.includes(card)) continue;
    readCard(card);
    askAll(card, () => true);
    practise(card, card.tasks);
  }
  const planned = new Set(every.map(({ key }) => key));
  const late = given.cases.filter((one) => !early.includes(one)).sort((a, b) => b.often - a.often);
  for (const one of late) {
    goThrough(
      one,
      one.cards.filter((key) => planned.has(key)),
    );
  }
  for (const card of [...first, ...every.filter((one) => !first.includes(one))]) readDeeper(card);
  return plan;
}
