// Controls that the figure itself moves, too: a panel's own are moved by the reader alone.

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

export class Slider {
  readonly #input = make("input", "");
  readonly #shown = make("output", "");
  readonly element: HTMLLabelElement;

  constructor(
    label: string,
    private readonly show: (value: number) => string,
  ) {
    Object.assign(this.#input, { type: "range", min: 0, step: 1 });
    this.element = make("label", "zx-explore-long", make("span", "", label), this.#input, this.#shown);
  }

  get value(): number {
    return Number(this.#input.value);
  }

  /** Move the slider, and say where it stands. */
  set(value: number, max: number): void {
    this.#input.max = String(max);
    this.#input.value = String(value);
    const said = this.show(value);
    if (this.#shown.textContent === said) return;
    this.#shown.textContent = said;
    this.#input.setAttribute("aria-valuetext", said);
  }
}

export class TextField {
  readonly input = make("input", "");
  readonly element: HTMLLabelElement;

  constructor(label: string, value: string) {
    Object.assign(this.input, { type: "text", value, spellcheck: false, autocomplete: "off", autocapitalize: "off" });
    this.element = make("label", "zx-explore-wide", make("span", "", label), this.input);
  }
}

export function button(text: string, press: () => void): HTMLButtonElement {
  const element = make("button", "zx-explore-button", text);
  element.type = "button";
  element.addEventListener("click", press);
  return element;
}

/** Buttons or other controls with a name for them all. */
export function group(
  label: string,
  controls: readonly HTMLElement[],
  className = "zx-explore-buttons",
): HTMLDivElement {
  const element = make("div", className, ...controls);
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", label);
  return element;
}

export const line = (text = ""): HTMLParagraphElement => make("p", "zx-explore-note", text);

export class Choice {
  readonly #input = make("select", "");
  readonly element: HTMLLabelElement;

  constructor(label: string, count: number) {
    for (let at = 0; at < count; at++) this.#input.add(new Option(String(at + 1), String(at)));
    this.element = make("label", "", make("span", "", label), this.#input);
  }

  get value(): number {
    return Number(this.#input.value);
  }

  set(value: number): void {
    this.#input.value = String(value);
  }
}

/** The characters of the text, to point at; the slider of positions is the same for the keyboard. */
export class Tokens {
  readonly element = make("div", "zx-explore-tokens");

  constructor(choose: (at: number) => void) {
    this.element.setAttribute("aria-hidden", "true");
    this.element.addEventListener("click", ({ target }) => {
      const at = [...this.element.children].indexOf(target as Element);
      if (at >= 0) choose(at);
    });
  }

  fill(letters: readonly string[]): void {
    this.element.replaceChildren(...letters.map((letter) => make("span", "", letter)));
  }

  choose(at: number): void {
    for (const [i, token] of [...this.element.children].entries()) token.classList.toggle("zx-explore-here", i === at);
  }
}
