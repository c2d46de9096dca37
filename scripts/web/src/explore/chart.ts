// Bars, lines and grids on a picture.
import type { Ink, Picture } from "./picture";

export interface Bar {
  label: string;
  value: number;
  text: string;
  ink?: Ink;
  /** A thin mark at another value on the same bar. */
  mark?: number;
  /** What the bar is put together from, each in its own ink. */
  parts?: readonly { ink: Ink; value: number }[];
}

/** Horizontal bars from `top` on, one per row, the longest at `most`; returns the y below them. */
export function bars(picture: Picture, list: readonly Bar[], width: number, most: number, top = 4, room = 92): number {
  const row = 22;
  const long = width - room - 84;
  list.forEach(({ label, value, text, ink = "a", mark, parts = [{ ink, value }] }, at) => {
    const y = top + at * row;
    const upTo = (sum: number) => (most > 0 ? (long * Math.min(sum, most)) / most : 0);
    const length = upTo(value);
    picture.text(room - 6, y + 14, label, "end");
    let sum = 0;
    for (const part of parts) {
      picture.rect(room + upTo(sum), y + 3, upTo(sum + part.value) - upTo(sum), row - 7, part.ink);
      sum += part.value;
    }
    const line = mark === undefined || most <= 0 ? -1 : room + (long * mark) / most;
    if (line > 0) picture.line(line, y, line, y + row - 2, "text");
    const after = room + length + 6;
    picture.text(line > after - 4 && line < after + 44 ? line + 5 : after, y + 14, text, "start", "quiet");
  });
  return top + list.length * row;
}

export interface Curve {
  ink: Ink;
  points: readonly (readonly [number, number])[];
  dash?: string;
}

export interface Axis {
  min: number;
  max: number;
  log?: boolean;
  ticks: readonly (readonly [number, string])[];
  label: string;
}

const PAD = { left: 46, right: 12, top: 10, bottom: 34 };

/** Lines between two axes; returns where a point of the data lies. */
export function lines(
  picture: Picture,
  curves: readonly Curve[],
  [x, y]: readonly [Axis, Axis],
  [width, height]: readonly [number, number],
): (at: readonly [number, number]) => [number, number] {
  const along = ({ min, max, log }: Axis, value: number) => {
    const [low, high, here] = log ? [Math.log(min), Math.log(max), Math.log(Math.max(value, min))] : [min, max, value];
    return (Math.min(Math.max(here, low), high) - low) / (high - low);
  };
  const across = width - PAD.left - PAD.right;
  const down = height - PAD.top - PAD.bottom;
  const place = ([a, b]: readonly [number, number]): [number, number] => [
    PAD.left + across * along(x, a),
    PAD.top + down * (1 - along(y, b)),
  ];
  for (const [value, text] of x.ticks) {
    const [at] = place([value, y.min]);
    picture.line(at, PAD.top, at, PAD.top + down, "line");
    const cut = at + 3.5 * text.length > width; // the letters' half width
    picture.text(cut ? width : at, PAD.top + down + 14, text, cut ? "end" : "middle", "quiet");
  }
  for (const [value, text] of y.ticks) {
    const [, at] = place([x.min, value]);
    picture.line(PAD.left, at, PAD.left + across, at, "line");
    picture.text(PAD.left - 5, at + 4, text, "end", "quiet");
  }
  picture.text(PAD.left + across / 2, height - 4, x.label, "middle", "quiet");
  picture.add(
    "text",
    { transform: `translate(10 ${PAD.top + down / 2}) rotate(-90)`, "text-anchor": "middle", class: "fill-quiet" },
    y.label,
  );
  for (const { ink, points, dash } of curves) picture.curve(points.map(place), ink, dash);
  return place;
}

/** A square grid of cells; the shade of each is between 0 and 1. */
export function grid(
  picture: Picture,
  cells: readonly (readonly { ink: Ink; shade: number }[])[],
  [left, top, side]: readonly [number, number, number],
): void {
  cells.forEach((row, i) => {
    row.forEach(({ ink, shade }, j) => {
      picture.rect(left + j * side, top + i * side, side - 1, side - 1, ink, shade);
    });
  });
}

/** Names of the inks in a row, at the top, from `left` on; returns the y below. */
export function legend(picture: Picture, names: readonly (readonly [Ink, string])[], width: number, left = 0): number {
  let [x, y] = [left, 4];
  for (const [ink, name] of names) {
    const long = 22 + [...name].reduce((sum, letter) => sum + (letter > "\u2e7f" ? 12 : 6.6), 0);
    if (x > left && x + long > left + width) [x, y] = [left, y + 18];
    picture.rect(x, y, 10, 10, ink);
    picture.text(x + 14, y + 9.5, name, "start");
    x += long;
  }
  return y + 20;
}
