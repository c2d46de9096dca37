// Cuts out of a page what a link to it means: the section below a heading, a block, or what the page says of itself first.

const HEADING = "h1, h2, h3, h4, h5, h6";
const SUMMARY = ".admonition.summary, .admonition.abstract, details.summary, details.abstract";
const BLOCK = "p, li, dd, dt, tr, table, pre, figure, blockquote, details, .admonition, .arithmatex, div";
const FURNITURE = ".zx-backlinks, .footnote, .md-source-file, .zx-tested";
const LINES = 24; // of a module, from the line that is linked

export interface Piece {
  /** What the page is called, and the heading of the section. */
  title: Node[];
  content: Node[];
}

/** What the link shows; null if the page says nothing. */
export function cut(page: Document, anchor: string): Piece | null {
  const article = page.querySelector("article") ?? page.body;
  for (const part of page.querySelectorAll(".zx-part")) part.parentElement?.replaceWith(...part.children); // whole sections
  const head = article.querySelector("h1") ?? page.querySelector("header b");
  const title = head ? [...head.childNodes] : [page.createTextNode(page.title)];
  const target = anchor ? named(page, anchor) : null;
  const heading = target && headingOf(target);
  let content: Node[];
  if (!target || target === article || heading?.matches("h1")) content = beginning(article);
  else if (heading) content = section(heading);
  else content = block(target);
  if (heading && !heading.matches("h1")) title.push(page.createTextNode(" › "), ...heading.childNodes);
  return content.some(saysSomething) ? { title, content } : null;
}

/** What an anchor names, by its present id or by one of former times. */
function named(page: Document, anchor: string): Element | null {
  const former = JSON.parse(page.getElementById("zx-former")?.textContent || "{}") as Record<string, string>;
  const ids = [anchor, anchor.replace(/^\^/, ""), former[anchor] ?? ""];
  return ids.map((id) => page.getElementById(id)).find((found) => found !== null) ?? null;
}

function saysSomething(node: Node): boolean {
  if (!(node instanceof Element)) return Boolean(node.textContent?.trim());
  return !node.matches(".zx-header") && (Boolean(node.textContent?.trim()) || Boolean(node.querySelector("img, svg")));
}

/** The heading that an anchor names: itself, the one it stands in, or, for an empty mark, the one it stands before. */
function headingOf(target: Element): Element | null {
  const around = target.closest(HEADING);
  if (around || target.childNodes.length) return around;
  const next = (target.closest("p") ?? target).nextElementSibling;
  return next?.matches(HEADING) ? next : null;
}

function levelOf(element: Element): number {
  return element.matches(HEADING) ? Number(element.tagName.slice(1)) : 7;
}

/** What stands below a heading, up to the next of its rank. */
function section(heading: Element): Element[] {
  const level = levelOf(heading);
  const found: Element[] = [];
  for (let next = heading.nextElementSibling; next; next = next.nextElementSibling) {
    if (levelOf(next) <= level || next.matches(".zx-backlinks, .footnote")) break;
    if (!next.matches(FURNITURE)) found.push(next);
  }
  return found;
}

/** The words before the first section and the card's summary; of a page with neither, its first section. */
function beginning(article: Element): Element[] {
  const first = article.querySelector(":scope > h2");
  const found: Element[] = [];
  for (const child of article.children) {
    if (child === first) break;
    if (!child.matches(`h1, ${FURNITURE}`)) found.push(child);
  }
  const summary = article.querySelector(SUMMARY);
  if (summary && !found.some((one) => one.contains(summary))) found.push(summary);
  if (!found.some(saysSomething) && first) found.push(first, ...section(first));
  return found;
}

/** The callout, paragraph, item, row or picture that an id names, or the lines of a module from the one it names. */
function block(target: Element): Element[] {
  const pre = target.closest("pre");
  if (pre && target !== pre) return [lines(target, pre)];
  const whole = target.matches(BLOCK) ? target : (target.closest(BLOCK) ?? target);
  if (whole.matches(".zx-proof")) return [claim(whole)];
  if (whole.matches("li")) return [shell(whole.parentElement, whole)];
  if (whole.matches("tr")) return [row(whole)];
  return [whole];
}

/** A claim with what is said of it, without its proof. */
function claim(whole: Element): Element {
  const copy = whole.cloneNode(true) as Element;
  copy.setAttribute("open", "");
  for (const code of copy.querySelectorAll(".highlight, .zx-tested")) code.remove();
  return copy;
}

/** An element inside a copy of what it stands in, without its siblings. */
function shell(around: Element | null, inner: Element): Element {
  const copy = (around ?? inner).cloneNode(false) as Element;
  copy.append(inner.cloneNode(true));
  return copy;
}

/** A row below the head of its table. */
function row(inner: Element): Element {
  const table = inner.closest("table");
  if (!table) return inner;
  const copy = table.cloneNode(false) as Element;
  const head = table.querySelector("thead");
  if (head) copy.append(head.cloneNode(true));
  copy.append(shell(inner.parentElement, inner));
  return copy;
}

function lines(target: Element, pre: Element): Element {
  const copy = pre.cloneNode(false) as Element;
  let line: Element | null = target;
  while (line?.parentElement && line.parentElement !== pre && !line.nextElementSibling) line = line.parentElement;
  for (let count = 0; line && count < LINES; count++, line = line.nextElementSibling) {
    const shown = line.cloneNode(true) as Element;
    for (const number of shown.querySelectorAll("a[href^='#L']")) number.remove();
    copy.append(shown, shown.textContent?.endsWith("\n") ? "" : "\n");
  }
  return copy;
}
