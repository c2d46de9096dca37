// What is wider than its place scrolls, and can be reached with the keyboard as long as it does.

const SELECTOR =
  ".md-typeset pre > code, .md-typeset div.arithmatex, .md-typeset .zx-display, .md-typeset__scrollwrap, .md-typeset .zx-diagram";

/** Whether some of an element's content is outside of it, to the side. */
function scrolls(element: Element): boolean {
  return element.scrollWidth > element.clientWidth + 1;
}

function mark(element: Element): void {
  const wide = scrolls(element);
  if (wide === element.hasAttribute("data-zx-scrolls")) return;
  element.toggleAttribute("data-zx-scrolls", wide);
  if (wide) element.setAttribute("tabindex", "0");
  else element.removeAttribute("tabindex");
}

/** Keep the marks right while windows, folds and fonts change the room that there is. */
export function startScrollers(root: ParentNode): void {
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target);
  });
  for (const element of root.querySelectorAll(SELECTOR)) watch.observe(element);
}
