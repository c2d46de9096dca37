// The report of an interview: points by part, the cards to read, every answer.
import type { Card } from "./deck";
import { cardAddress, type Desk, show } from "./desk";
import { button, make } from "./dom";
import { clock } from "./duration";
import type { InterviewAnswer } from "./events";
import type { Session } from "./interview";

const PARTS = ["short", "depth", "followup"] as const;
/** Below this many of six points an answer is weak. */
const ENOUGH = 4;

function points({ short, depth, followup }: InterviewAnswer): number {
  return short + depth + followup;
}

export function scoreOf(answers: readonly InterviewAnswer[]): number {
  return answers.reduce((sum, answer) => sum + points(answer), 0);
}

/** Cards with a weak answer, the weakest first. */
function cardsToRead(desk: Desk, answers: readonly InterviewAnswer[]): Card[] {
  const weak = answers.filter((answer) => points(answer) < ENOUGH).sort((a, b) => points(a) - points(b));
  const cards = weak.flatMap(({ item }) => {
    const found = desk.deck.item(item);
    return found ? [desk.deck.cardOf(found)] : [];
  });
  return [...new Set(cards)];
}

function partRows(desk: Desk, answers: readonly InterviewAnswer[]): HTMLElement[] {
  const { interview: text } = desk.words;
  return PARTS.map((part) => {
    const sum = answers.reduce((total, answer) => total + answer[part], 0);
    const most = answers.length * 2;
    const meter = make("meter", {
      min: 0,
      max: most,
      value: sum,
      low: most * 0.5,
      high: most * 0.8,
      optimum: most,
      "aria-label": text.part[part],
    });
    return make("li", {}, make("span", {}, text.part[part]), meter, make("b", {}, `${sum}/${most}`));
  });
}

function answerRows(desk: Desk, answers: readonly InterviewAnswer[]): HTMLElement[] {
  return answers.flatMap((answer) => {
    const item = desk.deck.item(answer.item);
    if (!item) return [];
    const link = make("a", { href: cardAddress(desk, item) }, desk.deck.cardOf(item).title);
    return make(
      "li",
      { class: "zx-answer-row", "data-weak": points(answer) < ENOUGH },
      make("b", {}, `${points(answer)}/6`),
      make("div", {}, show(desk, item.prompt), make("small", {}, link, ` · ${clock(answer.seconds)}`)),
    );
  });
}

export function interviewReport(desk: Desk, session: Session, again: () => void): HTMLElement {
  const { interview: text, progress } = desk.words;
  const { answers, minutes } = session;
  const used = Math.round(answers.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const cards = cardsToRead(desk, answers);
  const reading = cards.map((card) =>
    make(
      "li",
      {},
      make("a", { href: new URL(card.url, desk.home).href }, card.title),
      make(
        "span",
        {},
        `${desk.deck.categoryName(card.category)} · ${progress.stars(card.difficulty)} · ${desk.words.minutes(card.minutes)}`,
      ),
    ),
  );
  return make(
    "div",
    { class: "zx-study-card zx-report", tabindex: -1, "data-focus": true },
    make("h2", {}, `${text.report}: ${text.score(scoreOf(answers), answers.length * 6)}`),
    make("p", { class: "zx-hint" }, `${text.levels[session.level]} · ${text.time(used, minutes)}`),
    (session.unanswered ?? 0) > 0 && make("p", { class: "zx-unanswered" }, text.unanswered(session.unanswered!)),
    make("h3", {}, text.average),
    make("ul", { class: "zx-meters" }, ...partRows(desk, answers)),
    make("h3", {}, text.read),
    cards.length ? make("ul", { class: "zx-reading" }, ...reading) : make("p", {}, text.strong),
    make("h3", {}, text.answers),
    make("ol", { class: "zx-answers" }, ...answerRows(desk, answers)),
    make("p", { class: "zx-hint" }, text.scheduled),
    make("div", { class: "zx-row" }, button(text.again, again, { class: "zx-button zx-primary" })),
  );
}
