// The search dialog: opened by its button or by "/"; results of the page's own language come first.
import { type Hit, library, type Result } from "./lookup";
import { marked } from "./marks";

const TEXT = {
  en: {
    none: "Nothing found.",
    failed: "Search is not available: its index could not be read.",
    others: { zh: "In Chinese", en: "In English" },
    exercises: "Exercises",
    kinds: { question: "Question", exercise: "Exercise", symbol: "Code" },
  },
  zh: {
    none: "没有找到。",
    failed: "搜索暂不可用：读不到索引。",
    others: { zh: "中文页面", en: "英文页面" },
    exercises: "练习",
    kinds: { question: "问题", exercise: "练习", symbol: "代码" },
  },
} as const;
const MOST_HITS = 3; // shown of each card
const MOST_EXERCISES = 4;

type Text = (typeof TEXT)["en" | "zh"];

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

/** The text with the wanted words in <mark>. */
function nodes(text: string, words: readonly string[]): Node[] {
  return marked(text, words).map((piece) =>
    piece.mark ? make("mark", "", piece.text) : document.createTextNode(piece.text),
  );
}

function showHit(hit: Hit, root: string, words: readonly string[], text: Text): HTMLElement {
  const link = make("a", "zx-result-section");
  link.href = new URL(hit.url, root).href;
  link.dataset.kind = hit.kind;
  const label = hit.kind in text.kinds ? text.kinds[hit.kind as keyof Text["kinds"]] : "";
  if (hit.title) {
    const title = hit.kind === "symbol" ? [make("code", "", ...nodes(hit.title, words))] : nodes(hit.title, words);
    link.append(make("strong", "", ...(label ? [make("small", "", label), " "] : []), ...title));
  }
  if (hit.excerpt) link.append(make("span", "", ...nodes(hit.excerpt, words)));
  return link;
}

function show(result: Result, root: string, text: Text): HTMLElement {
  const { words } = result;
  const title = make("a", "zx-result-title", ...nodes(result.title, words));
  title.href = new URL(result.url, root).href;
  const item = make("li", "zx-result", title);
  item.lang = result.language;
  const hits = result.hits.filter(({ kind }) => kind !== "exercise").slice(0, MOST_HITS);
  item.append(...hits.map((hit) => showHit(hit, root, words, text)));
  return item;
}

/** Everything found, as items of the list: cards, the exercises among them, then the other languages. */
function items(results: Result[], own: string, root: string, text: Text): HTMLElement[] {
  const mine = results.filter(({ language }) => language === own || language === "all");
  const found = mine.map((result) => show(result, root, text));
  const exercises = mine
    .flatMap(({ hits, score, words }) =>
      hits.filter(({ kind }) => kind === "exercise").map((hit) => ({ hit, score, words })),
    )
    .sort((a, b) => b.hit.score * b.score - a.hit.score * a.score)
    .slice(0, MOST_EXERCISES);
  if (exercises.length) {
    found.push(make("li", "zx-result-language", text.exercises));
    for (const { hit, words } of exercises) {
      const item = make("li", "zx-result", showHit(hit, root, words, text));
      item.lang = own;
      found.push(item);
    }
  }
  let language = own;
  for (const result of results) {
    if (mine.includes(result)) continue;
    if (result.language !== language && result.language in text.others) {
      found.push(make("li", "zx-result-language", text.others[result.language as "en" | "zh"]));
    }
    language = result.language;
    found.push(show(result, root, text));
  }
  return found;
}

export function startSearch(assets: string): void {
  const dialog = document.querySelector<HTMLDialogElement>("dialog.zx-search");
  const input = dialog?.querySelector("input");
  const list = dialog?.querySelector("ol");
  const status = dialog?.querySelector<HTMLElement>("[role=status]");
  if (!dialog || !input || !list || !status) return;

  const root = new URL("../../", assets).href;
  const own = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  const text = TEXT[own];
  const books = library(new URL("search/", assets).href);
  let asked = 0;

  async function search(): Promise<void> {
    const query = input!.value;
    const turn = ++asked;
    list!.ariaBusy = "true"; // until every language was searched
    const results = await books.lookup(query, { own });
    if (turn !== asked) return; // the reader has typed on
    list!.replaceChildren(...items(results, own, root, text));
    list!.scrollTop = 0;
    status!.textContent = results.length || !query.trim() ? "" : text.none;
    list!.ariaBusy = "false";
  }

  function fail(): void {
    status!.textContent = text.failed;
    list!.ariaBusy = "false";
  }

  function open(): void {
    if (dialog!.open) return;
    dialog!.showModal();
    input!.select();
    books.warm().catch(fail);
  }

  function move(step: number): void {
    const links = [...list!.querySelectorAll<HTMLElement>("a")];
    const next = links.indexOf(document.activeElement as HTMLElement) + step;
    (next < 0 ? input! : links[Math.min(next, links.length - 1)])?.focus();
  }

  input.addEventListener("input", () => void search().catch(fail));
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter" && document.activeElement === input && !event.isComposing) {
      list.querySelector("a")?.click();
    } else if (event.key === "Escape") {
      event.preventDefault(); // a search field would only empty itself
      dialog.close();
    }
    event.stopPropagation(); // the theme has shortcuts of its own
  });
  dialog.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target === dialog || target.closest("a, [data-close]")) dialog.close();
  });
  document.addEventListener("keydown", (event) => {
    const typing = (event.target as Element).closest("input, textarea, select, [contenteditable]");
    const slash = event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!slash) return;
    event.preventDefault();
    open();
  });
  for (const button of document.querySelectorAll<HTMLElement>("[data-zx-search]")) {
    button.hidden = false;
    button.addEventListener("click", open);
  }
}
