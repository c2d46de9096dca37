// The report of an interview: points by part, the cards to read, every answer.

import { dateText } from "./day";
import type { Card } from "./deck";
import { cardAddress, type Desk, show, studyOf, studyPage } from "./desk";
import { button, make } from "./dom";
import { taskItem } from "./due_tasks";
import { clock } from "./duration";
import type { InterviewAnswer, InterviewEvent } from "./events";
import type { Session } from "./interview";
import type { InterviewWords } from "./interview_words";
import { ENOUGH, nextSteps, percentOf, points, type Step } from "./next_steps";

const PARTS = ["short", "depth", "followup"] as const;
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

/** Where an answer belongs: what it is called, and the page of it. */
function placeOf(desk: Desk, id: string): { title: string; href: string; prompt: HTMLElement } | undefined {
  const item = desk.deck.item(id);
  if (item)
    return { title: desk.deck.cardOf(item).title, href: cardAddress(desk, item), prompt: show(desk, item.prompt) };
  const design = desk.deck.case(id);
  const found = design ?? desk.deck.tasks.find((task) => taskItem(task.id) === id);
  if (!found) return undefined;
  const kind = design ? desk.words.interview.design : desk.words.interview.code;
  return { title: kind, href: new URL(found.url, desk.home).href, prompt: make("p", {}, found.title) };
}

function answerRows(desk: Desk, answers: readonly InterviewAnswer[]): HTMLElement[] {
  return answers.flatMap((answer) => {
    const place = placeOf(desk, answer.item);
    if (!place) return [];
    return make(
      "li",
      { class: "zx-answer-row", "data-weak": points(answer) < ENOUGH },
      make("b", {}, `${points(answer)}/6`),
      make(
        "div",
        {},
        place.prompt,
        make("small", {}, make("a", { href: place.href }, place.title), ` · ${clock(answer.seconds)}`),
      ),
    );
  });
}

function stepRow(desk: Desk, step: Step): HTMLElement {
  const { steps: say } = desk.words.interview;
  const link = (href: string, title: string): HTMLElement => make("a", { href: new URL(href, desk.home).href }, title);
  switch (step.kind) {
    case "read": {
      const card = desk.deck.cards.find(({ key }) => key === step.card)!;
      return make("li", { "data-step": "read" }, `${say.read} `, link(card.url, card.title));
    }
    case "code": {
      const task = desk.deck.tasks.find(({ id }) => id === step.task)!;
      return make("li", { "data-step": "code" }, `${say.code} `, link(task.url, task.title));
    }
    case "case": {
      const design = desk.deck.case(step.case)!;
      return make("li", { "data-step": "case" }, `${say.case} `, link(design.url, design.title));
    }
    case "again": {
      const item = desk.deck.item(step.item)!;
      const asked = make("a", { href: cardAddress(desk, item) }, desk.deck.cardOf(item).title);
      return make("li", { "data-step": "again" }, `${say.again} `, asked, show(desk, item.prompt));
    }
    default:
      return make("li", { "data-step": "harder" }, say.harder);
  }
}

/** The plan has them by itself, where there is one. */
function inPlan(desk: Desk, steps: readonly Step[]): HTMLElement | false {
  const { interview: text } = desk.words;
  if (!steps.some(({ kind }) => kind !== "harder")) return false;
  const isPlanned = studyOf(desk).settings.interview_date !== "";
  const link = make("a", { href: `${studyPage(desk, "")}#plan` }, isPlanned ? text.inPlan : text.noPlan);
  return make("p", { class: "zx-in-plan" }, link);
}

/** This interview against the one before it at the same level. */
export function comparedText(
  { say }: Pick<InterviewWords, "say">,
  interviews: readonly InterviewEvent[],
  { answers, level, started }: Pick<Session, "answers" | "level" | "started">,
): string {
  const last = interviews.filter((one) => one.level === level && Date.parse(one.at) < started).at(-1);
  if (!last?.answers.length) return "";
  const day = dateText(new Date(last.at));
  const [now, then] = [percentOf(answers), percentOf(last.answers)];
  if (now === then) return say("same", now, day);
  return say(now > then ? "more" : "less", now, Math.abs(now - then), day, then);
}

function compared(desk: Desk, session: Session): HTMLElement | false {
  const text = session.isAlone ? "" : comparedText(desk.words.interview, studyOf(desk).interviews, session);
  return text !== "" && make("p", { class: "zx-compared" }, text);
}

export function interviewReport(desk: Desk, session: Session, again: () => void): HTMLElement {
  const { interview: text, progress } = desk.words;
  const { answers, minutes } = session;
  const used = Math.round(answers.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  const cards = cardsToRead(desk, answers);
  const steps = nextSteps(desk.deck, answers);
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
    make("h2", {}, `${text.report}: ${text.say("score", scoreOf(answers), answers.length * 6)}`),
    make("p", { class: "zx-hint" }, `${text.levels[session.level]} · ${text.say("time", used, minutes)}`),
    (session.unanswered ?? 0) > 0 && make("p", { class: "zx-unanswered" }, text.say("unanswered", session.unanswered!)),
    compared(desk, session),
    make("h3", {}, text.todo),
    make("ol", { class: "zx-next-steps" }, ...steps.map((step) => stepRow(desk, step))),
    inPlan(desk, steps),
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
