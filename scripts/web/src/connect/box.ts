// The box of a preview: its parts, and where it stands.
import { words } from "./words";

export interface Box {
  element: HTMLElement;
  body: HTMLElement;
  pin: HTMLButtonElement;
  close: HTMLButtonElement;
}

const NARROW = 600; // pixels: below it a box is a sheet at the foot of the window
const GAP = 6;
let boxes = 0;

function button(text: string, className: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.textContent = text;
  return made;
}

export function makeBox(href: string, title: Node, content: Node): Box {
  const say = words();
  const element = document.createElement("div");
  element.className = "zx-preview";
  element.setAttribute("role", "dialog");
  const head = document.createElement("div");
  head.className = "zx-preview-head";
  const link = document.createElement("a");
  link.className = "zx-preview-title";
  link.id = `zx-preview-title-${++boxes}`;
  link.href = href;
  link.append(title);
  element.setAttribute("aria-labelledby", link.id);
  const pin = button(say.pin, "zx-preview-pin");
  pin.setAttribute("aria-pressed", "false");
  const close = button("×", "zx-preview-close");
  close.ariaLabel = close.title = say.close;
  head.append(link, pin, close);
  const body = document.createElement("div");
  body.className = "zx-preview-body md-typeset";
  body.tabIndex = 0;
  body.setAttribute("role", "group");
  body.setAttribute("aria-labelledby", link.id);
  body.append(content);
  element.append(head, body);
  return { element, body, pin, close };
}

/** Below the line of the link that the pointer is on, or above it where there is more room; on a narrow window a sheet. */
export function place(box: HTMLElement, link: Element, x: number | null): void {
  if (innerWidth < NARROW) {
    box.classList.add("zx-preview-sheet");
    return;
  }
  const lines = [...link.getClientRects()];
  const line =
    lines.find((one) => x !== null && one.left <= x && x <= one.right) ?? lines[0] ?? link.getBoundingClientRect();
  const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
  const below = innerHeight - line.bottom - 2 * GAP;
  const above = line.top - Math.max(0, header) - 2 * GAP;
  const isBelow = below >= Math.min(box.offsetHeight, 320) || below >= above;
  box.style.maxHeight = `${Math.max(160, Math.min(isBelow ? below : above, 0.7 * innerHeight))}px`;
  const left = Math.min(Math.max(GAP, (x ?? line.left) - 40), innerWidth - box.offsetWidth - 3 * GAP);
  const top = isBelow ? line.bottom + GAP : Math.max(GAP, line.top - GAP - box.offsetHeight);
  box.style.left = `${Math.round(left + scrollX)}px`;
  box.style.top = `${Math.round(top + scrollY)}px`;
}

/** Pinned, a box stays where it is on the screen and can be moved by its head. */
export function hold(box: HTMLElement, isHeld: boolean): void {
  const { left, top } = box.getBoundingClientRect();
  box.classList.toggle("zx-preview-pinned", isHeld);
  if (box.classList.contains("zx-preview-sheet")) return;
  box.style.left = `${left + (isHeld ? 0 : scrollX)}px`;
  box.style.top = `${top + (isHeld ? 0 : scrollY)}px`;
}

/** Let the head of a pinned box be dragged. */
export function letMove(box: HTMLElement): void {
  const head = box.querySelector<HTMLElement>(".zx-preview-head")!;
  head.addEventListener("pointerdown", (down) => {
    const isHeld = box.classList.contains("zx-preview-pinned") && !box.classList.contains("zx-preview-sheet");
    if (!isHeld || (down.target as Element).closest("a, button")) return;
    const { left, top } = box.getBoundingClientRect();
    head.setPointerCapture(down.pointerId);
    head.onpointermove = (move) => {
      box.style.left = `${Math.min(Math.max(0, left + move.clientX - down.clientX), innerWidth - 80)}px`;
      box.style.top = `${Math.min(Math.max(0, top + move.clientY - down.clientY), innerHeight - 40)}px`;
    };
    head.onlostpointercapture = () => {
      head.onpointermove = null;
    };
  });
}
