// The blocks of a page as cells: their code, what of it was changed, and which definitions a run needs.
import type { Job, Module } from "./job";
import type { Library } from "./modules";

export interface Cell {
  name: string;
  line: number; // of the fence; line 1 of the code stands below it
  kind: "definition" | "demo" | "claim";
  needs: string[]; // what the page's Python lacks
  shown: string; // as the card has it
  code: string; // as it is now
  expected: string | null; // the output that the card shows
  code_box: HTMLElement;
  bar: HTMLElement;
}

export interface Card {
  package: string;
  module: string;
  path: string;
  cells: Cell[];
}

/** Read the cells of the page; null where there is none. */
export function readCells(root: ParentNode): Card | null {
  const bars = [...root.querySelectorAll<HTMLElement>(".zx-tested[data-block]")];
  const first = bars[0];
  if (!first) return null;
  const [package_ = "", module = ""] = (first.dataset.module ?? "").split(".");
  const cells = bars.flatMap((bar) => cell(bar) ?? []);
  return { package: package_, module, path: first.dataset.path ?? "", cells };
}

function cell(bar: HTMLElement): Cell | null {
  const box = bar.previousElementSibling;
  const text = box?.querySelector("pre > code")?.textContent;
  if (!(box instanceof HTMLElement) || text === null || text === undefined) return null;
  const next = bar.nextElementSibling;
  const output = next?.classList.contains("language-output") ? next.querySelector("pre > code") : null;
  const code = text.endsWith("\n") ? text : `${text}\n`;
  return {
    name: bar.dataset.block ?? "",
    line: Number(bar.dataset.line),
    kind: (bar.dataset.kind ?? "demo") as Cell["kind"],
    needs: (bar.dataset.needs ?? "").split(", ").filter(Boolean),
    shown: code,
    code,
    expected: output?.textContent ?? null,
    code_box: box,
    bar,
  };
}

/** The card's own module as the page has it now. */
export function ownModule(card: Card): Module {
  const definitions = card.cells.filter((one) => one.kind === "definition" && !one.needs.length);
  return { path: card.path, blocks: definitions.map((one) => [one.line, one.code]) };
}

/** Another code for a definition of another card, which stands below the fence on that line. */
export interface Elsewhere {
  module: string;
  line: number;
  code: string;
}

/** The job that runs a cell: with the card's definitions as they are now, and all modules they import. */
export async function jobOf(
  card: Card,
  cell: Cell,
  library: Library,
  elsewhere: Elsewhere | null = null,
): Promise<Job> {
  const own = ownModule(card);
  const modules = await library.gather([cell.code, ...own.blocks.map(([, code]) => code)]);
  modules[card.module] = own;
  const other = elsewhere && modules[elsewhere.module];
  if (other)
    modules[elsewhere.module] = {
      ...other,
      blocks: other.blocks.map(([line, code]) => [line, line === elsewhere.line ? elsewhere.code : code]),
    };
  return { package: card.package, modules, module: card.module, path: card.path, line: cell.line, code: cell.code };
}

/** Output as it is compared: spaces at line ends do not count. */
export function normal(output: string): string {
  return output
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}
