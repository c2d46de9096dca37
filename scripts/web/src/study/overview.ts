// The progress page: what is left, what to read next, and the path card by card.
import type { Card, Module } from "./deck";
import { type Desk, studyOf, studyPage, type View } from "./desk";
import { make } from "./dom";
import { figures } from "./figures";
import { hoursText } from "./hours";
import {
  ANSWER_MINUTES,
  ANSWERS_BEGUN,
  ANSWERS_NEW,
  allProgress,
  type CardProgress,
  LEARNED_DAYS,
  nextCard,
  stretches,
  ticked,
} from "./progress";
import { tile, weekTile } from "./today";

function address(desk: Desk, card: Card): string {
  return new URL(card.url, desk.home).href;
}

function stars(desk: Desk, card: Card): HTMLElement {
  const label = desk.words.progress.stars(card.difficulty);
  return make(
    "span",
    { class: "zx-stars", role: "img", "aria-label": label, title: label },
    "★".repeat(card.difficulty),
  );
}

function sum(values: readonly CardProgress[], of: (value: CardProgress) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}

/** A view that is drawn anew after every change. */
function live(draw: (desk: Desk, now: Date) => HTMLElement[]): View {
  return (root, desk) => {
    const render = (): void => root.replaceChildren(...draw(desk, new Date()));
    desk.history.watch(render);
    render();
  };
}

export const summaryView = live((desk, now) => {
  const { progress: text, today } = desk.words;
  const { reading, answering, coding, design, learned, items, read, cards } = figures(desk.deck, studyOf(desk), now);
  const left = reading + answering + coding + design;
  const [first, ...parts] = [reading, answering, coding, design].map((minutes) => hoursText(desk.words, minutes));
  return [
    make(
      "div",
      { class: "zx-tiles" },
      left > 0 ? tile(hoursText(desk.words, left), text.left) : tile("✓", text.leftNone),
      tile(today.of(learned, items), text.learned),
      tile(today.of(read, cards), text.cards),
      weekTile(desk, now),
    ),
    ...(left > 0
      ? [make("p", { class: "zx-hint zx-parts" }, text.parts(first!, parts[0]!, parts[1]!, parts[2]!))]
      : []),
    make(
      "details",
      { class: "zx-fold" },
      make("summary", {}, text.rule),
      make("p", {}, text.ruleText(LEARNED_DAYS, ANSWER_MINUTES, ANSWERS_NEW, ANSWERS_BEGUN)),
    ),
  ];
});

export const nextView = live((desk, now) => {
  const { progress: text, minutes } = desk.words;
  const path = stretches(desk.deck, allProgress(desk.deck, studyOf(desk), now));
  const next = nextCard(path.flatMap(({ cards }) => cards));
  if (!next) return [make("p", {}, text.all)];
  const { card, due, missed } = next.of;
  const review = `${studyPage(desk, "review/")}?deck=${encodeURIComponent(card.category)}`;
  return [
    make(
      "div",
      { class: "zx-study-card zx-next" },
      make("p", { class: "zx-lead" }, next.reason === "again" ? text.again(card.title, missed) : text.next(card.title)),
      make(
        "p",
        { class: "zx-hint" },
        desk.deck.categoryName(card.category),
        " · ",
        stars(desk, card),
        ` · ${minutes(card.minutes)}`,
      ),
      make(
        "div",
        { class: "zx-row" },
        make("a", { class: "zx-button zx-primary", href: address(desk, card) }, text.read),
        due > 0 && make("a", { class: "zx-button", href: review }, text.reviewDue(due)),
      ),
    ),
  ];
});

function cardRow(desk: Desk, one: CardProgress): HTMLElement {
  const { progress: text, minutes } = desk.words;
  const { card } = one;
  const whole = card.tasks + one.items;
  const done = one.ticked + one.learned;
  const numbers = [
    card.tasks > 0 ? text.tasks(one.ticked, card.tasks) : "",
    one.items > 0 ? text.questions(one.learned, one.items) : "",
    one.due > 0 ? text.due(one.due) : "",
  ].filter(Boolean);
  return make(
    "li",
    { class: "zx-path-card", "data-card": card.key, "data-read": one.isRead },
    make("a", { href: address(desk, card) }, card.title),
    make(
      "span",
      { class: "zx-path-numbers" },
      stars(desk, card),
      ` ${[minutes(card.minutes), ...numbers].join(" · ")}`,
    ),
    make("progress", { max: Math.max(1, whole), value: done, "aria-label": numbers.join(desk.words.list) }),
  );
}

/** A module's own page, with its checklist. */
function moduleRow(desk: Desk, module: Module): HTMLElement {
  const { progress: text } = desk.words;
  const done = ticked(module, studyOf(desk));
  const numbers = text.tasks(done, module.tasks);
  return make(
    "li",
    { class: "zx-path-card zx-path-module", "data-card": module.key },
    make("a", { href: new URL(module.url, desk.home).href }, text.module),
    make("span", { class: "zx-path-numbers" }, numbers),
    make("progress", { max: Math.max(1, module.tasks), value: done, "aria-label": numbers }),
  );
}

/** Folds that the reader closed stay closed when the path is drawn anew. */
const closed = new Set<string>();

export const pathView = live((desk, now) => {
  const { progress: text } = desk.words;
  return stretches(desk.deck, allProgress(desk.deck, studyOf(desk), now)).map(({ name, module, cards }) => {
    const read = cards.filter((one) => one.isRead).length;
    const left = sum(cards, (one) => one.minutesLeft);
    const numbers = [`${read}/${cards.length} ${text.isRead}`, left > 0 ? hoursText(desk.words, left) : "✓"].join(
      " · ",
    );
    const fold = make(
      "details",
      { class: "zx-fold zx-module", open: !closed.has(name) },
      make("summary", {}, make("span", {}, name), make("small", {}, numbers)),
      make("ol", {}, module && moduleRow(desk, module), ...cards.map((one) => cardRow(desk, one))),
    );
    fold.addEventListener("toggle", () => (fold.open ? closed.delete(name) : closed.add(name)));
    return fold;
  });
});
