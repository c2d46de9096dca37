// The search dialog: opened by its button, by "/" or by Ctrl+K; results of the page's own language come first.
import { fold, Index, type Result, words } from "./lookup";

const TEXT = {
  en: { none: "Nothing found.", failed: "Search is not available.", others: { zh: "In Chinese", en: "In English" } },
  zh: { none: "没有找到。", failed: "搜索暂不可用。", others: { zh: "中文页面", en: "英文页面" } },
} as const;

/** The text with the wanted words in <mark>. */
function marked(text: string, wanted: string[]): Node[] {
  const folded = fold(text);
  const nodes: Node[] = [];
  let done = 0;
  for (let at = 0; at < text.length; ) {
    const word = wanted.find((candidate) => folded.startsWith(candidate, at));
    if (!word) {
      at++;
      continue;
    }
    const mark = document.createElement("mark");
    mark.textContent = text.slice(at, at + word.length);
    nodes.push(document.createTextNode(text.slice(done, at)), mark);
    done = at += word.length;
  }
  return [...nodes, document.createTextNode(text.slice(done))];
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

function show(result: Result, language: string, root: string, wanted: string[]): HTMLElement {
  const address = new URL(result.url, root).href;
  const title = make("a", "zx-result-title", ...marked(result.title, wanted));
  title.href = address;
  const item = make("li", "zx-result", title);
  item.lang = language;
  for (const section of result.sections) {
    const link = make("a", "zx-result-section");
    link.href = section.anchor ? `${address}#${encodeURIComponent(section.anchor)}` : address;
    if (section.heading) link.append(make("strong", "", ...marked(section.heading, wanted)));
    link.append(make("span", "", ...marked(section.excerpt, wanted)));
    item.append(link);
  }
  return item;
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
  let indexes: Promise<[language: string, index: Index][]> | undefined;

  async function openIndexes(): Promise<[string, Index][]> {
    const folder = new URL("search/", assets).href;
    const languages = (await (await fetch(`${folder}languages.json`)).json()) as string[];
    languages.sort((a, b) => Number(b === own) - Number(a === own));
    return languages.map((language) => [language, new Index(`${folder}${language}/`)]);
  }

  async function search(): Promise<void> {
    const query = input!.value;
    const wanted = words(query);
    if (!wanted.length) {
      list!.replaceChildren();
      list!.ariaBusy = "false";
      status!.textContent = "";
      return;
    }
    const items: HTMLElement[] = [];
    list!.ariaBusy = "true"; // until every language was searched
    indexes ??= openIndexes();
    for (const [language, index] of await indexes) {
      const results = await index.search(query);
      if (input!.value !== query) return; // the reader has typed on
      if (results.length && language !== own && language in text.others) {
        items.push(make("li", "zx-result-language", text.others[language as "en" | "zh"]));
      }
      items.push(...results.map((result) => show(result, language, root, wanted)));
      list!.replaceChildren(...items);
    }
    status!.textContent = items.length ? "" : text.none;
    list!.ariaBusy = "false";
  }

  function fail(): void {
    indexes = undefined;
    status!.textContent = text.failed;
    list!.ariaBusy = "false";
  }

  function open(): void {
    if (dialog!.open) return;
    dialog!.showModal();
    input!.select();
    indexes ??= openIndexes();
    indexes.then(([first]) => first?.[1].warm()).catch(fail);
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
    if (!slash && !(event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    open();
  });
  for (const button of document.querySelectorAll<HTMLElement>("[data-zx-search]")) {
    button.hidden = false;
    button.addEventListener("click", open);
  }
}
