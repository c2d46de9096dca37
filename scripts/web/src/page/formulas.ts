// The build has drawn the formulas. What is still TeX fetches the program that draws; a selection gives TeX back.

declare global {
  interface Window {
    /** Draws the formulas below an element that are still TeX; for pages that show texts later. */
    zxMath?: (root: ParentNode) => void;
  }
}

export function startFormulas(assets: string): void {
  window.zxMath = (root) => {
    if (!root.querySelector(".arithmatex:not(:has(math))")) return;
    const address = new URL("math.js", assets).href;
    const style = document.createElement("link");
    style.rel = "stylesheet";
    style.href = new URL("math.css", assets).href;
    if (!document.querySelector('link[href$="/math.css"]')) document.head.append(style);
    import(address).then(({ drawFormulas }) => drawFormulas(root)).catch(() => {}); // read from a disk it stays TeX
  };
  window.zxMath(document);
  document.addEventListener("copy", copyTex);
}

/** What is copied holds `$tex$` where the page shows a formula; without one in it the browser copies as it always does. */
function copyTex(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (!event.clipboardData || !selection || selection.isCollapsed) return;
  const range = selection.getRangeAt(0);
  const whole = (node: Node): Element | null =>
    (node instanceof Element ? node : node.parentElement)?.closest("math[alttext]") ?? null;
  const [first, last] = [whole(range.startContainer), whole(range.endContainer)];
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const copied = range.cloneContents();
  const formulas = copied.querySelectorAll("math[alttext]");
  if (!formulas.length) return;
  for (const formula of formulas) {
    const tex = formula.getAttribute("alttext") ?? "";
    formula.replaceWith(formula.getAttribute("display") === "block" ? `$$${tex}$$` : `$${tex}$`);
  }
  // A browser's own text of a selection depends on the layout: the copy is laid out where nobody sees it.
  const box = document.createElement("div");
  box.className = "zx-copied";
  box.append(copied);
  document.body.append(box);
  event.clipboardData.setData("text/plain", box.innerText);
  event.clipboardData.setData("text/html", box.innerHTML);
  box.remove();
  event.preventDefault();
}
