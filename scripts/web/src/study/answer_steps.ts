// An answer that is revealed in steps: short, in depth, then the follow-up as a question of its own before its answer.
import { splitFollowup } from "./content";
import type { Item } from "./deck";
import { type Desk, show } from "./desk";
import { button, make } from "./dom";

interface AnswerSteps {
  element: HTMLElement;
  /** Show what comes next; false if everything is shown. */
  advance: () => boolean;
}

interface Step {
  label: string;
  content: () => HTMLElement[];
}

function stepsOf(desk: Desk, item: Item): Step[] {
  const { interview, review } = desk.words;
  const titled = (title: string, ...content: HTMLElement[]): HTMLElement[] => [
    make("h3", { class: "zx-step-title" }, title),
    ...content,
  ];
  const steps: Step[] = [];
  if (item.short) steps.push({ label: "", content: () => titled(interview.part.short, show(desk, item.short!)) });
  if (item.depth) {
    const { depth } = item;
    steps.push({ label: interview.part.depth, content: () => titled(interview.part.depth, show(desk, depth)) });
  }
  if (item.followup) {
    const { question, answer } = splitFollowup(item.followup);
    const asked = (): HTMLElement[] => titled(interview.part.followup, show(desk, question, "zx-asked"));
    steps.push({ label: interview.part.followup, content: asked });
    if (answer) steps.push({ label: review.show, content: () => [show(desk, answer)] });
  }
  return steps;
}

/** An answer that has no parts is shown at once. */
export function answerSteps(desk: Desk, item: Item): AnswerSteps {
  const steps = item.kind === "question" && item.short ? stepsOf(desk, item) : [];
  if (steps.length < 2) return { element: make("div", {}, show(desk, item.answer)), advance: () => false };
  const shown = make("div", { class: "zx-steps" });
  const more = button("", () => advance(), { class: "zx-button zx-step" });
  let next = 0;

  function advance(): boolean {
    const step = steps[next];
    if (!step) return false;
    shown.append(make("section", { "data-step": next, tabindex: -1 }, ...step.content()));
    next++;
    const following = steps[next];
    more.hidden = !following;
    more.textContent = following?.label ?? "";
    if (next > 1) shown.lastElementChild!.scrollIntoView({ block: "nearest" });
    return true;
  }

  advance();
  return { element: make("div", {}, shown, more), advance };
}
