// Lays the blocks of the other language beside those of the page: in a second column, on a narrow screen each below its
// own at a tap. Headings say both languages already; code, formulas, pictures and diagrams stand there once.
import { goTo, line, placeAt } from "./place";
import { startQuizzes } from "./quiz";

const WORDS = {
  en: {
    failed: "The page in the other language cannot be fetched:",
    retry: "Open it there",
    turn: "in the other language",
  },
  zh: { failed: "取不到另一种语言的页面：", retry: "打开那一页", turn: "另一种语言" },
} as const;

/** What a block shows once, in the page's own language. */
const ONCE = ".highlight, .zx-tested, .zx-explore, .mermaid, .zx-proof, .headerlink, script, style";

function article(): HTMLElement | null {
  return document.querySelector<HTMLElement>("article.md-content__inner");
}

function words(): (typeof WORDS)["en" | "zh"] {
  return document.documentElement.lang.startsWith("zh") ? WORDS.zh : WORDS.en;
}

/** The page in the other language, as it was sent: no script of it runs. */
async function fetchPage(link: HTMLAnchorElement): Promise<Document> {
  const url = new URL(link.href);
  url.hash = "";
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** A copy of a block of another page, fit for this one: its links lead where they did, its ids are not those of this page. */
function adopt(block: Element, base: string): HTMLElement {
  const copy = document.importNode(block, true) as HTMLElement;
  for (const one of copy.querySelectorAll(ONCE)) {
    if (one.parentElement === copy) one.before(document.createElement("div")); // its row is taken on the other side
    one.remove();
  }
  copy.removeAttribute("data-pair");
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["id", "for", "name", "aria-labelledby", "aria-describedby", "aria-controls"]) {
      const value = one.getAttribute(name);
      if (value) one.setAttribute(name, `zx-twin-${value}`);
    }
    for (const name of ["href", "src"]) {
      const value = one.getAttribute(name);
      if (value && !value.startsWith("#")) one.setAttribute(name, new URL(value, base).href);
    }
    if (one instanceof HTMLInputElement) {
      one.disabled = true;
      one.ariaHidden = "true"; // its twin is the one to tick
    }
  }
  return copy;
}

/** What folds on one side folds on the other. */
function foldTogether(ours: Element, theirs: Element): void {
  const folds = (root: Element) =>
    [root, ...root.querySelectorAll("details")].filter((one) => one instanceof HTMLDetailsElement);
  const other = folds(theirs);
  folds(ours).forEach((fold, index) => {
    const twin = other[index];
    if (!twin) return;
    twin.open = fold.open;
    const follow = (from: HTMLDetailsElement, to: HTMLDetailsElement) => {
      from.addEventListener("toggle", () => {
        if (twin.isConnected) to.open = from.open;
      });
    };
    follow(fold, twin);
    follow(twin, fold);
  });
}

function makeTurn(language: string, twin: HTMLElement, root: HTMLElement): HTMLButtonElement {
  const turn = document.createElement("button");
  turn.type = "button";
  turn.className = "zx-turn";
  turn.lang = language;
  turn.textContent = language.startsWith("zh") ? "中" : "EN";
  turn.title = words().turn;
  turn.ariaLabel = words().turn;
  turn.setAttribute("aria-expanded", "false");
  turn.setAttribute("aria-controls", twin.id);
  turn.addEventListener("click", () => {
    const opens = !twin.classList.contains("zx-open");
    for (const one of root.querySelectorAll(".zx-twin.zx-open")) one.classList.remove("zx-open");
    for (const one of root.querySelectorAll(".zx-turn")) one.setAttribute("aria-expanded", "false");
    twin.classList.toggle("zx-open", opens);
    turn.setAttribute("aria-expanded", String(opens));
  });
  return turn;
}

const isList = (one: Element): boolean => one.matches("ul, ol");

/** How many rows each part of a block takes that is laid row by row: the items of a list, the parts of a callout, of a
 * question, of a quiz. */
