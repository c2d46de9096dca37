// A sentence of a task or a card: code between backticks, formulas between dollars.
import { make } from "../study/dom";

const PARTS = /(`[^`]+`|\$[^$]+\$|\*\*[^*]+\*\*|\[\[[^\]]+\]\])/;

export function inline(text: string): HTMLSpanElement {
  const parts = text.split(PARTS).map((part) => {
    if (part.startsWith("`") && part.length > 1) return make("code", {}, part.slice(1, -1));
    if (part.startsWith("$") && part.length > 1)
      return make("span", { class: "arithmatex" }, `\\(${part.slice(1, -1)}\\)`);
    if (part.startsWith("**") && part.length > 3) return make("strong", {}, part.slice(2, -2));
    if (part.startsWith("[[")) return part.slice(2, -2).split("|").at(-1);
    return part;
  });
  const made = make("span", {}, ...parts);
  window.zxMath?.(made);
  return made;
}
