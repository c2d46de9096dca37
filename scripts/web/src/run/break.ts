// Beside a claim: its definition in an editor, changes that are known to be noticed, and the proof's verdict, live.
import { commandFor, type Desk, element, pre, pressable, trace, whyNot } from "./bar";
import { type Cell, type Elsewhere, jobOf } from "./cells";
import type { Editor } from "./editor";
import type { Answer } from "./job";

/** A change that was tried: in which definition, on which line of the card, from and to where, and what stands there then.
 * A definition of another card is known by its module and the line of its fence; then `before` says what stands there. */
type Break = [block: string, line: number, start: number, end: number, after: string, module?: string, before?: string];

/** What a change is made in: the code of a cell on this page, or of a definition on another card. */
interface Target {
  key: string;
  shown: string;
  line: number; // of the fence
  set: (code: string) => void;
}

const PAUSE = 500; // milliseconds without a key before the proof runs again

export function offerBreaks(desk: Desk, claim: Cell): void {
  const known = JSON.parse(claim.bar.dataset.breaks ?? "[]") as Break[];
  if (claim.kind !== "claim" || claim.needs.length) return;
  if (!known[0]) {
    claim.bar.querySelector(".zx-run-state")?.before(element("span", "zx-break-none", desk.words.breakNone));
    return;
  }
  let panel: Panel | null = null;
  const open = pressable(desk.words.breakIt, () => {
    if (panel) {
      panel.close();
      panel = null;
    } else panel = new Panel(desk, claim, known);
    open.setAttribute("aria-expanded", String(panel !== null));
  });
  open.setAttribute("aria-expanded", "false");
  claim.bar.querySelector(".zx-run-state")?.before(open);
}

class Panel {
  private readonly box = element("div", "zx-break");
  private readonly holder = element("div", "zx-editor");
  private readonly verdict = element("div", "zx-break-verdict");
  private editor: Editor | null = null;
  private target: Target | null = null;
  private wanted = ""; // what the editor is to show, also while it is still being fetched
  private elsewhere: Elsewhere | null = null;
  private clock = 0;
  private asked = 0;

  constructor(
    private readonly desk: Desk,
    private readonly claim: Cell,
    known: Break[],
  ) {
    this.verdict.setAttribute("role", "status");
    this.box.append(element("p", "", desk.words.breakWhat), this.choices(known), this.holder, this.verdict);
    claim.bar.after(this.box);
    void this.show(known[0] as Break, false);
  }

  /** Put everything back. */
  close(): void {
    clearTimeout(this.clock);
    this.asked += 1;
    this.editor?.close();
    this.box.remove();
    this.target?.set(this.target.shown);
    this.elsewhere = null;
  }

  private choices(known: Break[]): HTMLElement {
    const list = element("div", "zx-break-choices");
    for (const one of known) {
      const [, line, start, end, after, module, text] = one;
      const before = text ?? this.here(one)?.shown.slice(start, end) ?? "";
      const words = this.desk.words.breakLine(line, before, after);
      list.append(pressable(module ? `${module}.py, ${words}` : words, () => void this.show(one, true)));
    }
    list.append(pressable(this.desk.words.mend, () => this.put(this.target?.shown ?? "")));
    return list;
  }

  /** The definition on this page, or the proof itself. */
  private here([block]: Break): Cell | undefined {
    const named = this.desk.card.cells.filter((one) => one.name === block);
    return named.find((one) => one.kind === "definition") ?? named.find((one) => one === this.claim);
  }

  private async find(one: Break): Promise<Target | null> {
    const [block, , , , , module] = one;
    if (!module) {
      const cell = this.here(one);
      const set = (code: string): void => {
        if (cell) cell.code = code;
      };
      return cell ? { key: cell.name, shown: cell.shown, line: cell.line, set } : null;
    }
    const line = Number(block);
    const found = (await this.desk.library.module(module))?.blocks.find(([fence]) => fence === line);
    if (!found) return null;
    const shown = found[1];
    const set = (code: string): void => {
      this.elsewhere = code === shown ? null : { module, line, code };
    };
    return { key: `${module} ${block}`, shown, line, set };
  }

  /** Open the definition that a change is in, with the change made or not. */
  private async show(one: Break, made: boolean): Promise<void> {
    const target = await this.find(one);
    if (!target || !this.box.isConnected) return;
    const [, line, start, end, after] = one;
    const text = made ? target.shown.slice(0, start) + after + target.shown.slice(end) : target.shown;
    if (this.target?.key !== target.key) await this.open(target, text);
    else this.put(text);
    this.editor?.mark(line - target.line);
  }

  /** Another definition, in an editor of its own; without one, if it was never fetched, the changes work all the same. */
  private async open(target: Target, text: string): Promise<void> {
    this.target?.set(this.target.shown);
    this.editor?.close();
    this.editor = null;
    this.target = target;
    this.wanted = text;
    const loaded = await this.desk.editor().catch(() => null);
    if (this.target !== target || !this.box.isConnected) return;
    const { words } = this.desk;
    this.holder.replaceChildren(loaded ? "" : words.noEditor);
    this.editor =
      loaded?.openEditor(this.holder, bare(this.wanted), {
        label: words.editor,
        first: target.line + 1,
        changed: (now) => this.changed(now),
        run: () => void this.prove(),
      }) ?? null;
    this.changed(bare(this.wanted));
  }

  private put(text: string): void {
    this.wanted = text;
    if (this.editor) this.editor.replace(bare(text));
    else this.changed(bare(text));
  }

  private changed(text: string): void {
    this.target?.set(`${text}\n`);
    clearTimeout(this.clock);
    this.clock = window.setTimeout(() => void this.prove(), PAUSE);
  }

  private async prove(): Promise<void> {
    const { words, python, library, card } = this.desk;
    this.asked += 1;
    const mine = this.asked;
    this.verdict.textContent = words.running;
    const job = await jobOf(card, this.claim, library, this.elsewhere);
    const ended = await python.run("runner", job, (state) => {
      if (mine === this.asked && state.kind === "progress") this.verdict.textContent = words.loading(state.part);
    });
    if (mine !== this.asked) return;
    const answer = ended.kind === "answer" ? (ended.answer as Answer) : null;
    this.verdict.dataset.verdict = answer && !answer.error ? "passed" : "failed";
    if (answer?.error) this.verdict.replaceChildren(words.broken, trace(answer.error));
    else if (ended.kind === "unavailable")
      this.verdict.replaceChildren(whyNot(words, ended.reason), pre(commandFor(card, this.claim), ""));
    else this.verdict.replaceChildren(answer ? words.holds : words.stopped);
  }
}

const bare = (code: string): string => code.replace(/\n$/, "");
