// One task: its prompt, the editor, hints, the verdict, and after success the card's own code.
import { type Ended, LIMIT } from "../run/client";
import type { Editor } from "../run/editor";
import { button, make, makeStatus } from "../study/dom";
import { attempt, concluded, done, gaveUp, secondsOf } from "./attempt";
import { stateOf, type Task } from "./catalogue";
import { startClock } from "./clock";
import { inline } from "./inline";
import type { Judged } from "./judge";
import { type Room, record, taskAddress, told } from "./room";
import { showSolution } from "./solution";
import { lostVerdict, pre, showVerdict } from "./verdict";

const MINUTES = 25; // of a timed attempt

/** What stands above every view of a task. */
export function sheetHead(room: Room, task: Task, title: string): HTMLElement {
  const { words, catalogue } = room;
  const [card, url] = catalogue.cards[task.card] ?? [task.card, ""];
  return make(
    "header",
    { class: "zx-sheet-head" },
    make("p", {}, make("a", { href: "?", class: "zx-sheet-back" }, `← ${words.back}`)),
    make("h2", { tabindex: -1, "data-focus": true }, title),
    make(
      "p",
      { class: "zx-origin" },
      make("span", { role: "img", "aria-label": words.level(task.level) }, "★".repeat(task.level)),
      make("span", {}, words.minutes(task.minutes)),
      make("span", {}, `${words.card} `, make("a", { href: new URL(url, room.home).href }, card)),
    ),
  );
}

/** The commands that do the same in a terminal. */
function commands(task: Task): HTMLElement {
  return pre(`zhixing practice ${task.id}\nzhixing judge ${task.id}`, `zhixing judge ${task.id}`, "zx-task-command");
}

export class Sheet {
  private editor: Editor | null = null;
  private busy = false;
  private readonly status = makeStatus();
  private readonly state = make("span", { class: "zx-task-state" });
  private readonly clock = make("span", { class: "zx-timer", role: "timer", hidden: true });
  private readonly hints = make("ol", { class: "zx-task-hints", "aria-live": "polite" });
  private readonly result = make("div", { class: "zx-task-result", "aria-live": "polite", tabindex: -1 });
  private readonly ask = make("div", { class: "zx-task-ask", hidden: true });
  private readonly submitButton: HTMLButtonElement;
  private readonly hintButton: HTMLButtonElement;
  private readonly undoButton: HTMLButtonElement;
  private readonly timedButton: HTMLButtonElement;
  private readonly giveUpButton: HTMLButtonElement;

  constructor(
    private readonly root: HTMLElement,
    private readonly room: Room,
    private readonly task: Task,
    private readonly alive: () => boolean,
  ) {
    const { words } = room;
    this.clock.setAttribute("aria-label", words.timeLeft);
    this.submitButton = button(words.submit, () => (this.busy ? room.judge.python.stop() : void this.submit()), {
      class: "zx-button zx-primary",
    });
    this.hintButton = button("", () => this.hint());
    this.undoButton = button(words.undo, () => this.bringBack(), { hidden: true });
    this.timedButton = button(words.timed, () => this.begin(true));
    this.giveUpButton = button(words.giveUp, () => this.askToGiveUp());
  }

  /** Show the task; the editor follows as soon as it is there. */
  async open(): Promise<void> {
    const { room, task, root } = this;
    const { words } = room;
    const head = sheetHead(room, task, task.title);
    head.append(make("p", { class: "zx-task-prompt" }, inline(task.prompt)));
    root.replaceChildren(head);
    if (task.torch) {
      root.append(make("p", { class: "zx-task-torch" }, words.torchWhy), commands(task));
      return;
    }
    const place = make("div", { class: "zx-editor zx-task-editor" });
    root.append(
      make(
        "div",
        { class: "zx-row zx-task-tools" },
        this.timedButton,
        make("a", { class: "zx-button", href: taskAddress(task, true) }, words.hunt),
        this.state,
        this.clock,
      ),
      place,
      make(
        "div",
        { class: "zx-row zx-task-tools" },
        this.submitButton,
        this.hintButton,
        button(words.reset, () => this.begin(false)),
        this.undoButton,
        this.giveUpButton,
      ),
      make("p", { class: "zx-keys" }, words.keys),
      this.status,
      this.ask,
      this.hints,
      this.result,
      make("p", { class: "zx-hint" }, inline(words.honest)),
    );
    startClock(
      this.clock,
      () => this.alive() && this.mine,
      (text) => this.say(text),
      words.timeOver,
    );
    room.history.watch(() => this.alive() && this.refresh());
    // Code that solved it last time proves nothing today; it can be brought back.
    if (this.isDue) room.drafts.reset(task.id, task.stub);
    this.refresh();
    const { openEditor } = await import("../run/editor");
    if (!this.alive()) return;
    this.editor = openEditor(place, room.drafts.get(task.id) ?? task.stub, {
      label: words.editor,
      first: 1,
      changed: (text) => this.changed(text),
      run: () => void this.submit(),
    });
  }

  private get mine() {
    return attempt(this.room.history.events, this.task.id);
  }

  private get isDue(): boolean {
    const { room, task } = this;
    return stateOf(task, room.history.events, room.history.study, new Date()).name === "due";
  }

  private say(text: string): void {
    this.status.textContent = text;
  }

  /** The first change of a task that is not solved, or is due again, begins the attempt. */
  private changed(text: string): void {
    const { room, task, mine } = this;
    if (text === (room.drafts.get(task.id) ?? task.stub)) return;
    room.drafts.keep(task.id, text);
    room.judge.python.warm();
    if (room.drafts.lost) this.say(room.words.lost);
    if (!mine.started && (!mine.solved || this.isDue)) record(room, done(task.id, "start"));
  }

