// The questions that are always asked: card by card, along the path, each with its level and how well it is known.
import { type Item, TOP } from "./deck";
import { cardAddress, type Desk, show, studyOf, studyPage, type View } from "./desk";
import { make } from "./dom";
import { planWords } from "./plan_words";
import { isLearned } from "./progress";

export const topView: View = (root, desk) => {
  const { say, role } = planWords(document.documentElement.lang);
  const { levels } = desk.words.interview;
  const states = say("top_states").split(", ");

  function stateOf(item: Item): number {
    const study = studyOf(desk);
    return isLearned(item, study) ? 2 : Number(study.memories.has(item.id));
  }

  function row(one: Desk, item: Item): HTMLElement {
    const isAll = item.roles.length === 4;
    const who = isAll
      ? role("all")
      : item.roles.map((name) => role(name as Parameters<typeof role>[0])).join(say("comma"));
    const state = stateOf(item);
    return make(
      "li",
      { "data-item": item.id, "data-state": state },
      show(one, item.prompt),
      make(
        "p",
        { class: "zx-hint" },
        `${levels[item.level]} · ${who} · ${states[state]!} · `,
        make("a", { href: cardAddress(one, item) }, one.deck.cardOf(item).title),
      ),
    );
  }

  function render(): void {
    const items = desk.deck.top();
    const known = items.filter((item) => stateOf(item) === 2).length;
    const review = `${studyPage(desk, "review/")}?deck=${TOP}`;
    root.replaceChildren(
      make("p", { class: "zx-lead" }, say("top_known", known, items.length)),
      make(
        "p",
        {},
        make("a", { class: "zx-button zx-primary", href: review }, say("top_start")),
        " ",
        make("a", { class: "zx-button", href: new URL(`print/${TOP}/`, desk.home).href }, say("top_print")),
      ),
      make("ol", { class: "zx-top" }, ...items.map((item) => row(desk, item))),
      make("p", { class: "zx-hint" }, say("top_source")),
    );
  }
  desk.history.watch(render);
  render();
};
