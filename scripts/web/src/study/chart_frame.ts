// What both charts are made of: a plot as inline SVG for the width at hand, axes, and the numbers as a table.
import type { Desk, View } from "./desk";
import { make, makeSvg } from "./dom";

export const HEIGHT = 180;
export const LEFT = 34;
export const RIGHT = 8;
const TOP = 12;
const BOTTOM = 24;

interface Frame {
  width: number;
  /** From a share of the plot to a position. */
  x: (share: number) => number;
  y: (share: number) => number;
}

export function frame(width: number): Frame {
  return {
    width,
    x: (share) => LEFT + share * (width - LEFT - RIGHT),
    y: (share) => HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM),
  };
}

export function label(text: string, x: number, y: number, anchor: "start" | "middle" | "end"): SVGElement {
  return makeSvg("text", { x, y, "text-anchor": anchor, class: "zx-axis" }, text);
}

export function level(at: Frame, share: number, text: string): SVGElement[] {
  const y = at.y(share);
  return [
    makeSvg("line", { x1: LEFT, x2: at.width - RIGHT, y1: y, y2: y, class: "zx-grid-line" }),
    label(text, LEFT - 6, y + 4, "end"),
  ];
}

export function picture(at: Frame, title: string, ...parts: SVGElement[]): SVGElement {
  const attributes = {
    viewBox: `0 0 ${at.width} ${HEIGHT}`,
    width: at.width,
    height: HEIGHT,
    role: "img",
    "aria-label": title,
    class: "zx-chart",
  };
  return makeSvg("svg", attributes, ...parts);
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is not below the value. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value)!;
}

export function table(desk: Desk, heads: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  return make(
    "details",
    { class: "zx-fold" },
    make("summary", {}, desk.words.charts.table),
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((text) => make("td", {}, text))))),
    ),
  );
}

/** Draw now, after every change, and when the width changes. */
export function chart(draw: (desk: Desk, now: Date, width: number) => Element[]): View {
  return (root, desk) => {
    let drawn = 0;
    function render(): void {
      const open = root.querySelector("details")?.open ?? false;
      drawn = root.clientWidth;
      root.replaceChildren(...draw(desk, new Date(), Math.max(240, drawn)));
      const details = root.querySelector("details");
      if (details) details.open = open;
    }
    desk.history.watch(render);
    render();
    new ResizeObserver(() => root.clientWidth !== drawn && render()).observe(root);
  };
}
