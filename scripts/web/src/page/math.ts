// Formulas that reached the page as TeX: where the build had no node, and in what a page makes up by itself.
import { drawFormula } from "../drawn/formula";

/** `\(tex\)` or `\[tex\]`, as the Markdown extension writes it. */
function drawElement(element: HTMLElement): void {
  const text = (element.textContent ?? "").trim();
  const display = text.startsWith("\\[");
  if (!display && !text.startsWith("\\(")) return;
  const drawn = drawFormula(text.slice(2, -2), display);
  if (drawn.error) element.title = drawn.error;
  else element.innerHTML = drawn.html;
}

export function drawFormulas(root: ParentNode): void {
  root.querySelectorAll<HTMLElement>(".arithmatex").forEach(drawElement);
}
