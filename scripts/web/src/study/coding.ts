// The tasks that come back today, as a list that leads to them.
import type { DeckTask } from "./deck";
import { type Desk, studyOf } from "./desk";
import { make } from "./dom";
import { dueTasks } from "./due_tasks";

/** The list of them, each leading to its task; nothing if none is due. */
export function codingToday(desk: Desk, now: Date): HTMLElement | false {
  const { coding: text, minutes } = desk.words;
  const due = dueTasks(desk.deck.tasks, studyOf(desk), now);
  if (!due.length) return false;
  const row = ({ id, title, url, minutes: time }: DeckTask): HTMLElement =>
    make(
      "li",
      { "data-task": id },
      url ? make("a", { href: new URL(url, desk.home).href }, title) : make("code", {}, `zhixing practice ${id}`),
      make("span", { class: "zx-hint" }, ` ${minutes(time)}`),
    );
  return make(
    "section",
    { class: "zx-coding", "aria-label": text.title },
    make("h2", {}, text.due(due.length)),
    make("ul", {}, ...due.map(row)),
  );
}
