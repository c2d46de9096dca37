// Turns a quiz callout into a quiz: the page marks the items that are options and says which are right, each item
// has a nested list that explains it. Without this script the same list is read as a solved question.

import { shuffle, sittingRandom } from "./order";

interface Words {
  right: string;
  wrong: string;
  several: string;
  tally: (found: number, missed: number, wrong: number) => string;
  check: string;
  again: string;
}

/** What a quiz says; the terminal says the same. */
export const WORDS: Record<"en" | "zh", Words> = {
  en: {
    right: "Right.",
    wrong: "Not this one. The right answer is marked.",
    several: "Pick every right answer, then check.",
    tally: (found, missed, wrong) => `Not quite: ${found} found, ${missed} missed, ${wrong} picked wrongly.`,
    check: "Check",
    again: "Try again",
  },
  zh: {
    right: "答对了。",
    wrong: "不对，正确答案已标出。",
    several: "选出所有正确答案，再点“核对”。",
    tally: (found, missed, wrong) => `还不对：选对 ${found} 个，漏选 ${missed} 个，错选 ${wrong} 个。`,
    check: "核对",
    again: "再试一次",
  },
};

interface Option {
  button: HTMLButtonElement;
  right: boolean;
  explanation: HTMLElement | null;
}

function makeButton(text: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  return button;
}

function makeOption(item: HTMLElement): Option {
  const right = item.dataset.option === "right";
  item.querySelector(".task-list-control, input[type=checkbox]")?.remove();
  const explanation = item.querySelector<HTMLElement>(":scope > ul, :scope > ol");
  const label = document.createElement("span");
  for (const node of [...item.childNodes]) {
    if (node === explanation) continue;
    if (node instanceof HTMLParagraphElement) label.append(...node.childNodes);
    else label.append(node);
    if (node instanceof HTMLParagraphElement) node.remove();
  }
  // Within a button a formula cannot be walked through; it is read as the button's name.
  for (const math of label.querySelectorAll("math"))
    math.setAttribute("aria-label", math.getAttribute("alttext") ?? "");
  const button = makeButton("");
  button.className = "zx-option";
  button.append(label);
  item.className = "";
  item.prepend(button);
  return { button, right, explanation };
}

/** What was picked, by place in the card's own order; sent as the event `zx-judged`. */
export interface Verdict {
  picked: number[];
  right: boolean;
}

/** `canRepeat` offers another try after the verdict; `random` puts the options into another order. */
export function startQuiz(quiz: HTMLElement, canRepeat = true, random?: () => number): void {
  const { lang } = quiz.closest<HTMLElement>("[lang]") ?? document.documentElement; // it may not stand on the page yet
  const words = lang.startsWith("zh") ? WORDS.zh : WORDS.en;
  const items = [...quiz.querySelectorAll<HTMLElement>(":scope > :is(ul, ol) > [data-option]")];
  const lists = new Set<Element>(items.map((item) => item.parentElement!));
  const list = items.at(-1)?.parentElement;
  if (!list || quiz.dataset.ready !== undefined) return;
  const options = items.map(makeOption);
  if (random && lists.size === 1) {
    const behind = items.at(-1)!.nextSibling;
    for (const item of shuffle(items, random)) list.insertBefore(item, behind);
  }
  const several = options.filter((option) => option.right).length > 1;
  const first = [...quiz.children].findIndex((child) => lists.has(child));
  const below = [...quiz.children].slice(first).flatMap((child) => (lists.has(child) ? [...child.children] : [child]));
  const closing = (below as HTMLElement[]).filter((child) => child.dataset.option === undefined);

  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const check = makeButton(words.check);
  const again = makeButton(words.again);
  const foot = document.createElement("div");
  foot.className = "zx-quiz-foot";
  foot.append(status, check, again);
  list.after(foot);
  for (const one of lists) one.classList.add("zx-options");

  function isPicked({ button }: Option): boolean {
    return button.getAttribute("aria-pressed") === "true";
  }

  function reset(): void {
    for (const { button, explanation } of options) {
      button.disabled = false;
      button.setAttribute("aria-pressed", "false");
      delete button.dataset.verdict;
      if (explanation) explanation.hidden = true;
    }
    for (const element of closing) element.hidden = true;
    status.textContent = several ? words.several : "";
    check.hidden = !several;
    check.disabled = true;
    again.hidden = true;
  }

  /** Of several right answers: how many were found, missed, and picked wrongly. */
  function tally(): string {
    const found = options.filter((option) => option.right && isPicked(option)).length;
    const missed = options.filter((option) => option.right && !isPicked(option)).length;
    const wrong = options.filter((option) => !option.right && isPicked(option)).length;
    return words.tally(found, missed, wrong);
  }

  function judge(): void {
    for (const option of options) {
      const { button, right, explanation } = option;
      button.disabled = true;
      if (right) button.dataset.verdict = several && !isPicked(option) ? "missed" : "right";
      else if (isPicked(option)) button.dataset.verdict = "wrong";
      if (explanation) explanation.hidden = false;
    }
    for (const element of closing) element.hidden = false;
    const passed = options.every((option) => isPicked(option) === option.right);
    status.textContent = passed ? words.right : several ? tally() : words.wrong;
    check.hidden = true;
    again.hidden = !canRepeat;
    again.focus({ preventScroll: true });
    const picked = options.flatMap((option, index) => (isPicked(option) ? [index] : []));
    const detail: Verdict = { picked, right: passed };
    quiz.dispatchEvent(new CustomEvent("zx-judged", { detail, bubbles: true }));
  }

  for (const option of options) {
    option.button.addEventListener("click", () => {
      option.button.setAttribute("aria-pressed", String(!isPicked(option)));
      check.disabled = !options.some(isPicked);
      if (!several) judge();
    });
  }
  check.addEventListener("click", judge);
  again.addEventListener("click", () => {
    reset();
    options[0]?.button.focus({ preventScroll: true });
  });
  quiz.dataset.ready = "";
  reset();
}

export function startQuizzes(root: ParentNode): void {
  for (const quiz of root.querySelectorAll<HTMLElement>(".admonition.quiz, details.quiz")) {
    const id = quiz.id.replace(/^zx-twin-/, ""); // beside its translation a quiz has the same order
    startQuiz(quiz, true, sittingRandom(id || (quiz.textContent ?? "").slice(0, 200)));
  }
}
