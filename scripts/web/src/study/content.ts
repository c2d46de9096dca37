// The HTML of the deck as elements: addresses resolved, formulas rendered as on the card (by math.js, which the page loads).
import { make } from "./dom";

const ADDRESSES = [
  ["a", "href"],
  ["img", "src"],
  ["source", "src"],
] as const;

/** `home` is the address of the language's root, to which the addresses in the deck are relative. */
export function showHtml(html: string, home: string, className = ""): HTMLDivElement {
  const box = make("div", { class: `zx-content ${className}`.trim() });
  box.innerHTML = html;
  for (const [tag, name] of ADDRESSES) {
    for (const element of box.querySelectorAll(`${tag}[${name}]`)) {
      element.setAttribute(name, new URL(element.getAttribute(name)!, home).href);
    }
  }
  for (const element of box.querySelectorAll("[id]")) element.removeAttribute("id"); // unique on the card, not here
  window.zxMath?.(box);
  return box;
}

/** A follow-up is written as "question — answer": its two halves as HTML, or all of it as the question. */
export function splitFollowup(html: string): { question: string; answer: string } {
  const box = document.createElement("template");
  box.innerHTML = html;
  const walker = document.createTreeWalker(box.content, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const dash = /\s*(?:——|—)\s*/.exec(node.data);
    if (!dash || !node.parentElement) continue;
    const range = document.createRange();
    range.setStart(node, dash.index + dash[0].length);
    range.setEndAfter(box.content.lastChild!);
    const answer = make("div");
    answer.append(range.extractContents());
    node.data = node.data.slice(0, dash.index);
    const question = make("div");
    question.append(box.content);
    return { question: question.innerHTML, answer: answer.innerHTML };
  }
  return { question: html, answer: "" };
}
