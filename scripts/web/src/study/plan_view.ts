// The plan on the study page: today, the next days, what will not fit, and how ready the learner is.
import { dateText } from "./day";
import type { Card } from "./deck";
import { type Desk, record, studyOf, studyPage, type View } from "./desk";
import { button, make, makeStatus } from "./dom";
import type { Settings } from "./events";
import { hoursText } from "./hours";
import { AGAIN, FIRST, type PlanDay } from "./plan";
import { planForm } from "./plan_form";
import { type PlanWords, planWords } from "./plan_words";
import { type Outlook, outlook } from "./planned";

/** Days that are shown at once; the rest is folded. */
const SHOWN = 14;

function cardLink(desk: Desk, card: Card): HTMLElement {
  return make("a", { href: new URL(card.url, desk.home).href }, card.title);
}

function byKey(desk: Desk): Map<string, Card> {
  return new Map(desk.deck.cards.map((card) => [card.key, card]));
}

function headView(desk: Desk, words: PlanWords, found: Outlook, settings: Settings): HTMLElement[] {
  const { say } = words;
  const { plan } = found;
  const read = new Set(plan.days.flatMap(({ reading }) => reading.map(([key]) => key)));
  const sum = (of: (day: PlanDay) => number): number => plan.days.reduce((total, day) => total + of(day), 0);
  const { cards_left, items_left, tasks_left, reviews_left, cases_left } = plan;
  const left = [cards_left, items_left, tasks_left, reviews_left, cases_left].map((one) => one.length);
  const titles = byKey(desk);
  const { interview_date, minutes_per_day, role } = settings;
  const head = say("head", interview_date, words.role(role), Math.max(0, found.days), minutes_per_day);
  const over = found.days < 0 ? say("is_past", interview_date) : found.days === 0 ? say("is_today") : "";
  return [
    make("p", { class: "zx-lead" }, head),
    ...(over ? [make("p", {}, over)] : []),
    make(
      "p",
      { class: "zx-plan-sums" },
      say("sums", hoursText(desk.words, found.needed), hoursText(desk.words, found.planned)),
      make("br"),
      say(
        "holds",
        read.size,
        sum((day) => day.fresh.length),
        sum((day) => day.tasks.length),
        sum((day) => day.cases.length),
      ),
      make("br"),
      left.some(Boolean) ? say("left", ...left) : say("fits"),
    ),
    ...(plan.deeper_left.length ? [make("p", {}, say("left_deep", plan.deeper_left.length))] : []),
    ...(plan.cards_left.length
      ? [
          make(
            "details",
            { class: "zx-fold" },
            make("summary", {}, say("left_cards", plan.cards_left.length)),
            make("ul", {}, ...plan.cards_left.map((key) => make("li", {}, cardLink(desk, titles.get(key)!)))),
          ),
        ]
      : []),
  ];
}

function todayList(desk: Desk, { say }: PlanWords, day: PlanDay): HTMLElement {
  const cards = byKey(desk);
  const tasks = new Map(desk.deck.tasks.map((task) => [task.id, task]));
  /** Ticking the boxes of the checklist is what reading amounts to. */
  const haveRead = ({ key, tasks: boxes }: Card): HTMLElement | false =>
    boxes > 0 &&
    button(say("have_read"), () =>
      record(
        desk,
        Array.from({ length: boxes }, (_, box) => ({ type: "tick", key: `${key}#${box + 1}`, on: true }) as const),
      ),
    );
  const asked = day.fresh.length + day.reviews.length;
  const [before, after] = say("part", "\u0000", "\u0001").split("\u0000") as [string, string];
  const timed = (node: Node, minutes: number): (Node | string)[] => [
    before,
    node,
    after.replace("\u0001", String(minutes)),
  ];
  return make(
    "ul",
    { class: "zx-plan-today" },
    ...day.reading.map(([key, minutes]) => {
      const card = cards.get(key)!;
      return make(
        "li",
        { "data-read": key },
        `${say("read")}: `,
        ...timed(cardLink(desk, card), minutes),
        " ",
        haveRead(card),
      );
    }),
    ...day.deeper.map(([key, minutes]) => {
      const { title, url } = cards.get(key)!;
      const link = make("a", { href: new URL(url, desk.home).href }, say("deeper", title));
      return make("li", { "data-deeper": key }, `${say("read")}: `, ...timed(link, minutes));
    }),
    day.fresh.length > 0 && make("li", { "data-fresh": day.fresh.length }, `${say("fresh")}: ${day.fresh.length}`),
    day.reviews.length > 0 &&
      make("li", { "data-reviews": day.reviews.length }, `${say("reviews")}: ${day.reviews.length}`),
    ...day.tasks.map((id) => {
      const { title, url, minutes } = tasks.get(id)!;
      const name = url
        ? make("a", { href: new URL(url, desk.home).href }, title)
        : make("code", {}, `zhixing practice ${id}`);
      return make("li", { "data-task": id }, `${say("code")}: `, ...timed(name, minutes));
    }),
    ...day.cases.map((id) => {
      const { title, minutes } = desk.deck.case(id)!;
      const href = `${studyPage(desk, "interview/")}?case=${encodeURIComponent(id)}`;
      return make("li", { "data-case": id }, `${say("case")}: `, ...timed(make("a", { href }, title), minutes));
    }),
    day.minutes === 0 && make("li", {}, say("nothing")),
    asked > 0 &&
      make(
        "li",
        { class: "zx-plan-start" },
        make("a", { class: "zx-button zx-primary", href: `${studyPage(desk, "review/")}?deck=` }, say("start", asked)),
      ),
  );
}

