// Around the question: the deck with its counts above, and what is shown when nothing is left.
import { codingToday } from "./coding";
import { TOP } from "./deck";
import { type Desk, studyPage } from "./desk";
import { button, make } from "./dom";
import { until } from "./duration";
import { planWords } from "./plan_words";
import type { Queue } from "./queue";

interface ReviewHead {
  element: HTMLElement;
  update: (queue: Queue) => void;
}

/** One card of the deck, where one is asked, stands above all decks; it cannot be chosen again once it was left. */
const CARD = "card";

/** `choose` also learns whether the deck was chosen with the keyboard, which then stays in the list. */
export function reviewHead(
  desk: Desk,
  asked: { deck: string; card: string },
  choose: (deck: string, byKey: boolean) => void,
): ReviewHead {
  const { words } = desk;
  const card = desk.deck.cards.find(({ key }) => key === asked.card);
  const top = desk.deck.top().length ? [{ id: TOP, name: planWords(document.documentElement.lang).say("top") }] : [];
  const decks = [{ id: "", name: words.all }, ...desk.deck.categories, ...top];
  const chosen = card ? CARD : asked.deck;
  const options = [...(card ? [{ id: CARD, name: card.title }] : []), ...decks].map(({ id, name }) =>
    make("option", { value: id, selected: id === chosen }, name),
  );
  const onchange = (): void => {
    if (select.value === CARD) return;
    select.querySelector(`option[value=${CARD}]`)?.remove();
    choose(select.value, select.matches(":focus-visible"));
  };
  const select = make("select", { onchange }, ...options);
  const counts = make("p", { class: "zx-counts" });
  const count = (kind: string, value: number, name: string): HTMLElement =>
    make("span", { class: "zx-count", "data-kind": kind }, make("b", {}, String(value)), ` ${name}`);
  return {
    element: make(
      "div",
      { class: "zx-review-head" },
      make("label", { class: "zx-deck" }, make("span", {}, words.review.deck), select),
      counts,
    ),
    update: (queue) =>
      counts.replaceChildren(
        count("learning", queue.learning, words.review.learning),
        count("reviews", queue.reviews, words.review.reviews),
        count("fresh", queue.fresh, words.review.fresh),
      ),
  };
}

/** `unseen` items are there but beyond the daily limit; so many `more` can be had at once. */
export function reviewDone(
  desk: Desk,
  queue: Queue,
  answered: number,
  unseen: number,
  more: number,
  askMore: () => void,
): HTMLElement {
  const { review: text } = desk.words;
  const link = (name: string, label: string): HTMLElement =>
    make("a", { class: "zx-button", href: studyPage(desk, name) }, label);
  return make(
    "div",
    { class: "zx-study-card zx-done", tabindex: -1, "data-focus": true },
    make("h2", {}, desk.deck.items.length ? text.done : desk.words.empty),
    make("p", {}, text.doneCount(answered)),
    queue.waiting && make("p", {}, text.waiting(until(desk.words, queue.waiting.getTime() - Date.now()))),
    unseen > 0 && make("p", { class: "zx-hint" }, text.more(unseen)),
    codingToday(desk, new Date()),
    make(
      "p",
      { class: "zx-row" },
      more > 0 && button(text.moreNow(more), askMore, { class: "zx-button zx-primary zx-more" }),
      link("quiz/", text.moreQuiz),
      link("progress/", text.moreProgress),
      unseen > 0 && link("", text.limits),
    ),
  );
}
