// What kind of interview: a role or topics, minutes, level.
import { type Desk, studyOf } from "./desk";
import { choices, chosen, make } from "./dom";
import { questionCount } from "./draw";
import { LEVELS, type Level } from "./events";
import { scoreOf } from "./interview_report";
import { rolesFor } from "./roles";

export interface Plan {
  topics: string[];
  minutes: number;
  level: Level;
}

const MINUTES = [10, 20, 30, 45, 60];

/** The last interviews, newest first. */
function earlier(desk: Desk): HTMLElement | false {
  const { interview: text, locale } = desk.words;
  const rows = studyOf(desk).interviews.slice(-5).reverse();
  if (!rows.length) return false;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  return make(
    "div",
    { class: "zx-earlier" },
    make("h3", {}, text.earlier),
    make(
      "ul",
      {},
      ...rows.map(({ at, answers, level, minutes }) => {
        const score = text.score(scoreOf(answers), answers.length * 6);
        return make("li", {}, text.earlierLine(format.format(new Date(at)), score, text.levels[level], minutes));
      }),
    ),
  );
}

export function interviewSetup(desk: Desk, begin: (plan: Plan) => void): HTMLElement {
  const { interview: text } = desk.words;
  const roles = rolesFor(desk.deck);
  const role = (id: string, checked: boolean) => ({ value: id, label: text.roles[id]!, checked });
  const plan = make("p", { class: "zx-hint", role: "status" });
  const form: HTMLFormElement = make(
    "form",
    { class: "zx-form zx-study-card", tabindex: -1, "data-focus": true, onsubmit: submit, onchange: change },
    choices("radio", "role", text.role, [
      ...roles.map(({ id }, index) => role(id, index === 0)),
      role("custom", false),
    ]),
    choices(
      "checkbox",
      "topics",
      text.topics,
      desk.deck.categories.map(({ id, name }) => ({ value: id, label: name, checked: true })),
    ),
    choices(
      "radio",
      "minutes",
      text.minutes,
      MINUTES.map((minutes) => ({ value: String(minutes), label: String(minutes), checked: minutes === 20 })),
    ),
    choices(
      "radio",
      "level",
      text.level,
      LEVELS.map((level) => ({ value: level, label: text.levels[level], checked: level === "middle" })),
    ),
    plan,
    make("button", { class: "zx-button zx-primary" }, text.start),
  );
  const boxes = (name: string): HTMLInputElement[] => [
    ...form.querySelectorAll<HTMLInputElement>(`input[name=${name}]`),
  ];

  function read(): Plan {
    return {
      topics: chosen(form, "topics"),
      minutes: Number(chosen(form, "minutes")[0]),
      level: chosen(form, "level")[0] as Level,
    };
  }

  function tellPlan(): void {
    const { topics, minutes } = read();
    const most = topics.length ? desk.deck.select(["question"], topics).length : 0;
    plan.textContent = most ? text.plan(Math.min(most, questionCount(minutes)), minutes) : text.none;
    form.querySelector<HTMLButtonElement>(".zx-primary")!.disabled = !most;
  }

  /** A role sets the topics; choosing topics by hand is a choice of one's own. */
  function change(event: Event): void {
    const { name, value } = event.target as HTMLInputElement;
    const topics = roles.find(({ id }) => id === value)?.topics;
    if (name === "role" && topics) for (const box of boxes("topics")) box.checked = topics.includes(box.value);
    if (name === "topics") for (const box of boxes("role")) box.checked = box.value === "custom";
    tellPlan();
  }

  function submit(event: Event): void {
    event.preventDefault();
    begin(read());
  }
  tellPlan();
  const list = earlier(desk);
  return make("div", {}, form, list);
}
