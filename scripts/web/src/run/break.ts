// Beside a claim: its definition in an editor, changes that are known to be noticed, and the proof's verdict, live.
import { type Desk, element, pressable, trace } from "./bar";
import { type Cell, jobOf } from "./cells";
import type { Editor } from "./editor";
import type { Answer } from "./job";

/** A change that was tried: in which definition, on which line of the card, from and to where, and what stands there then. */
type Break = [block: string, line: number, start: number, end: number, after: string];

const PAUSE = 500; // milliseconds without a key before the proof runs again

export function offerBreaks(desk: Desk, claim: Cell): void {
  const known = JSON.parse(claim.bar.dataset.breaks ?? "[]") as Break[];
  const first = known[0];
  if (!first || claim.needs.length) return;
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
  private cell: Cell | null = null;
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
    if (this.cell) this.cell.code = this.cell.shown;
  }

  private choices(known: Break[]): HTMLElement {
    const list = element("div", "zx-break-choices");
    for (const one of known) {
      const before = this.find(one)?.shown.slice(one[2], one[3]) ?? "";
      const words = this.desk.words.breakLine(one[1], before, one[4]);
      list.append(pressable(words, () => void this.show(one, true)));
    }
    list.append(pressable(this.desk.words.mend, () => this.editor?.replace(bare(this.cell?.shown ?? ""))));
    return list;
  }

  private find([block]: Break): Cell | undefined {
    return this.desk.card.cells.find((one) => one.name === block && one.kind === "definition");
  }

  /** Open the definition that a change is in, with the change made or not. */
  private async show(one: Break, made: boolean): Promise<void> {
    const cell = this.find(one);
    if (!cell) return;
    const [, line, start, end, after] = one;
    const text = made ? cell.shown.slice(0, start) + after + cell.shown.slice(end) : cell.shown;
    if (this.cell !== cell) {
      if (this.cell) this.cell.code = this.cell.shown;
      this.editor?.close();
      this.cell = cell;
      const { openEditor } = await this.desk.editor();
      this.editor = openEditor(this.holder, bare(text), {
        label: this.desk.words.editor,
        first: cell.line + 1,
        changed: (words) => this.changed(words),
        run: () => void this.prove(),
      });
      this.changed(bare(text));
    } else this.editor?.replace(bare(text));
    this.editor?.mark(line - cell.line);
  }

  private changed(text: string): void {
    if (this.cell) this.cell.code = `${text}\n`;
    clearTimeout(this.clock);
    this.clock = window.setTimeout(() => void this.prove(), PAUSE);
  }

  private async prove(): Promise<void> {
    const { words, python, library, card } = this.desk;
    this.asked += 1;
    const mine = this.asked;
    this.verdict.textContent = words.running;
    const job = await jobOf(card, this.claim, library);
    const ended = await python.run("runner", job, (state) => {
      if (mine === this.asked && state.kind === "progress") this.verdict.textContent = words.loading(state.part);
    });
    if (mine !== this.asked) return;
    const answer = ended.kind === "answer" ? (ended.answer as Answer) : null;
    this.verdict.dataset.verdict = answer && !answer.error ? "passed" : "failed";
    if (answer?.error) this.verdict.replaceChildren(words.broken, trace(answer.error));
    else
      this.verdict.replaceChildren(
        answer ? words.holds : ended.kind === "unavailable" ? words.unavailable : words.stopped,
      );
  }
}

const bare = (code: string): string => code.replace(/\n$/, "");