/** What is read, written and designed on a day, with its minutes. */
function dayParts(desk: Desk, { say }: PlanWords, day: PlanDay): string[] {
  const cards = byKey(desk);
  const tasks = new Map(desk.deck.tasks.map((task) => [task.id, task]));
  const others = [...day.tasks.map((id) => tasks.get(id)!), ...day.cases.map((id) => desk.deck.case(id)!)];
  return [
    ...day.reading.map(([key, minutes]) => say("part", cards.get(key)!.title, minutes)),
    ...others.map(({ title, minutes }) => say("part", title, minutes)),
    ...day.deeper.map(([key, minutes]) => say("part", say("deeper", cards.get(key)!.title), minutes)),
  ];
}

function dayTable(desk: Desk, words: PlanWords, days: readonly PlanDay[], from: number, now: Date): HTMLElement {
  const { say } = words;
  const heads = (["day", "total", "fresh", "reviews", "code", "case", "what"] as const).map((head) =>
    make("th", { scope: "col" }, say(head)),
  );
  const rows = days.map((day, index) =>
    make(
      "tr",
      { "data-day": dateText(now, from + index) },
      make("th", { scope: "row" }, dateText(now, from + index)),
      ...[day.minutes, day.fresh.length, day.reviews.length, day.tasks.length, day.cases.length].map((value) =>
        make("td", {}, String(value)),
      ),
      make("td", {}, dayParts(desk, words, day).join(say("comma"))),
    ),
  );
  const table = make(
    "table",
    { class: "zx-plan-days" },
    make("thead", {}, make("tr", {}, ...heads)),
    make("tbody", {}, ...rows),
  );
  return make("div", { class: "zx-plan-scroll", tabindex: 0, role: "region", "aria-label": say("day") }, table);
}

function readyTable(desk: Desk, { say }: PlanWords, found: Outlook): HTMLElement {
  const rows = found.readiness.map(({ category, now, later }) =>
    make(
      "tr",
      { "data-topic": category },
      make("th", { scope: "row" }, desk.deck.categoryName(category)),
      make("td", {}, say("percent", now)),
      make("td", {}, say("percent", later)),
      make("td", {}, make("meter", { min: 0, max: 100, value: now, "aria-label": desk.deck.categoryName(category) })),
    ),
  );
  const heads = (["topic", "now", "then"] as const).map((head) => make("th", { scope: "col" }, say(head)));
  return make(
    "table",
    { class: "zx-plan-ready" },
    make("thead", {}, make("tr", {}, ...heads, make("td"))),
    make("tbody", {}, ...rows),
  );
}

export const planView: View = (root, desk) => {
  const words = planWords(document.documentElement.lang);
  const { say } = words;
  const status = makeStatus();
  const stage = make("div", { class: "zx-plan" });
  const place = make("div");
  root.replaceChildren(stage, place, status);

  function tell(text: string, isProblem: boolean): void {
    status.textContent = text;
    status.toggleAttribute("data-problem", isProblem);
  }

  function drawn(found: Outlook, now: Date): HTMLElement[] {
    const { days } = found.plan;
    const rest = days.length - SHOWN;
    return [
      ...headView(desk, words, found, studyOf(desk).settings),
      ...(days[0] ? [make("h3", {}, say("today")), todayList(desk, words, days[0])] : []),
      ...(days.length ? [dayTable(desk, words, days.slice(0, SHOWN), 0, now)] : []),
      ...(rest > 0
        ? [
            make(
              "details",
              { class: "zx-fold" },
              make("summary", {}, say("later", rest)),
              dayTable(desk, words, days.slice(SHOWN), SHOWN, now),
            ),
          ]
        : []),
      ...(found.readiness.length ? [make("h3", {}, say("ready")), readyTable(desk, words, found)] : []),
      make(
        "details",
        { class: "zx-fold" },
        make("summary", {}, say("rule")),
        make("p", {}, say("rule_text", FIRST, ...AGAIN)),
      ),
    ];
  }

  function render(): void {
    const now = new Date();
    const found = outlook(desk.deck, studyOf(desk), now);
    const open = [...stage.querySelectorAll("details")].map((fold) => fold.open);
    const reached = (): HTMLElement[] => [...stage.querySelectorAll<HTMLElement>("a, button, summary")];
    const held = reached().indexOf(document.activeElement as HTMLElement);
    stage.replaceChildren(...(found ? drawn(found, now) : [make("p", {}, say("none"))]));
    [...stage.querySelectorAll("details")].forEach((fold, index) => {
      fold.open = open[index] ?? false;
    });
    if (held >= 0) reached()[Math.min(held, reached().length - 1)]?.focus(); // who marked a card goes on from there
    const form = planForm(desk, words, tell);
    const fold = make("details", { class: "zx-fold" }, make("summary", {}, say("change")), form);
    place.replaceChildren(found ? fold : form);
  }

  /** A field that is being used must not be replaced under the reader's hand. */
  desk.history.watch(() => {
    if (!place.querySelector("input:focus, select:focus")) render();
  });
  render();
};
