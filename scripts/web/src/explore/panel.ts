// What a figure is made on: controls with names, a drawing, and the same in words.
import { Picture } from "./picture";

/** A text in both languages. */
export type Both = readonly [en: string, zh: string];
/** Puts a figure together; one that needs a file first takes its time. */
export type Figure = (panel: Panel) => void | Promise<void>;

interface Range {
  min: number;
  max: number;
  step?: number;
  value: number;
  /** What the slider's number means to the reader. */
  show?: (value: number) => string;
}

const SVG = "http://www.w3.org/2000/svg";
const WIDEST = 660;

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className = "", text = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

export class Panel {
  readonly #root: HTMLElement;
  readonly #controls = make("div", "zx-explore-controls");
  readonly #said = make("p", "zx-explore-said");
  readonly #values = make("table");
  readonly #folded = make("details", "zx-explore-values");
  readonly #pictures: Picture[] = [];
  #draw: () => void = () => {};
  #width = 0;

  constructor(
    root: HTMLElement,
    readonly zh: boolean,
  ) {
    this.#root = root;
    root.setAttribute("role", "group");
    this.#said.setAttribute("role", "status");
    const summary = make("summary", "", this.say(["The values as text", "以文字列出数值"]));
    const frame = make("div", "zx-explore-table");
    frame.tabIndex = 0;
    frame.append(this.#values);
    this.#folded.append(summary, frame);
  }

  /** The text in the page's language. */
  say(text: Both): string {
    return text[this.zh ? 1 : 0];
  }

  title(text: Both): void {
    this.#root.setAttribute("aria-label", this.say(text));
    this.#root.append(make("p", "zx-explore-title", this.say(text)), this.#controls);
  }

  slider(label: Both, { min, max, step = 1, value, show = String }: Range): () => number {
    const input = make("input");
    Object.assign(input, { type: "range", min, max, step, value });
    const shown = make("output");
    const read = () => Number(input.value);
    const tell = () => {
      shown.textContent = show(read());
      input.setAttribute("aria-valuetext", show(read()));
    };
    tell();
    input.addEventListener("input", tell);
    this.#control(label, input, shown);
    return read;
  }

  choice<T extends string>(label: Both, options: readonly (readonly [T, Both])[], value: T): () => T {
    const input = make("select");
    for (const [name, text] of options) input.add(new Option(this.say(text), name, name === value, name === value));
    this.#control(label, input);
    return () => input.value as T;
  }

  tick(label: Both, value: boolean): () => boolean {
    const input = make("input");
    Object.assign(input, { type: "checkbox", checked: value });
    this.#control(label, input);
    return () => input.checked;
  }

  field(label: Both, value: string, most: number): () => string {
    const input = make("input");
    Object.assign(input, { type: "text", value, maxLength: most, spellcheck: false });
    this.#control(label, input).classList.add("zx-explore-wide");
    return () => input.value;
  }

  /** An element of the figure's own among the controls. */
  place(element: HTMLElement): void {
    this.#controls.append(element);
  }

  /** A drawing; its height for a width is said when it is drawn. */
  picture(): Picture {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("role", "img");
    this.#root.append(svg);
    const picture = new Picture(svg);
    this.#pictures.push(picture);
    return picture;
  }

  /** Say in words what is drawn: under the drawing, and to those who do not see it. */
  tell(text: Both): void {
    this.#said.textContent = this.say(text);
    for (const { svg } of this.#pictures) svg.setAttribute("aria-label", this.say(text));
  }

  /** The numbers that are drawn. */
  values(head: readonly string[], rows: readonly (readonly string[])[]): void {
    const line = (cells: readonly string[], tag: "th" | "td") => {
      const row = make("tr");
      row.append(...cells.map((text) => make(tag, "", text)));
      return row;
    };
    this.#values.replaceChildren(line(head, "th"), ...rows.map((cells) => line(cells, "td")));
  }

  /** Draw now, and again after every change; the width is that of the place. */
  draws(draw: (width: number) => void): void {
    this.#draw = () => draw(this.#width);
  }

  redraw(): void {
    this.#draw();
  }

  start(): void {
    this.#root.append(this.#said, this.#folded);
    this.#root.addEventListener("input", () => this.#draw());
    new ResizeObserver(([entry]) => {
      const width = Math.min(Math.floor(entry?.contentRect.width ?? 0), WIDEST);
      if (width === this.#width || width === 0) return;
      this.#width = width;
      this.#draw();
    }).observe(this.#root);
  }

  #control(label: Both, input: HTMLElement, ...more: HTMLElement[]): HTMLLabelElement {
    const whole = make("label");
    whole.append(make("span", "", this.say(label)), input, ...more);
    this.#controls.append(whole);
    return whole;
  }
}

/** A number as text, with so many places, thousands apart. */
export const num = (value: number, places = 0): string =>
  value.toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places });

/** A share in percent. */
export const percent = (share: number, places = 1): string => `${num(100 * share, places)} %`;

/** Bytes in the largest binary unit that leaves at least 1. */
export function bytes(count: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(count < 1 ? 0 : Math.floor(Math.log2(count) / 10), units.length - 1);
  return `${num(count / 1024 ** power, power === 0 ? 0 : 2)} ${units[power]}`;
}