  /** From the empty form, with or without the clock. */
  private begin(timed: boolean): void {
    const { room, task } = this;
    room.drafts.reset(task.id, task.stub);
    record(room, timed ? done(task.id, "timed", 60 * MINUTES) : done(task.id, "start"));
    this.editor?.replace(task.stub);
    this.result.replaceChildren();
    this.say("");
    this.editor?.focus();
    this.refresh();
  }

  private bringBack(): void {
    const old = this.room.drafts.before(this.task.id);
    if (old !== null) this.editor?.replace(old);
    this.editor?.focus();
  }

  private hint(): void {
    record(this.room, done(this.task.id, "hint", secondsOf(this.mine, new Date())));
    this.refresh();
    const last = this.hints.lastElementChild as HTMLElement | null;
    if (this.hintButton.disabled && last) {
      last.tabIndex = -1; // a button without hints left would drop the focus
      last.focus();
    }
    last?.scrollIntoView({ block: "nearest" });
  }

  /** What follows from the history. */
  private refresh(): void {
    const { room, task, mine } = this;
    const { words } = room;
    const state = stateOf(task, room.history.events, room.history.study, new Date());
    this.state.textContent = words.state(state);
    this.state.dataset.state = state.name;
    const shown = Math.min(mine.hints, task.hints.length);
    this.hints.replaceChildren(
      ...task.hints
        .slice(0, shown)
        .map((text, index) => make("li", {}, make("b", {}, words.hintOf(index + 1, task.hints.length)), inline(text))),
    );
    this.hints.hidden = shown === 0;
    this.hintButton.textContent = words.hint(task.hints.length - shown);
    this.hintButton.disabled = mine.limit > 0 || shown === task.hints.length;
    this.timedButton.disabled = mine.limit > 0;
    this.undoButton.hidden = room.drafts.before(task.id) === null;
  }

  private async submit(): Promise<void> {
    const { room, task, editor } = this;
    if (this.busy || !editor) return;
    const text = editor.text();
    room.drafts.keep(task.id, text);
    this.setBusy(true);
    const job = { kind: "judge", text, language: room.catalogue.language };
    const ended = await room.judge.ask(task, job, (state) => this.say(told(room, state)));
    this.setBusy(false);
    if (!this.alive()) return;
    this.say("");
    this.show(ended);
  }

  private setBusy(busy: boolean): void {
    const { words } = this.room;
    this.busy = busy;
    this.submitButton.textContent = busy ? words.stop : words.submit;
    this.result.toggleAttribute("data-old", busy);
    if (busy) this.say(words.queued);
  }

  private show(ended: Ended): void {
    const { room, task } = this;
    const { words, catalogue } = room;
    if (ended.kind === "stopped") {
      this.say(words.stopped);
      return;
    }
    if (ended.kind === "unavailable") {
      this.result.replaceChildren(make("p", { class: "zx-trouble", role: "alert" }, words.unavailable), commands(task));
      return;
    }
    let judged: Judged;
    if (ended.kind === "answer") judged = ended.answer as Judged;
    else {
      const memory = ended.kind === "crashed" && /memory/i.test(ended.reason);
      const reason = ended.kind === "tooLong" ? "time" : memory ? "memory" : "died";
      judged = { ...lostVerdict(catalogue, reason, LIMIT), diff: null };
    }
    const { verdict, sentence, diff } = judged;
    const at = new Date();
    const deeds = concluded(task.id, this.mine, verdict.accepted ? "accepted" : verdict.reason, task.minutes, at);
    record(room, deeds, at);
    const goTo = (line: number): void => {
      this.editor?.mark(line);
      this.editor?.focus();
    };
    this.result.replaceChildren(showVerdict(room, verdict, sentence, goTo));
    if (verdict.accepted) {
      const { days } = stateOf(task, room.history.events, room.history.study, at);
      const late = deeds.some((deed) => deed.type === "practice" && deed.deed === "late");
      this.result.append(
        make("p", {}, late ? words.late : days > 0 ? words.again(days) : ""),
        showSolution(room, task, diff),
      );
    }
    this.result.scrollIntoView({ block: "nearest" });
    this.refresh();
  }

  private askToGiveUp(): void {
    const { words } = this.room;
    if (this.mine.solved && !this.mine.started && !this.isDue) {
      void this.giveUp();
      return;
    }
    const no = button(words.no, () => this.closeAsk());
    this.ask.replaceChildren(
      make("p", {}, words.giveUpAsk),
      make(
        "div",
        { class: "zx-row" },
        no,
        button(words.yes, () => void this.giveUp(), { class: "zx-button zx-danger" }),
      ),
    );
    this.ask.hidden = false;
    no.focus();
  }

  private closeAsk(): void {
    this.ask.hidden = true;
    this.giveUpButton.focus();
  }

  private async giveUp(): Promise<void> {
    const { room, task, mine } = this;
    this.ask.hidden = true;
    if (mine.started || !mine.solved || this.isDue) record(room, gaveUp(task.id, mine, new Date()));
    this.result.replaceChildren(showSolution(room, task, null));
    this.result.focus({ preventScroll: true }); // who said yes is where the solution is
    this.result.scrollIntoView({ block: "nearest" });
    this.refresh();
    const job = { kind: "diff", text: this.editor?.text() ?? "" };
    const ended = await room.judge.ask(task, job, (state) => this.say(told(room, state)));
    this.say("");
    if (ended.kind !== "answer" || !this.alive()) return;
    this.result.replaceChildren(showSolution(room, task, (ended.answer as Pick<Judged, "diff">).diff));
  }
}
