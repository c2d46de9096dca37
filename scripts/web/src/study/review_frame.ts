// Around the question: the deck with its counts above, and what is shown when nothing is left.
import { codingToday } from "./coding";
import { type Desk, studyPage } from "./desk";
import { make } from "./dom";
import { until } from "./duration";
import type { Queue } from "./queue";

interface ReviewHead {
  element: HTMLElement;
  update: (queue: Queue) => void;
}

/** `choose` also learns whether the deck was chosen with the keyboard, which then stays in the list. */
export function reviewHead(desk: Desk, deck: string, choose: (deck: string, byKey: boolean) => void): ReviewHead {
  const { words } = desk;
  const options = [{ id: "", name: words.all }, ...desk.deck.categories].map(({ id, name }) =>
    make("option", { value: id, selected: id === deck }, name),
  );
  const onchange = (): void => choose(select.value, select.matches(":focus-visible"));
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

/** `unseen` items are there but beyond the daily limit. */
export function reviewDone(desk: Desk, queue: Queue, answered: number, unseen: number): HTMLElement {
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
      link("quiz/", text.moreQuiz),
      link("progress/", text.moreProgress),
      unseen > 0 && link("", text.limits),
    ),
  );
}