function rows(block: Element): number[] {
  const parts = [...block.children];
  if (isList(block)) return parts.map(() => 1);
  return block.matches("div.admonition, details") ? parts.map((one) => (isList(one) ? one.children.length : 1)) : [];
}

/** Let two blocks with the same parts stand row by row: what an item says in one language is beside what it says in the other. */
function layRows(block: HTMLElement, copy: HTMLElement, twin: HTMLElement): void {
  const [ours, theirs] = [rows(block), rows(copy)];
  if (ours.length < 2 || ours.join() !== theirs.join()) return;
  const take = (one: HTMLElement, count: number): void => {
    one.classList.add("zx-rows");
    one.style.setProperty("--zx-rows", `${count}`);
  };
  const all = ours.reduce((sum, count) => sum + count, 0);
  for (const one of [block, copy, twin]) take(one, all);
  for (const one of isList(block) ? [] : [...block.children, ...copy.children]) {
    if (isList(one)) take(one as HTMLElement, one.children.length);
  }
}

/** The child of the article, or of a section in a fold, that a block is or stands in: the theme puts a frame around tables. */
function outermost(block: HTMLElement, root: HTMLElement): HTMLElement {
  let one = block;
  while (one.parentElement && one.parentElement !== root && !one.parentElement.matches(".zx-part"))
    one = one.parentElement;
  return one;
}

function lay(root: HTMLElement, page: Document, base: string): number {
  const language = page.documentElement.lang;
  const partners = new Map(
    [...page.querySelectorAll("article [data-pair]")].map((one) => [one.getAttribute("data-pair"), one]),
  );
  let laid = 0;
  for (const block of root.querySelectorAll<HTMLElement>("[data-pair]")) {
    const partner = partners.get(block.getAttribute("data-pair"));
    if (!partner) continue;
    const copy = adopt(partner, base);
    if (!copy.textContent?.trim()) continue;
    const ours = outermost(block, root);
    const twin = document.createElement("div");
    twin.className = "zx-twin";
    twin.lang = language;
    twin.id = `zx-twin-${block.getAttribute("data-pair")}`;
    twin.append(copy);
    ours.classList.add("zx-has-twin");
    ours.after(makeTurn(language, twin, root), twin);
    window.zxMath?.(twin);
    startQuizzes(twin);
    foldTogether(block, copy);
    if (ours === block) layRows(block, copy, twin);
    laid += 1;
  }
  return laid;
}

function say(root: HTMLElement, link: HTMLAnchorElement): void {
  const said = document.createElement("p");
  said.className = "zx-beside-problem";
  said.setAttribute("role", "alert");
  const way = document.createElement("a");
  way.href = link.href;
  way.textContent = words().retry;
  said.append(words().failed, " ", way);
  (root.querySelector("h1") ?? root.firstElementChild)?.after(said);
}

/** Change what the page shows, and leave the reader at the same block. */
function inPlace(change: () => void): void {
  const place = window.scrollY > 8 ? placeAt(line()) : null;
  change();
  if (place) goTo(place);
}

/** Take the other language away again. */
export function close(): void {
  const root = article();
  if (!root) return;
  inPlace(() => {
    for (const one of root.querySelectorAll(".zx-twin, .zx-turn, .zx-beside-problem")) one.remove();
    for (const one of root.querySelectorAll(".zx-has-twin")) one.classList.remove("zx-has-twin");
    for (const one of root.querySelectorAll<HTMLElement>(".zx-rows")) {
      one.classList.remove("zx-rows");
      one.style.removeProperty("--zx-rows");
    }
    document.documentElement.classList.remove("zx-beside");
  });
}

/** Lay the page that a link leads to beside this one; whether that was possible. */
export async function open(link: HTMLAnchorElement): Promise<boolean> {
  const root = article();
  if (!root) return false;
  close();
  try {
    const page = await fetchPage(link);
    let laid = 0;
    inPlace(() => {
      laid = lay(root, page, link.href);
      if (laid) document.documentElement.classList.add("zx-beside");
    });
    if (!laid) throw new Error("no partner");
    return true;
  } catch {
    say(root, link);
    return false;
  }
}
