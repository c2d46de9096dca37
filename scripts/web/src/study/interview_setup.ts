// What kind of interview: a role or topics, minutes, level.
import { dateText } from "./day";
import { type Desk, studyOf } from "./desk";
import { choices, chosen, make } from "./dom";
import { drawParts } from "./draw";
import { LEVELS, type Level, type Track } from "./events";
import { scoreOf } from "./interview_report";
import { rolesFor } from "./roles";

export interface Plan {
  role: Track;
  topics: string[];
  minutes: number;
  level: Level;
}

const MINUTES = [10, 20, 30, 45, 60];

/** The last interviews, newest first. */
function earlier(desk: Desk): HTMLElement | false {
  const { interview: text } = desk.words;
  const rows = studyOf(desk).interviews.slice(-5).reverse();
  if (!rows.length) return false;
  return make(
    "div",
    { class: "zx-earlier" },
    make("h3", {}, text.earlier),
    make(
      "ul",
      {},
      ...rows.map(({ at, answers, level, minutes }) => {
        const score = text.say("score", scoreOf(answers), answers.length * 6);
        return make("li", {}, text.say("earlierLine", dateText(new Date(at)), score, text.levels[level], minutes));
      }),
    ),
  );
}

export function interviewSetup(desk: Desk, begin: (plan: Plan) => void): HTMLElement {
  const { interview: text } = desk.words;
  const roles = rolesFor(desk.deck);
  const { settings } = studyOf(desk);
  const usual = roles.includes(settings.role) ? settings.role : "all";
  const plan = make("p", { class: "zx-hint", role: "status" });
  const form: HTMLFormElement = make(
    "form",
    { class: "zx-form zx-study-card", tabindex: -1, "data-focus": true, onsubmit: submit, onchange: tellPlan },
    choices(
      "radio",
      "role",
      text.role,
      roles.map((id) => ({ value: id, label: text.roles[id], checked: id === usual })),
    ),
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
  function read(): Plan {
    return {
      role: chosen(form, "role")[0] as Track,
      topics: chosen(form, "topics"),
      minutes: Number(chosen(form, "minutes")[0]),
      level: chosen(form, "level")[0] as Level,
    };
  }

  function tellPlan(): void {
    const wanted = read();
    const parts = drawParts(desk.deck, studyOf(desk), wanted, wanted.minutes, () => 0);
    const some = wanted.topics.length > 0 && parts.questions > 0;
    const more = [...(parts.task ? [text.withCode] : []), ...(parts.case ? [text.withCase] : [])];
    plan.textContent = some ? [text.say("plan", parts.questions, wanted.minutes), ...more].join(" ") : text.none;
    form.querySelector<HTMLButtonElement>(".zx-primary")!.disabled = !some;
  }

  function submit(event: Event): void {
    event.preventDefault();
    begin(read());
  }
  tellPlan();
  const list = earlier(desk);
  return make("div", {}, form, list);
}
