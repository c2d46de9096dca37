// A bug hunt: the card's code is wrong in one line; the learner chooses it.
import { button, make, makeStatus } from "../study/dom";
import { attempt, done } from "./attempt";
import type { Task } from "./catalogue";
import type { Hunted } from "./judge";
import { type Room, record, taskAddress, told } from "./room";
import { sheetHead } from "./sheet";
import { showDiff } from "./solution";

export async function showHunt(root: HTMLElement, room: Room, task: Task, alive: () => boolean): Promise<void> {
  const { words } = room;
  const status = makeStatus();
  const code = make("ol", { class: "zx-hunt" });
  const after = make("div", { class: "zx-task-result", "aria-live": "polite" });
  const stop = button(words.stop, () => room.judge.python.stop());
  root.replaceChildren(
    sheetHead(room, task, `${words.hunt}: ${task.title}`),
    make("p", {}, words.huntIntro),
    make("div", { class: "zx-row" }, make("a", { class: "zx-button", href: taskAddress(task) }, words.write), stop),
    status,
    code,
    after,
  );
  const number = attempt(room.history.events, task.id).hunts;
  status.textContent = words.queued;
  const ended = await room.judge.ask(task, { kind: "hunt", number }, (state) => {
    status.textContent = state.kind === "running" ? words.searching : told(room, state);
  });
  if (!alive()) return;
  stop.hidden = true;
  if (ended.kind !== "answer") {
    status.textContent = ended.kind === "stopped" ? words.stopped : words.unavailable;
    return;
  }
  const { hunt } = ended.answer as Hunted;
  status.textContent = hunt ? "" : words.noBug;
  if (!hunt) return;

  function choose(line: number, row: HTMLElement): void {
    const right = hunt!.lines.includes(line);
    record(room, done(task.id, right ? "found" : "missed"));
    status.textContent = right ? words.found(line) : words.missed(line);
    row.dataset.verdict = right ? "found" : "missed";
    if (!right) return;
    for (const one of code.querySelectorAll("button")) one.disabled = true;
    const next = (): void => {
      void showHunt(root, room, task, alive);
      root.querySelector("h2")?.focus();
    };
    const again = button(words.another, next, { class: "zx-button zx-primary" });
    after.replaceChildren(showDiff(hunt!.diff.split("\n"), words.diff), make("p", {}, again));
    again.focus({ preventScroll: true });
  }
  for (const [index, text] of hunt.code.split("\n").entries()) {
    const row: HTMLElement = make(
      "li",
      {},
      make(
        "button",
        {
          type: "button",
          "aria-label": `${words.line(index + 1)}: ${text.trim()}`,
          onclick: () => choose(index + 1, row),
        },
        make("code", {}, text || " "),
      ),
    );
    code.append(row);
  }
}
