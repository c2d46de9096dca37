// A plan to a date: what to read, to practise and to review each day. Whole minutes and whole days; no clock, no chance.
// The terminal has the same function (`plan.py`); a test compares the two on many histories.

/** Minutes for a new question: it is answered twice on its first day. */
export const FIRST = 2;
/** Days after which a question comes back if it is known, as the schedule has it; a minute each. */
export const AGAIN = [2, 11] as const;
/** Minutes; a reading is cut into no smaller pieces, its end aside. */
const PIECE = 15;
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
/** A card, and what is new on it; `minutes` are those that are left to read, 0 if it is read. */
export interface PlanCard {
  key: string;
  minutes: number;
  must: boolean;
  /** Asked by the role; else it is read only where a wanted card builds on it. */
  wanted: boolean;
  prerequisites: string[];
  items: PlanItem[];
  tasks: PlanTask[];
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
}
/** One day; reviews and new questions by their ids. */
export interface PlanDay {
  reading: [string, number][];
  fresh: string[];
  tasks: string[];
  reviews: string[];
  minutes: number;
}
/** The days, and what does not fit into them: a card that cannot be read, what would be asked of cards that can. */
export interface Plan {
  days: PlanDay[];
  cards_left: string[];
  items_left: string[];
  tasks_left: string[];
  reviews_left: string[];
}

/** Reviews first: they are due. Then the cards that must be known with what is often asked; then all else that fits. */
export function makePlan(given: Given): Plan {
  const day = (): PlanDay => ({ reading: [], fresh: [], tasks: [], reviews: [], minutes: 0 });
  const days = Array.from({ length: given.days }, day);
  const plan: Plan = { days, cards_left: [], items_left: [], tasks_left: [], reviews_left: [] };
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
      if (!left || room[day]! < Math.min(PIECE, left)) continue;
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
    const day = read.get(card.key);
    if (day === undefined) return;
    const items = card.items.filter(isMeant).sort((a, b) => b.often - a.often);
    for (const { id } of items) ask(id, day);
  }

  function practise(card: PlanCard): void {
    const start = read.get(card.key);
    if (start === undefined) return;
    for (const task of card.tasks) {
      const day = room.findIndex((left, index) => index >= start && left >= task.minutes);
      if (day < 0) plan.tasks_left.push(task.id);
      else {
        take(day, task.minutes);
        days[day]!.tasks.push(task.id);
      }
    }
  }

  for (const one of given.reviews) review(one);
  const first = withWhatTheyBuildOn((card) => card.must && card.wanted);
  for (const card of first) {
    readCard(card);
    askAll(card, (item) => item.often >= FREQUENT);
  }
  for (const card of first) {
    practise(card);
    askAll(card, (item) => item.often < FREQUENT);
  }
  for (const card of withWhatTheyBuildOn((one) => one.wanted)) {
    if (first.includes(card)) continue;
    readCard(card);
    askAll(card, () => true);
    practise(card);
  }
  return plan;
}
