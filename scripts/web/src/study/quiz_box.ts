// A quiz item of the deck, played as on its card: the same list, handed to the same script.
import { startQuiz, type Verdict } from "../page/quiz";
import type { Item, Option } from "./deck";
import { type Desk, show } from "./desk";
import { make } from "./dom";
import { type Random, shuffle } from "./draw";

export interface QuizBox {
  element: HTMLElement;
  /** Act on a digit or Enter; false if the key means nothing here. */
  press: (key: string) => boolean;
}

function optionItem(desk: Desk, option: Option): HTMLLIElement {
  const text = show(desk, option.text);
  const why = option.why ? make("ul", {}, make("li", {}, show(desk, option.why))) : undefined;
  return make("li", { "data-option": option.right ? "right" : "wrong" }, ...text.childNodes, why);
}

/** Options come in a new order each time; `onJudged` gets their places in the deck. */
export function quizBox(desk: Desk, item: Item, random: Random, onJudged: (verdict: Verdict) => void): QuizBox {
  const places = shuffle([...(item.options ?? []).keys()], random);
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
    press: (key) => {
      const target = key === "Enter" ? check : options[Number(key) - 1];
      if (!target || target.disabled || target.hidden) return false;
      target.click();
      return true;
    },
  };
}
