// Renders the TeX that Markdown left in `.arithmatex` elements and in the headings of the contents list.
import katex from "katex";

const OPTIONS = { throwOnError: false, strict: "ignore" } as const;

const CLOSING = /^[,.;:!?)\]}，。、；：！？）」』》】”’%]+/;

/** `\(tex\)` or `\[tex\]`, as the Markdown extension writes it. */
function renderFormula(element: HTMLElement): void {
  const text = (element.textContent ?? "").trim();
  const displayMode = text.startsWith("\\[");
  if (!displayMode && !text.startsWith("\\(")) return;
  katex.render(text.slice(2, -2), element, { ...OPTIONS, displayMode });
  if (!displayMode) keepPunctuation(element);
}

/** A browser may break the line between a formula and the full stop after it. Inside, a formula still breaks. */
function keepPunctuation(element: HTMLElement): void {
  const after = element.nextSibling;
  if (!(after instanceof Text)) return;
  const mark = CLOSING.exec(after.data)?.[0];
  if (!mark) return;
  const together = document.createElement("span");
  together.className = "zx-together";
  element.replaceWith(together);
  together.append(element, mark);
  after.data = after.data.slice(mark.length);
}

/** An entry of the contents list carries its heading's plain text: `Why \(\sqrt{d_k}\)`. */
function renderEntry(entry: Element): void {
  const parts = (entry.textContent ?? "").split(/\\\((.+?)\\\)/);
  if (parts.length === 1) return;
  entry.replaceChildren(
    ...parts.map((part, index) => {
      const span = document.createElement("span");
      if (index % 2) katex.render(part, span, OPTIONS);
      else span.textContent = part;
      return span;
    }),
  );
}

declare global {
  interface Window {
    /** Renders the formulas below an element; for pages that show cards' text later. */
    zxMath?: (root: ParentNode) => void;
  }
}

window.zxMath = (root) => root.querySelectorAll<HTMLElement>(".arithmatex").forEach(renderFormula);
window.zxMath(document);
document.querySelectorAll(".md-nav__link .md-ellipsis, .md-nav__title").forEach(renderEntry);
