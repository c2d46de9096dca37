// A drawing that is made anew at every change; its colours are the page's.

const SVG = "http://www.w3.org/2000/svg";
type Attributes = Record<string, string | number>;

/** Colours by meaning: classes, so that light and dark need no script. */
export type Ink = "a" | "b" | "c" | "d" | "quiet" | "line" | "text";

export class Picture {
  constructor(
    readonly svg: SVGSVGElement,
    readonly into: SVGElement = svg,
  ) {}

  /** A part of the drawing, moved down. */
  shifted(down: number): Picture {
    return new Picture(this.svg, this.add("g", { transform: `translate(0 ${down})` }));
  }

  clear(width: number, height: number): void {
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(height));
    this.svg.replaceChildren();
  }

  /** Cut the drawing below what is drawn by now. */
  cut(height: number): void {
    const width = this.svg.getAttribute("width") ?? "0";
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("height", String(height));
  }

  add(tag: string, attributes: Attributes, text = ""): SVGElement {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    if (text) element.textContent = text;
    this.into.append(element);
    return element;
  }

  rect(x: number, y: number, width: number, height: number, ink: Ink, opacity = 1): void {
    this.add("rect", { x, y, width: Math.max(width, 0), height: Math.max(height, 0), class: `fill-${ink}`, opacity });
  }

  line(x1: number, y1: number, x2: number, y2: number, ink: Ink, dash = ""): void {
    this.add("line", { x1, y1, x2, y2, class: `stroke-${ink}`, ...(dash && { "stroke-dasharray": dash }) });
  }

  curve(points: readonly (readonly [number, number])[], ink: Ink, dash = ""): void {
    const list = points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`).join(" ");
    this.add("polyline", { points: list, class: `curve stroke-${ink}`, ...(dash && { "stroke-dasharray": dash }) });
  }

  dot(cx: number, cy: number, r: number, ink: Ink): void {
    this.add("circle", { cx, cy, r, class: `fill-${ink}` });
  }

  text(x: number, y: number, text: string, anchor: "start" | "middle" | "end" = "middle", ink: Ink = "text"): void {
    this.add("text", { x, y, "text-anchor": anchor, class: `fill-${ink}` }, text);
  }
}
