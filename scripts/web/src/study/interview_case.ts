// Longer parts of an interview: a task of system design against its rubric, and code that the judge decides.
import type { Case, DeckTask } from "./deck";
import { type Desk, show } from "./desk";
import { button, make } from "./dom";
import { taskItem } from "./due_tasks";
import type { InterviewAnswer, StudyEvent } from "./events";
import type { Session } from "./interview";
import type { QuestionActions } from "./interview_question";
import { spread } from "./rubric";
import { answerField, pointList, youWrote } from "./rubric_points";
import { startTimer } from "./timer";

type Marks = Pick<InterviewAnswer, "short" | "depth" | "followup">;
interface Made {
  element: HTMLElement;
  leave: () => void;
}

function frame(desk: Desk, session: Session, id: string, actions: QuestionActions, ...body: HTMLElement[]): Made {
  const { interview: text } = desk.words;
  const timer = startTimer(desk, session, actions.say);
  const number = make("span", {}, text.say("number", session.answers.length + 1, session.items.length));
  const head = make("div", { class: "zx-session-head" }, number, timer.element);
  const element = make("article", { class: "zx-study-card zx-interview", "data-item": id }, head, ...body);
  return { element, leave: timer.stop };
}

function feet(desk: Desk, session: Session, actions: QuestionActions, marks: () => Marks): HTMLElement[] {
  const { interview: text } = desk.words;
  const isLast = session.answers.length + 1 === session.items.length;
  return [
    button(isLast ? text.finish : text.next, () => actions.done(marks()), { class: "zx-button zx-primary" }),
    button(text.stop, actions.stop),
  ];
}

export function interviewCase(desk: Desk, session: Session, task: Case, actions: QuestionActions): Made {
  const { interview: text } = desk.words;
  const reached = { shown: 0, marks: {}, typed: {}, ticks: {}, ...session.reached };
  const place = new URL(task.url, desk.home).href;
  const steps = make("div");
  const foot = make("div", { class: "zx-row" });
  const shareOf = (ticked: readonly number[]): Marks => spread(ticked.length / task.points.length);

  function reveal(): void {
    reached.shown = 1;
    actions.keep(reached);
    const ticked = reached.ticks.short ?? [];
    reached.marks = shareOf(ticked);
    const list = pointList(desk, task.points, ticked, place, (now) => {
      reached.ticks = { short: now };
      reached.marks = shareOf(now);
      actions.keep(reached);
    });
    const head = make("h3", { tabindex: -1 }, text.points);
    const wrote = youWrote(desk, reached.typed.short ?? "");
    steps.replaceChildren(
      make("section", { class: "zx-part", "data-part": "case" }, head, ...(wrote ? [wrote] : []), list),
    );
    foot.replaceChildren(...feet(desk, session, actions, () => shareOf(reached.ticks.short ?? [])));
    head.focus();
  }

  const field = answerField(desk, reached.typed.short ?? "", (typed) => {
    reached.typed = { short: typed };
    actions.keep(reached);
  });
  steps.append(make("div", { class: "zx-ask" }, make("p", { class: "zx-hint" }, text.designHint), field));
  foot.append(button(text.compare, reveal, { class: "zx-button zx-primary" }), button(text.stop, actions.stop));
  const prompt = make(
    "div",
    { tabindex: -1, "data-focus": true, role: "group", "aria-label": text.question },
    show(desk, task.prompt, "zx-prompt"),
  );
  const kind = make("p", { class: "zx-origin" }, make("span", { class: "zx-kind" }, text.design), task.title);
  if (reached.shown) queueMicrotask(reveal);
  return frame(desk, session, task.id, actions, kind, prompt, steps, foot);
}

/** What the judge has said of a task since a moment: the best of it. */
export function verdictOf(events: readonly StudyEvent[], task: string, since: number): Marks {
  const deeds = events.flatMap((event) =>
    event.type === "practice" && event.item === taskItem(task) && Date.parse(event.at) >= since ? [event.deed] : [],
  );
  if (deeds.includes("accepted")) return spread(1);
  if (deeds.includes("late")) return spread(4 / 6);
  return spread(deeds.includes("rejected") ? 1 / 6 : 0);
}

export function interviewCode(desk: Desk, session: Session, task: DeckTask, actions: QuestionActions): Made {
  const { interview: text, minutes } = desk.words;
  const since = session.asked;
  const link = make("a", { href: new URL(task.url, desk.home).href, target: "_blank", rel: "noopener" }, text.openTask);
  const body = make(
    "div",
    { tabindex: -1, "data-focus": true, role: "group", "aria-label": text.question },
    make("p", { class: "zx-origin" }, make("span", { class: "zx-kind" }, text.code), minutes(task.minutes)),
    make("p", { class: "zx-prompt" }, text.say("writeTask", task.title)),
    make("p", {}, link),
    make("p", { class: "zx-hint" }, text.judged),
  );
  const foot = make(
    "div",
    { class: "zx-row" },
    ...feet(desk, session, actions, () => verdictOf(desk.history.events, task.id, since)),
  );
  return frame(desk, session, taskItem(task.id), actions, body, foot);
}
