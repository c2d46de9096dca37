// The palette of commands (Ctrl+K, ⌘K): pages, headings, questions, exercises, and what the site can do; for the keyboard first.
import { library } from "../search/lookup";
import { assets, element, fetchGraph, root } from "./graph_file";
import { addStyle } from "./pages";
import { words } from "./words";

interface Entry {
  kind: string;
  text: string;
  /** Words by which it is found that it does not show. */
  also?: string;
  /** The card that it is in: sections of many cards are called the same. */
  of?: string;
  run: () => void;
}

const say = words().palette;
const MOST = 24;
const dialog = element("dialog", "zx-palette md-typeset");
const input = element("input", "");
const list = element("ul", "");
let commands: Entry[] = [];
let entries: Entry[] = [];
let active = 0;
let asked = 0;

const go = (url: string): (() => void) => {
  return () => location.assign(new URL(url, root));
};

/** What the site can do from this page. */
async function findCommands(): Promise<Entry[]> {
  const found: Entry[] = [];
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a.zx-language")) {
    found.push({
      kind: say.command,
      text: `${say.language} ${link.textContent?.trim()}`,
      also: "language 语言 中文 english",
      run: () => link.click(),
    });
  }
  if (document.querySelector("[data-md-component=palette]")) {
    found.push({ kind: say.command, text: say.theme, also: "theme dark light 深色 浅色 主题", run: nextTheme });
  }
  const pages = await fetchGraph().then(
    (graph) => graph.pages ?? {},
    () => ({}) as Record<string, [string, string]>,
  );
  for (const [key, [text, also]] of Object.entries(say.pages)) {
    const page = pages[key];
    if (page) found.push({ kind: say.command, text: text!, also: `${also} ${page[0]}`, run: go(page[1]) });
  }
  return found;
}

/** As a click on the theme's own button does. */
function nextTheme(): void {
  const shown = [...document.querySelectorAll<HTMLElement>("[data-md-component=palette] label")];
  (shown.find((label) => !label.hidden) ?? shown[0])?.click();
}

function fits({ text, also = "" }: Pick<Entry, "text" | "also">, query: string): boolean {
  const held = `${text} ${also}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}

/** Cards and what answers in them; the search of the site ranks. */
async function search(query: string): Promise<Entry[]> {
  const own = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  const results = await library(new URL("search/", assets).href).lookup(query, { own, mostOthers: 2 });
  // Whoever types part of a name means the card: it stands before the sections of others.
  const named = results.filter(({ title: text }) => fits({ text }, query));
  return [...named, ...results.filter((result) => !named.includes(result))].flatMap((result) => [
    { kind: say.kinds.card!, text: result.title, run: go(result.url) },
    ...result.hits
      .filter((hit) => hit.title)
      .map((hit) => ({ kind: say.kinds[hit.kind] ?? "", text: hit.title, of: result.title, run: go(hit.url) })),
  ]);
}

async function update(): Promise<void> {
  const turn = ++asked;
  const query = input.value.trim();
  list.ariaBusy = "true";
  const own = commands.filter((entry) => !query || fits(entry, query));
  const found = query ? await search(query).catch(() => []) : [];
  if (turn !== asked) return; // the reader has typed on
  entries = [...own, ...found].slice(0, MOST);
  list.replaceChildren(
    ...entries.map(({ kind, text, of }, place) => {
      const named = element("span", "", text, ...(of ? [" ", element("small", "", of)] : []));
      const option = element("li", "", element("small", "", kind), named);
      option.id = `zx-palette-${place}`;
      option.setAttribute("role", "option");
      return option;
    }),
  );
  if (!entries.length) list.append(element("li", "zx-palette-none", say.none));
  mark(0);
  list.ariaBusy = "false";
}

function mark(place: number): void {
  active = Math.max(0, Math.min(entries.length - 1, place));
  [...list.children].forEach((option, number) => {
    option.setAttribute("aria-selected", String(number === active && entries.length > 0));
  });
  if (entries.length) input.setAttribute("aria-activedescendant", `zx-palette-${active}`);
  else input.removeAttribute("aria-activedescendant");
  list.children[active]?.scrollIntoView({ block: "nearest" });
}

function run(place: number): void {
  const entry = entries[place];
  if (!entry) return;
  dialog.close();
  entry.run();
}

function onKey(event: KeyboardEvent): void {
  event.stopPropagation(); // the theme has shortcuts of its own
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
  const step = steps[event.key];
  if (step !== undefined)
    mark(step > 1 || step < -1 ? active + step : (active + step + entries.length) % (entries.length || 1));
  else if (event.key === "Enter" && !event.isComposing) run(active);
  else if (event.key === "Escape") dialog.close();
  else return;
  event.preventDefault();
}

function build(): void {
  dialog.ariaLabel = say.label;
  input.type = "text";
  input.placeholder = say.hint;
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-expanded", "true");
  input.setAttribute("aria-controls", "zx-palette-list");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-label", say.label);
  input.autocomplete = "off";
  input.spellcheck = false;
  list.id = "zx-palette-list";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", say.label);
  dialog.append(input, list);
  document.body.append(dialog);
  input.addEventListener("input", () => void update());
  dialog.addEventListener("keydown", onKey);
  list.addEventListener("click", (event) => run([...list.children].indexOf((event.target as Element).closest("li")!)));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

/** Open it, or close it if it is open. */
export async function togglePalette(): Promise<void> {
  if (dialog.open) {
    dialog.close();
    return;
  }
  if (!dialog.isConnected) {
    build();
    await addStyle(new URL("palette.css", assets).href);
    commands = await findCommands();
  }
  if (dialog.open || document.querySelector("dialog[open]")) return;
  input.value = "";
  dialog.showModal();
  input.focus();
  await update();
}
