// The bar under a block: run, stop, edit, reset; and below it what the run left.
import { type Card, type Cell, jobOf, normal } from "./cells";
import { type Ended, LIMIT, type Python, type State } from "./client";
import type { Editor } from "./editor";
import type { Answer, Failure } from "./job";
import type { Library } from "./modules";
import type { Words } from "./words";

export interface Desk {
  card: Card;
  python: Python;
  library: Library;
  words: Words;
  editor(): Promise<typeof import("./editor")>;
}

export function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  if (text) made.textContent = text;
  return made;
}

export function pressable(text: string, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "zx-run-button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

export class Bar {
  private readonly run_button: HTMLButtonElement;
  private readonly edit_button: HTMLButtonElement;
  private readonly reset_button: HTMLButtonElement;
  private readonly state = element("span", "zx-run-state");
  private readonly left = element("div", "zx-run-left");
  private editor: Editor | null = null;
  private holder: HTMLElement | null = null;
  private busy = false;

  constructor(
    private readonly desk: Desk,
    private readonly cell: Cell,
  ) {
    const words = desk.words;
    this.run_button = pressable(words.run, () => (this.busy ? desk.python.stop() : void this.run()));
    this.edit_button = pressable(words.edit, () => void this.edit());
    this.reset_button = pressable(words.reset, () => this.reset());
    this.reset_button.hidden = true;
    this.state.setAttribute("role", "status");
    const tools = element("span", "zx-run-tools");
    tools.append(this.run_button, this.edit_button, this.reset_button, this.state);
    cell.bar.prepend(tools);
    this.left.hidden = true;
    this.left.dataset.searchExclude = "";
    const output = cell.bar.nextElementSibling;
    const after = output?.classList.contains("language-output") ? output : cell.bar;
    after.after(this.left);
  }

  /** Run the cell as it is now, and show what it left. True if nothing failed. */
  async run(): Promise<boolean> {
    const words = this.desk.words;
    if (this.cell.needs.length) {
      this.refuse(words.missing(this.cell.needs.join(", ")));
      return false;
    }
    this.busy = true;
    this.run_button.textContent = words.stop;
    this.say(words.queued);
    const job = await jobOf(this.desk.card, this.cell, this.desk.library);
    const ended = await this.desk.python.run("runner", job, (state) => this.say(this.told(state)));
    this.busy = false;
    this.run_button.textContent = words.run;
    return this.show(ended);
  }

  /** Open or close the editor. */
  async edit(): Promise<void> {
    if (this.editor) {
      this.close();
      return;
    }
    const loaded = await this.desk.editor().catch(() => null);
    if (!loaded) {
      this.say(this.desk.words.noEditor);
      return;
    }
    this.holder = element("div", "zx-editor");
    this.cell.code_box.before(this.holder);
    this.cell.code_box.hidden = true;
    this.editor = loaded.openEditor(this.holder, this.cell.code.replace(/\n$/, ""), {
      label: this.desk.words.editor,
      first: this.cell.line + 1,
      changed: (text) => this.change(text.endsWith("\n") ? text : `${text}\n`),
      run: () => void this.run(),
    });
    this.holder.append(element("p", "zx-run-tip", this.desk.words.draws));
    this.edit_button.textContent = this.desk.words.close;
    this.editor.focus();
  }

  /** Give the cell other code. */
  change(code: string): void {
    this.cell.code = code;
    const changed = code !== this.cell.shown;
    this.reset_button.hidden = !changed;
    this.cell.bar.toggleAttribute("data-changed", changed);
    if (changed && this.cell.kind === "definition") this.say(this.desk.words.changed);
  }

  /** As the card has it. */
  reset(): void {
    if (document.activeElement === this.reset_button) this.run_button.focus(); // the button goes, the keyboard stays
    this.change(this.cell.shown);
    this.editor?.replace(this.cell.shown.replace(/\n$/, ""));
    this.change(this.cell.shown);
    this.say("");
    this.left.hidden = true;
  }

  private close(): void {
    this.editor?.close();
    this.editor = null;
    this.holder?.remove();
    const code = this.cell.code_box.querySelector("pre > code");
    if (code && this.cell.code !== code.textContent) code.textContent = this.cell.code;
    this.cell.code_box.hidden = false;
    this.edit_button.textContent = this.desk.words.edit;
    this.edit_button.focus();
  }

  private say(text: string): void {
    this.state.textContent = text;
    this.state.removeAttribute("data-verdict");
  }

  private told(state: State): string {
    const words = this.desk.words;
    if (state.kind === "progress") return words.loading(state.part);
    return { starting: words.starting, running: words.running, queued: words.queued }[state.kind];
  }

  private show(ended: Ended): boolean {
    const words = this.desk.words;
    this.left.replaceChildren();
    if (ended.kind === "unavailable") {
      this.refuse(whyNot(words, ended.reason));
      return false;
    }
    if (ended.kind !== "answer") {
      const memory = ended.kind === "crashed" && /memory/i.test(ended.reason);
      const reason = ended.kind === "crashed" ? ended.reason : words.stopped;
      this.verdict(false, ended.kind === "tooLong" ? words.tooLong(LIMIT) : memory ? words.noMemory : reason);
      return false;
    }
    const answer = ended.answer as Answer;
    const shown = this.cell.expected !== null && normal(answer.output) === normal(this.cell.expected);
    if (answer.output && (!shown || answer.error)) this.left.append(pre(answer.output, words.output));
    for (const svg of answer.pictures) this.left.append(image(svg, words.picture));
    if (answer.error) this.left.append(trace(answer.error));
    this.left.hidden = !this.left.childElementCount;
    this.verdict(!answer.error, this.comment(answer));
    return !answer.error;
  }

  private comment(answer: Answer): string {
    const words = this.desk.words;
    if (answer.error) return answer.error.kind === "MemoryError" ? words.noMemory : words.failed;
    if (this.cell.expected !== null)
      return normal(answer.output) === normal(this.cell.expected) ? words.same : words.differs;
    return answer.output || answer.pictures.length ? words.passed : words.nothing;
  }

  private verdict(passed: boolean, text: string): void {
    this.say(text);
    this.state.dataset.verdict = passed ? "passed" : "failed";
  }

  private refuse(reason: string): void {
    this.say("");
    this.left.replaceChildren(element("p", "zx-run-reason", reason), pre(commandFor(this.desk.card, this.cell), ""));
    this.left.hidden = false;
  }
}

/** What runs the block on the reader's own machine. */
export function commandFor(card: Card, cell: Cell): string {
  return `pytest ${card.path} -k ${cell.name.split(/[^\w-]/)[0]}`;
}

/** Why there is no Python: the network was cut before it was fetched, or this site has none. */
export function whyNot(words: Words, reason: string): string {
  return /fetch|network|load/i.test(reason) ? `${words.offline} ${words.unavailable}` : words.unavailable;
}

export function pre(text: string, label: string): HTMLElement {
  const made = element("pre", "zx-run-output");
  made.tabIndex = 0;
  if (label) made.setAttribute("aria-label", label);
  made.append(element("code", "", text));
  return made;
}

/** A picture that a block drew; an image runs no script. */
function image(svg: string, words: string): HTMLImageElement {
  const made = new Image();
  made.className = "zx-run-picture";
  made.alt = words;
  made.src = `data:image/svg+xml,${encodeURIComponent(svg.replaceAll("currentColor", "#5c6bc0"))}`;
  return made;
}

/** What went wrong, innermost line first. */
export function trace(failure: Failure): HTMLElement {
  const made = element("div", "zx-run-error");
  made.append(element("strong", "", `${failure.kind}${failure.message ? `: ${failure.message}` : ""}`));
  for (const step of [...failure.steps].reverse()) {
    const line = element("div", "zx-run-step");
    line.append(element("span", "", `${step.path}:${step.line}`), element("code", "", step.code));
    made.append(line);
  }
  return made;
}
