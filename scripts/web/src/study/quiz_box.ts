// A quiz item of the deck, played as on its card: the same list, handed to the same script.
import { shuffle, sittingRandom } from "../page/order";
import { startQuiz, type Verdict } from "../page/quiz";
import type { Item, Option } from "./deck";
import { type Desk, show } from "./desk";
import { make, readOn } from "./dom";

export interface QuizBox {
  element: HTMLElement;
  /** Act on a digit or Enter; false if the key means nothing here. */
  press: (key: string) => boolean;
  /** Whether all of it was on the screen; if not, the rest of it comes nearer. */
  isRead: () => boolean;
  /** Put the focus on the verdict: who presses Enter there has not read the reasons yet. */
  attendVerdict: () => void;
}

function optionItem(desk: Desk, option: Option): HTMLLIElement {
  const text = show(desk, option.text);
  const why = option.why ? make("ul", {}, make("li", {}, show(desk, option.why))) : undefined;
  return make("li", { "data-option": option.right ? "right" : "wrong" }, ...text.childNodes, why);
}

/** Options come in a new order in each sitting; `onJudged` gets their places in the deck. */
export function quizBox(desk: Desk, item: Item, onJudged: (verdict: Verdict) => void): QuizBox {
  const places = shuffle([...(item.options ?? []).keys()], sittingRandom(item.id));
  const element = make("div", { class: "quiz zx-quiz-box" });
  element.append(
    make("ul", {}, ...places.map((place) => optionItem(desk, item.options![place]!))),
    show(desk, item.answer, "zx-closing"),
  );
  startQuiz(element, false);
  element.addEventListener("zx-judged", (event) => {
    const { picked, right } = (event as CustomEvent<Verdict>).detail;
    onJudged({ picked: picked.map((place) => places[place]!).sort((a, b) => a - b), right });
  });
  const options = [...element.querySelectorAll<HTMLButtonElement>(".zx-option")];
  const check = element.querySelector<HTMLButtonElement>(".zx-quiz-foot button");
  return {
    element,
    isRead: () => readOn(element),
    attendVerdict: () => {
      const verdict = element.querySelector<HTMLElement>(".zx-quiz-foot [role=status]");
      verdict?.setAttribute("tabindex", "-1");
      verdict?.focus({ preventScroll: true });
    },
    press: (key) => {
      const target = key === "Enter" ? check : options[Number(key) - 1];
      if (!target || target.disabled || target.hidden) return false;
      target.click();
      return true;
    },
  };
}
