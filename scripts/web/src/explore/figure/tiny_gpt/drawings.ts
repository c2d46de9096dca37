// The figure's drawings: probabilities, the stream layer by layer, and cells that can be walked through.
import { num } from "../../panel";
import type { Ink, Picture } from "../../picture";

export interface Guess {
  letter: string;
  p: number;
}

/** The most likely characters as bars. */
export function drawGuesses(picture: Picture, title: string, guesses: readonly Guess[], width: number): void {
  picture.clear(width, 24 + guesses.length * 20);
  picture.text(0, 13, title, "start");
  for (const [at, { letter, p }] of guesses.entries()) {
    const y = 22 + at * 20;
    picture.text(14, y + 13, letter);
    picture.rect(30, y + 2, (width - 100) * p, 14, "a");
    picture.text(36 + (width - 100) * p, y + 13, num(p, 4), "start", "quiet");
  }
}

export interface Station {
  name: string;
  norm: number;
  guesses: readonly Guess[];
}

/** The stream after each addition: how long it is, and what the model would say if it ended there. */
export function drawStream(
  picture: Picture,
  heads: readonly [string, string],
  list: readonly Station[],
  width: number,
): void {
  const narrow = width < 520;
  const tall = narrow ? 40 : 22;
  const [room, long] = narrow ? [0, width - 110] : [150, width * 0.3];
  const most = Math.max(...list.map(({ norm }) => norm));
  picture.clear(width, 26 + list.length * tall);
  picture.text(room, 13, heads[0], "start", "quiet");
  picture.text(width, 13, heads[1], "end", "quiet");
  for (const [at, { name, norm, guesses }] of list.entries()) {
    const y = 22 + at * tall;
    const bar = narrow ? y + 16 : y;
    picture.text(0, y + 13, name, "start");
    picture.rect(room, bar + 3, (long * norm) / most, 12, "c");
    picture.text(room + (long * norm) / most + 6, bar + 13, num(norm, 4), "start", "quiet");
    const said = guesses.map(({ letter, p }) => `${letter} ${num(p, 3)}`).join("   ");
    picture.text(width, y + 13, said, "end");
  }
}

export interface Cells {
  rows: number;
  cols: number;
  /** Undefined: there is no such cell. */
  value: (row: number, col: number) => number | undefined;
  rowName?: (row: number) => string;
  colName?: (col: number) => string;
  /** Written into the cell. */
  inside?: (row: number, col: number) => string;
  cursor: readonly [row: number, col: number];
}

const EDGE = 16;

/** Where a cell's corner lies, and how wide it is. */
function measure({ rows, cols, rowName, colName }: Cells, width: number, widest: number): [number, number, number] {
  const [left, top] = [rowName ? EDGE : 1, colName ? EDGE : 1];
  const side = Math.min(widest, (width - left - 1) / cols);
  return [left, top, rows > 0 ? side : 0];
}

/** A rectangle of cells, blue above zero and red below; the largest is full. */
export function drawCells(picture: Picture, cells: Cells, width: number, widest: number): void {
  const [left, top, side] = measure(cells, width, widest);
  const { rows, cols } = cells;
  picture.clear(width, top + rows * side + 2);
  const each = Array.from({ length: rows * cols }, (_, at) => [Math.floor(at / cols), at % cols] as const);
  const most = Math.max(1e-12, ...each.map(([r, c]) => Math.abs(cells.value(r, c) ?? 0)));
  for (const [r, c] of each) {
    const value = cells.value(r, c);
    if (value === undefined) continue;
    const ink: Ink = value < 0 ? "b" : "a";
    const [x, y] = [left + c * side, top + r * side];
    picture.rect(x, y, side - 0.5, side - 0.5, "line", 0.35);
    picture.rect(x, y, side - 0.5, side - 0.5, ink, Math.abs(value) / most);
    const text = cells.inside?.(r, c) ?? "";
    if (text && side >= 11) picture.text(x + side / 2, y + side / 2 + 4, text);
  }
  if (side >= 9) {
    for (let r = 0; r < rows && cells.rowName; r++)
      picture.text(left - 8, top + (r + 0.5) * side + 4, cells.rowName(r));
    for (let c = 0; c < cols && cells.colName; c++) picture.text(left + (c + 0.5) * side, top - 4, cells.colName(c));
  }
  const [r, c] = cells.cursor;
  const mark = { x: left + c * side, y: top + r * side, width: side, height: side, class: "box zx-explore-cursor" };
  picture.add("rect", mark);
}

/** Lets the reader walk from cell to cell with the arrow keys, the mouse or a finger. */
export function walkable(
  picture: Picture,
  widest: number,
  now: () => Cells,
  go: (row: number, col: number) => void,
): void {
  const { svg } = picture;
  svg.tabIndex = 0;
  const steps: Record<string, readonly [number, number]> = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  };
  const move = (row: number, col: number) => {
    if (now().value(row, col) !== undefined) go(row, col);
  };
  svg.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const [row, col] = now().cursor;
    move(row + step[0], col + step[1]);
  });
  svg.addEventListener("pointerdown", (event) => {
    const box = svg.getBoundingClientRect();
    const [left, top, side] = measure(now(), box.width, widest);
    move(Math.floor((event.clientY - box.top - top) / side), Math.floor((event.clientX - box.left - left) / side));
  });
}
