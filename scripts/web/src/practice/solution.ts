// The card's own code, how it differs from the learner's, and what the card proves of it.
import { make } from "../study/dom";
import type { Task } from "./catalogue";
import type { Room } from "./room";
import { linkTo, pre } from "./verdict";

/** A diff with its lines marked. */
export function showDiff(lines: readonly string[], label: string): HTMLElement {
  const code = make(
    "code",
    {},
    ...lines.map((line) => {
      const kind = { "+": "new", "-": "old", "@": "place" }[line[0] ?? ""];
      return make("span", { class: "zx-diff-line", "data-kind": kind }, `${line}\n`);
    }),
  );
  return make("pre", { class: "zx-task-pre zx-diff", tabindex: 0, "aria-label": label }, code);
}

export function showSolution(room: Room, task: Task, diff: readonly string[] | null): HTMLElement {
  const { words } = room;
  return make(
    "section",
    { class: "zx-solution" },
    make("h3", {}, words.reference),
    pre(task.reference, words.reference),
    diff !== null && diff.length === 0 && make("p", {}, words.same),
    diff !== null && diff.length > 0 && make("h3", {}, words.diff),
    diff !== null && diff.length > 0 && showDiff(diff, words.diff),
    task.claims.length > 0 && make("h3", {}, words.claims),
    task.claims.length > 0 && make("ul", {}, ...task.claims.map((claim) => make("li", {}, linkTo(room, claim)))),
  );
}
