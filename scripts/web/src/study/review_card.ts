// One question on the review page: the prompt, then the answer with four grades, or a quiz.
import type { Verdict } from "../page/quiz";
import { answerSteps } from "./answer_steps";
import type { Item } from "./deck";
import { cardAddress, type Desk, origin, show, studyOf } from "./desk";
import { button, make } from "./dom";
import { until } from "./duration";
import type { Grade } from "./events";
import { quizBox } from "./quiz_box";
import { newMemory, review } from "./schedule";

export interface CardActions {
  show: () => void;
  grade: (grade: Grade) => void;
  judge: (verdict: Verdict) => void;
  next: () => void;
  undo: () => void;
  bury: () => void;
  suspend: () => void;
}

interface ReviewCard {
  element: HTMLElement;
  press: (key: string) => boolean;
  /** The quiz was answered: offer to go on. */
  judged: () => void;
}

const GRADES: readonly Grade[] = [1, 2, 3, 4];

function gradeButtons(desk: Desk, item: Item, grade: (grade: Grade) => void): HTMLElement {
  const { words } = desk;
  const study = studyOf(desk);
  const now = new Date();
  const memory = study.memories.get(item.id) ?? newMemory(now);
  const buttons = GRADES.map((one) => {
    const { due } = review(study.scheduler, memory, one, now);
    const name = make("span", {}, make("kbd", {}, String(one)), words.review.grades[one - 1]!);
    const time = make("small", {}, until(words, due.getTime() - now.getTime()));
    const made = button(name, () => grade(one), { class: "zx-grade", "data-grade": one });
    made.append(time);
    return made;
  });
  return make("div", { class: "zx-grades", role: "group", "aria-label": words.review.gradesLabel }, ...buttons);
}

function tools(desk: Desk, item: Item, actions: CardActions): HTMLElement {
  const { review: text } = desk.words;
  const tool = (name: string, key: string, title: string, act: () => void): HTMLElement => {
    const made = button(name, act, { class: "zx-tool", title, "aria-keyshortcuts": key });
    made.append(make("kbd", {}, key));
    return made;
  };
  return make(
    "div",
    { class: "zx-tools" },
    tool(text.undo, "u", text.undo, actions.undo),
    tool(text.bury, "b", text.buryTitle, actions.bury),
    tool(text.suspend, "s", text.suspendTitle, actions.suspend),
    make("a", { class: "zx-tool", href: cardAddress(desk, item) }, desk.words.toCard),
  );
}

export function reviewCard(desk: Desk, item: Item, isShown: boolean, actions: CardActions): ReviewCard {
  const { review: text } = desk.words;
  const box = item.kind === "quiz" ? quizBox(desk, item, actions.judge) : undefined;
  const foot = make("div", { class: "zx-card-foot" });
  const isAnswered = !box && isShown;
  const answer = isAnswered ? answerSteps(desk, item) : undefined;
  if (isAnswered) foot.append(gradeButtons(desk, item, actions.grade));
  else if (!box) foot.append(button(text.show, actions.show, { class: "zx-button zx-primary zx-wide" }));
  // The cloze's answer repeats its prompt with the gap filled: then one of the two is enough.
  const prompt = item.kind === "cloze" && isAnswered ? undefined : show(desk, item.prompt, "zx-prompt");
  const element = make(
    "article",
    { class: "zx-study-card", "data-item": item.id },
    origin(desk, item),
    prompt &&
      make("div", { tabindex: -1, "data-focus": !isAnswered, role: "group", "aria-label": text.question }, prompt),
    box?.element,
    isAnswered &&
      make(
        "div",
        { class: "zx-answer", tabindex: -1, "data-focus": true, role: "group", "aria-label": text.answer },
        answer!.element,
      ),
    foot,
    tools(desk, item, actions),
  );

  let isJudged = false;
  function press(key: string): boolean {
    if (key === "b") actions.bury();
    else if (key === "s") actions.suspend();
    else if (isJudged && (key === " " || key === "Enter")) {
      if (box?.isRead()) actions.next();
    } else if (box) return box.press(key);
    else if (!isShown && (key === " " || key === "Enter")) actions.show();
    else if (isShown && (key === " " || key === "Enter")) {
      if (!answer?.advance()) actions.grade(3);
    } else if (isShown && /^[1-4]$/.test(key)) actions.grade(Number(key) as Grade);
    else return false;
    return true;
  }

  function judged(): void {
    isJudged = true;
    const next = button(text.next, actions.next, { class: "zx-button zx-primary zx-wide" });
    foot.replaceChildren(next);
    foot.dataset.judged = "";
    box?.attendVerdict();
  }
  return { element, press, judged };
}
