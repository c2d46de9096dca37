// Elements without a framework.

type Child = Node | string | false | undefined;
type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

function fill(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
}

/** An element; an attribute that begins with `on` is a listener, and `false` leaves one out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

export function makeSvg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

export function button(text: Child, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return make("button", { type: "button", class: "zx-button", onclick, ...attributes }, text);
}

/** A group of radio buttons or checkboxes with a legend. */
export function choices(
  type: "radio" | "checkbox",
  name: string,
  legend: string,
  options: readonly { value: string; label: string; checked: boolean }[],
  hint = "",
): HTMLFieldSetElement {
  return make(
    "fieldset",
    { class: "zx-choices" },
    make("legend", {}, legend),
    ...options.map(({ value, label, checked }) =>
      make("label", {}, make("input", { type, name, value, checked }), make("span", {}, label)),
    ),
    hint !== "" && make("p", { class: "zx-hint" }, hint),
  );
}

/** The values of a group that are chosen in a form. */
export function chosen(form: HTMLFormElement, name: string): string[] {
  return new FormData(form).getAll(name).map(String);
}

/** A line that a screen reader reads out when it changes. */
export function makeStatus(): HTMLParagraphElement {
  return make("p", { class: "zx-status", role: "status" });
}

/** After something the learner did: the focus goes to what is new, and its beginning is on the screen. */
export function attend(stage: HTMLElement): void {
  stage.querySelector<HTMLElement>("[data-focus]")?.focus({ preventScroll: true });
  const margin = Number.parseFloat(getComputedStyle(stage).scrollMarginTop);
  if (stage.getBoundingClientRect().top < margin) stage.scrollIntoView({ block: "start" });
}

/** Whether the end of an element is on the screen; if not, the page moves on towards it. */
export function readOn(element: HTMLElement): boolean {
  const { bottom } = element.getBoundingClientRect();
  if (bottom <= innerHeight + 1) return true;
  scrollBy({ top: Math.min(bottom - innerHeight + 16, innerHeight * 0.8) });
  return false;
}

/** Whether a key press belongs to something else: a text field, an open dialog, a shortcut of the browser. */
export function isElsewhere(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : document.body;
  const typing = target.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
  return (
    event.defaultPrevented ||
    event.isComposing ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    typing !== null ||
    document.querySelector("dialog[open]") !== null
  );
}

/** Whether the focused element itself acts on the space bar or the Enter key. */
export function actsItself(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest("button, a[href], summary, input") !== null;
}
