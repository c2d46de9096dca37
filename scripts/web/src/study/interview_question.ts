// One question of an interview: think, reveal part by part, give each part a mark.
import { splitFollowup } from "./content";
import type { Item } from "./deck";
import { cardAddress, type Desk, origin, show } from "./desk";
import { actsItself, button, isElsewhere, make } from "./dom";
import type { InterviewAnswer, Mark } from "./events";
import type { Session } from "./interview";
import { markOf, sentences } from "./rubric";
import { answerField, pointList, tickAll, youWrote } from "./rubric_points";
import { startTimer } from "./timer";

type Part = "short" | "depth" | "followup";
type Marks = Pick<InterviewAnswer, Part>;

export interface Reached {
  /** Parts whose answer is on the page. */
  shown: number;
  marks: Partial<Marks>;
  /** What was written before it was shown, and which points were ticked then. */
  typed?: Partial<Record<Part, string>>;
  ticks?: Partial<Record<Part, number[]>>;
}

export interface QuestionActions {
  done: (marks: Marks) => void;
  stop: () => void;
  keep: (reached: Reached) => void;
  say: (text: string) => void;
}

const PARTS: readonly Part[] = ["short", "depth", "followup"];
const MARKS: readonly Mark[] = [0, 1, 2];

export function interviewQuestion(
  desk: Desk,
  session: Session,
  item: Item,
  actions: QuestionActions,
): { element: HTMLElement; leave: () => void } {
  const { interview: text } = desk.words;
  const index = session.answers.length;
  const marks: Partial<Marks> = { ...session.reached?.marks };
  const typed: Partial<Record<Part, string>> = { ...session.reached?.typed };
  const ticks: Partial<Record<Part, number[]>> = { ...session.reached?.ticks };
  const isDivided = Boolean(item.short && item.depth && item.followup);
  const parts = isDivided ? PARTS : (["short"] as const);
  const followup = splitFollowup(item.followup ?? "");
  let shown = 0;

  const timer = startTimer(desk, session, actions.say);
  const steps = make("div");
  const foot = make("div", { class: "zx-row" });
  const element = make(
    "article",
    { class: "zx-study-card zx-interview", "data-item": item.id },
    make(
      "div",
      { class: "zx-session-head" },
      make("span", {}, text.say("number", index + 1, session.items.length)),
      timer.element,
    ),
    origin(desk, item),
    make(
      "div",
      { tabindex: -1, "data-focus": true, role: "group", "aria-label": text.question },
      show(desk, item.prompt, "zx-prompt"),
    ),
    steps,
    foot,
  );

  function answerHtml(part: Part): string {
    if (!isDivided) return item.answer;
    return part === "followup" ? followup.answer || followup.question : item[part]!;
  }

  function keep(): void {
    actions.keep({ shown, marks, typed, ticks });
  }

  function revealPart(part: Part): HTMLElement {
    const mark = (value: Mark): HTMLElement => {
      const name = make("span", {}, make("kbd", {}, String(value)), text.marks[part][value]);
      const attributes = { class: "zx-mark", "aria-pressed": String(marks[part] === value), "data-mark": value };
      return button(name, () => pressed(part, value), attributes);
    };
    const head = isDivided ? text.part[part] : desk.words.review.answer;
    const asked = part === "followup" && followup.answer ? show(desk, followup.question, "zx-asked") : undefined;
    const said = sentences(answerHtml(part));
    const list = pointList(desk, said, ticks[part] ?? [], cardAddress(desk, item), (ticked) => {
      ticks[part] = ticked;
      grade(part, markOf(ticked.length, said.length));
    });
    return make(
      "section",
      { class: "zx-part", "data-part": part },
      make("h3", { tabindex: -1 }, head),
      asked,
      youWrote(desk, typed[part] ?? ""),
      list,
      make("div", { class: "zx-marks", role: "group", "aria-label": `${text.how}: ${head}` }, ...MARKS.map(mark)),
    );
  }

  /** What comes after the parts that are marked: the next part to think about, or the next question. */
  function renderFoot(): void {
    const isLast = index + 1 === session.items.length;
    const part = parts[shown];
    const stop = button(text.stop, actions.stop);
    if (shown > 0 && marks[parts[shown - 1]!] === undefined) {
      foot.replaceChildren(stop);
    } else if (part) {
      const label = isDivided ? text.reveal[part] : text.reveal.answer;
      foot.replaceChildren(button(label, reveal, { class: "zx-button zx-primary" }), stop);
    } else {
      foot.replaceChildren(button(isLast ? text.finish : text.next, finish, { class: "zx-button zx-primary" }), stop);
    }
  }

  /** What the interviewer says before the next part is shown. */
  function askNext(): void {
    const part = parts[shown];
    if (part === "short") steps.append(make("p", { class: "zx-ask zx-hint" }, text.think));
    if (part === "depth") steps.append(make("p", { class: "zx-ask zx-hint" }, text.deepen));
    if (part === "followup" && followup.answer) {
      const asked = show(desk, followup.question, "zx-asked");
      steps.append(make("div", { class: "zx-ask" }, make("h3", {}, text.part.followup), asked));
    }
    if (part) {
      const field = answerField(desk, typed[part] ?? "", (now) => {
        typed[part] = now;
        keep();
      });
      steps.append(make("div", { class: "zx-ask" }, field));
    }
    renderFoot();
  }

  function reveal(): void {
    const part = parts[shown];
    if (!part) return;
    for (const asked of steps.querySelectorAll(".zx-ask")) asked.remove();
    steps.append(revealPart(part));
    shown++;
    keep();
    renderFoot();
    steps.querySelector<HTMLElement>(`[data-part=${part}] h3`)?.focus();
  }

  /** A mark of one's own: nothing and everything say it of each point. */
  function pressed(part: Part, mark: Mark): void {
    const list = steps.querySelector<HTMLElement>(`[data-part=${part}] .zx-points`);
    if (mark !== 1) ticks[part] = tickAll(list, mark === 2);
    grade(part, mark);
  }

  function grade(part: Part, mark: Mark): void {
    const isFirst = marks[part] === undefined;
    marks[part] = mark;
    if (!isDivided) marks.depth = marks.followup = mark;
    keep();
    for (const made of steps.querySelectorAll(`[data-part=${part}] .zx-mark`)) {
      made.setAttribute("aria-pressed", String((made as HTMLElement).dataset.mark === String(mark)));
    }
    if (!isFirst) return;
    askNext();
    foot.querySelector("button")?.focus({ preventScroll: true });
    foot.scrollIntoView({ block: "nearest" });
  }

  function finish(): void {
    actions.done(marks as Marks);
  }

  function press(event: KeyboardEvent): void {
    if (isElsewhere(event) || event.repeat) return;
    const last = parts[shown - 1];
    if (/^[0-2]$/.test(event.key) && last) pressed(last, Number(event.key) as Mark);
    else if ((event.key === " " || event.key === "Enter") && !actsItself(event)) {
      foot.querySelector<HTMLButtonElement>(".zx-primary")?.click();
    } else return;
    event.preventDefault();
  }

  /** Where it was before a reload: at the beginning, or among the parts. */
  function resume(): void {
    shown = Math.min(session.reached?.shown ?? 0, parts.length);
    steps.append(...parts.slice(0, shown).map(revealPart));
    if (shown === 0 || marks[parts[shown - 1]!] !== undefined) askNext();
    else renderFoot();
  }

  document.addEventListener("keydown", press);
  resume();
  return {
    element,
    leave: () => {
      timer.stop();
      document.removeEventListener("keydown", press);
    },
  };
}
