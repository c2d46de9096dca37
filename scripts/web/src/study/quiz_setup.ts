// What kind of quiz: topics, by weakness or at random, how many.
import type { Desk } from "./desk";
import { choices, chosen, make } from "./dom";
import type { Choice } from "./draw";

export interface QuizPlan {
  topics: string[];
  choice: Choice;
  count: number;
}

const COUNTS = [5, 10, 20];

export function quizSetup(desk: Desk, begin: (plan: QuizPlan) => void): HTMLFormElement {
  const { quiz: text } = desk.words;
  const topics = desk.deck.categories.map(({ id, name }) => ({ value: id, label: name, checked: true }));
  const counts = COUNTS.map((count) => ({ value: String(count), label: String(count), checked: count === 10 }));
  const ways = [
    { value: "weak", label: text.weak, checked: true },
    { value: "any", label: text.any, checked: false },
  ];
  const form: HTMLFormElement = make(
    "form",
    { class: "zx-form zx-study-card", tabindex: -1, "data-focus": true, onsubmit: submit },
    choices("checkbox", "topics", text.topics, topics),
    choices("radio", "choice", text.choice, ways),
    choices("radio", "count", text.count, counts),
    make("button", { class: "zx-button zx-primary" }, text.start),
  );
  function submit(event: Event): void {
    event.preventDefault();
    const choice = chosen(form, "choice")[0] as Choice;
    begin({ topics: chosen(form, "topics"), choice, count: Number(chosen(form, "count")[0]) });
  }
  return form;
}
