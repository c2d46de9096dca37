// What is wider than its place scrolls: it can be reached with the keyboard as long as it does, and fades out where there is more.

const SELECTOR = ["pre > code", "div.arithmatex", ".zx-display", ".md-typeset__scrollwrap", ".zx-diagram"]
  .map((one) => `.md-typeset ${one}`)
  .join(", ");

/** On which sides there is more than is shown: "", "left", "right" or "both". */
export function hiddenSides(left: number, shown: number, whole: number): string {
  if (whole <= shown + 1) return "";
  const before = left > 1;
  const after = left < whole - shown - 1;
  return before && after ? "both" : before ? "left" : "right";
}

function mark(element: Element): void {
  const sides = hiddenSides(element.scrollLeft, element.clientWidth, element.scrollWidth);
  const known = element.getAttribute("data-zx-more") ?? "";
  if (sides === known) return;
  if (sides) element.setAttribute("data-zx-more", sides);
  else element.removeAttribute("data-zx-more");
  if (sides && !known) element.setAttribute("tabindex", "0");
  if (known && !sides) element.removeAttribute("tabindex");
}

/** Keep the marks right while windows, folds and fonts change the room that there is. */
export function startScrollers(root: ParentNode): void {
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target);
  });
  const all = [...root.querySelectorAll(SELECTOR)];
  for (const element of all) {
    watch.observe(element);
    element.addEventListener("scroll", () => mark(element), { passive: true });
  }
  // A font that comes late makes lines wider, not the box around them. What is far from the screen is measured when it comes near.
  document.fonts.addEventListener("loadingdone", () => {
    for (const element of all) if (element.checkVisibility({ contentVisibilityAuto: true })) mark(element);
  });
}
