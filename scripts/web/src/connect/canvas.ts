// The picture of a graph on a canvas: drawn when something changed, never else; moved by hand, wheel, two fingers and keys.
import type { Graph } from "./graph_data";

const HUES = [210, 12, 150, 275, 38, 185, 330, 95];
const EDGES = [
  { dash: [], width: 0.7, alpha: 0.28 },
  { dash: [], width: 1.6, alpha: 0.85 },
  { dash: [5, 4], width: 1.2, alpha: 0.8 },
];
const SLIP = 4; // pixels that a click may move
const LEAST = 0.15;
const LARGEST = 6;

export interface Shown {
  nodes: ReadonlySet<number>;
  kinds: ReadonlySet<number>;
  centre: number; // the card that the page is about; -1 on a page of all
}

export interface Picture {
  show(shown: Shown): void;
  select(node: number): void;
  zoom(factor: number): void;
  fit(): void;
  stop(): void;
  colour(category: number): string;
  /** Where a node stands on the canvas, in pixels of the page. */
  at(node: number): { x: number; y: number };
}

/** `open` is called with a node that is clicked or entered, `said` with the one that is selected. */
export function draw(
  canvas: HTMLCanvasElement,
  graph: Graph,
  open: (node: number) => void,
  said: (node: number) => void,
): Picture {
  const context = canvas.getContext("2d")!;
  const ending = new AbortController();
  const { signal } = ending;
  const xs = graph.nodes.map(({ x }) => x);
  const ys = graph.nodes.map(({ y }) => y);
  const radius = graph.degree.map((degree) => 3.5 + Math.min(10, 1.6 * Math.sqrt(degree)));
  let shown: Shown = { nodes: new Set(graph.nodes.keys()), kinds: new Set([0, 1, 2]), centre: -1 };
  let width = 0;
  let height = 0;
  let scale = 1;
  let left = 0;
  let top = 0;
  let selected = -1;
  let frame = 0;

  const isDark = (): boolean => document.body.dataset.mdColorScheme === "slate";
  const colour = (category: number): string => {
    if (category < 0) return isDark() ? "#8d97a3" : "#6b7480";
    const hue = HUES[category % HUES.length];
    return isDark() ? `hsl(${hue} 62% 66%)` : `hsl(${hue} 58% 42%)`;
  };

  function ask(): void {
    frame ||= requestAnimationFrame(paint);
  }

  function paint(): void {
    frame = 0;
    canvas.dataset.zoom = scale.toFixed(2);
    const ratio = devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(canvas);
    const tint = [style.color, style.getPropertyValue("--zx-seal"), style.getPropertyValue("--md-typeset-a-color")];
    EDGES.forEach((edge, kind) => {
      if (!shown.kinds.has(kind)) return;
      for (const isNear of selected < 0 ? [true] : [false, true]) {
        context.beginPath();
        for (const { from, to, kind: own } of graph.edges) {
          if (own !== kind || !shown.nodes.has(from) || !shown.nodes.has(to)) continue;
          if (selected >= 0 && (from === selected || to === selected) !== isNear) continue;
          line(from, to, kind === 1);
        }
        context.strokeStyle = tint[kind] || style.color;
        context.globalAlpha = isNear ? edge.alpha : edge.alpha * 0.25;
        context.lineWidth = edge.width;
        context.setLineDash(edge.dash);
        context.stroke();
      }
    });
    context.setLineDash([]);
    const near = selected < 0 ? null : graph.near(selected, 1, shown.kinds);
    for (const node of shown.nodes) {
      context.globalAlpha = near && !near.has(node) ? 0.25 : 1;
      context.beginPath();
      context.arc(left + xs[node]! * scale, top + ys[node]! * scale, size(node), 0, 7);
      context.fillStyle = colour(graph.nodes[node]!.category);
      context.fill();
      if (node === selected || node === shown.centre) {
        context.lineWidth = 2.5;
        context.strokeStyle = style.color;
        context.stroke();
      }
    }
    labels(near, style);
  }

  function line(from: number, to: number, hasArrow: boolean): void {
    const [ax, ay] = [left + xs[from]! * scale, top + ys[from]! * scale];
    const [bx, by] = [left + xs[to]! * scale, top + ys[to]! * scale];
    context.moveTo(ax, ay);
    context.lineTo(bx, by);
    if (!hasArrow) return; // it points at what is read first
    const far = Math.hypot(bx - ax, by - ay) || 1;
    const [ux, uy] = [(bx - ax) / far, (by - ay) / far];
    const [tx, ty] = [bx - ux * (size(to) + 1), by - uy * (size(to) + 1)];
    for (const side of [-1, 1]) {
      context.moveTo(tx, ty);
      context.lineTo(tx - 7 * ux + side * 3.5 * uy, ty - 7 * uy - side * 3.5 * ux);
    }
  }

  const size = (node: number): number => radius[node]! * Math.min(1.6, Math.max(0.7, Math.sqrt(scale)));

  /** Names of the selected and the best linked, as many as do not cover each other. */
  function labels(near: ReadonlySet<number> | null, style: CSSStyleDeclaration): void {
    const order = [...shown.nodes].sort((a, b) => rank(b) - rank(a) || a - b);
    const taken: [number, number, number, number][] = [];
    context.font = `12px ${style.fontFamily}`;
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const node of order) {
      if (near && !near.has(node)) continue;
      const [middle, y] = [left + xs[node]! * scale, top + ys[node]! * scale + size(node) + 2];
      if (middle < 0 || y < 0 || middle > width || y > height) continue;
      const text = graph.nodes[node]!.title;
      const half = context.measureText(text).width / 2;
      const x = Math.max(half + 3, Math.min(width - half - 3, middle)); // a name is read whole
      if (taken.some(([a, b, c, d]) => x - half < c && x + half > a && y < d && y + 14 > b)) continue;
      taken.push([x - half, y, x + half, y + 14]);
      context.globalAlpha = 1;
      context.lineWidth = 3;
      context.strokeStyle = style.getPropertyValue("--md-default-bg-color");
      context.strokeText(text, x, y);
      context.fillStyle = style.color;
      context.fillText(text, x, y);
      if (taken.length > 80) break;
    }
  }

  const rank = (node: number): number => (node === selected || node === shown.centre ? 1e6 : graph.degree[node]!);

  function nodeAt(x: number, y: number): number {
    let best = -1;
    let least = 14;
    for (const node of shown.nodes) {
      const far = Math.hypot(left + xs[node]! * scale - x, top + ys[node]! * scale - y) - size(node);
      if (far < least) [best, least] = [node, far];
    }
    return best;
  }

  function fit(): void {
    const all = [...shown.nodes];
    if (!all.length || !width) return;
    const span = (values: readonly number[]): [number, number] => {
      const own = all.map((node) => values[node]!);
      return [Math.min(...own), Math.max(...own)];
    };
    const [[x0, x1], [y0, y1]] = [span(xs), span(ys)];
    scale = Math.min(2, (width - 90) / Math.max(1, x1 - x0), (height - 70) / Math.max(1, y1 - y0));
    left = width / 2 - (scale * (x0 + x1)) / 2;
    top = height / 2 - (scale * (y0 + y1)) / 2;
    ask();
  }

  function zoomAt(factor: number, x: number, y: number): void {
    const next = Math.min(LARGEST, Math.max(LEAST, scale * factor));
    left = x - ((x - left) * next) / scale;
    top = y - ((y - top) * next) / scale;
    scale = next;
    ask();
  }

  function select(node: number): void {
    if (node === selected) return;
    selected = node;
    said(node);
    ask();
  }

  // Hands
  const fingers = new Map<number, { x: number; y: number }>();
  let held = -1;
  let moved = 0;
  const spot = (event: MouseEvent): { x: number; y: number } => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener(
    "pointerdown",
    (event) => {
      const at = spot(event);
      fingers.set(event.pointerId, at);
      canvas.setPointerCapture(event.pointerId);
      if (fingers.size === 1) {
        held = nodeAt(at.x, at.y);
        moved = 0;
      } else held = -1;
    },
    { signal },
  );
  canvas.addEventListener(
    "pointermove",
    (event) => {
      const at = spot(event);
      const before = fingers.get(event.pointerId);
      if (!before) {
        if (event.pointerType === "mouse") select(nodeAt(at.x, at.y));
        return;
      }
      const [dx, dy] = [at.x - before.x, at.y - before.y];
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, at);
      moved += Math.hypot(dx, dy);
      if (other) {
        const far =
          Math.hypot(at.x - other.x, at.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1);
        left += dx / 2;
        top += dy / 2;
        zoomAt(far, (at.x + other.x) / 2, (at.y + other.y) / 2);
      } else if (held >= 0) {
        xs[held]! += dx / scale;
        ys[held]! += dy / scale;
      } else {
        left += dx;
        top += dy;
      }
      ask();
    },
    { signal },
  );
  const up = (event: PointerEvent): void => {
    const isClick = fingers.size === 1 && moved < SLIP && event.type === "pointerup";
    fingers.delete(event.pointerId);
    if (!isClick) return;
    if (event.pointerType !== "mouse" && held !== selected)
      select(held); // the first tap shows, the second opens
    else if (held >= 0) open(held);
  };
  canvas.addEventListener("pointerup", up, { signal });
  canvas.addEventListener("pointercancel", up, { signal });
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && document.activeElement !== canvas) return; // the page scrolls
      event.preventDefault();
      const { x, y } = spot(event);
      zoomAt(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), x, y);
    },
    { signal, passive: false },
  );

  // Keys
  function step(dx: number, dy: number): void {
    const from = selected >= 0 ? selected : shown.centre;
    if (from < 0) {
      select([...shown.nodes].sort((a, b) => rank(b) - rank(a))[0] ?? -1);
      return;
    }
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const node of shown.nodes) {
      const [x, y] = [xs[node]! - xs[from]!, ys[node]! - ys[from]!];
      const along = x * dx + y * dy;
      const cost = Math.hypot(x, y) + 2 * Math.abs(x * dy - y * dx);
      if (node !== from && along > 0 && cost < least) [best, least] = [node, cost];
    }
    if (best >= 0) select(best);
  }
  const KEYS: Record<string, () => void> = {
    ArrowLeft: () => step(-1, 0),
    ArrowRight: () => step(1, 0),
    ArrowUp: () => step(0, -1),
    ArrowDown: () => step(0, 1),
    "+": () => zoomAt(1.25, width / 2, height / 2),
    "=": () => zoomAt(1.25, width / 2, height / 2),
    "-": () => zoomAt(0.8, width / 2, height / 2),
    "0": fit,
    Enter: () => selected >= 0 && open(selected),
    Escape: () => select(-1),
  };
  canvas.addEventListener(
    "keydown",
    (event) => {
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : KEYS[event.key];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
    { signal },
  );

  // Size and colours
  const watch = new ResizeObserver(([entry]) => {
    const isFirst = width === 0;
    width = entry!.contentRect.width;
    height = entry!.contentRect.height;
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    if (isFirst) fit();
    ask();
  });
  watch.observe(canvas);
  const scheme = new MutationObserver(ask);
  scheme.observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme"] });

  return {
    show(next: Shown): void {
      shown = next;
      if (selected >= 0 && !shown.nodes.has(selected)) select(-1);
      fit();
    },
    select,
    zoom: (factor) => zoomAt(factor, width / 2, height / 2),
    fit,
    colour,
    at(node) {
      const box = canvas.getBoundingClientRect();
      return { x: box.left + left + xs[node]! * scale, y: box.top + top + ys[node]! * scale };
    },
    stop(): void {
      ending.abort();
      watch.disconnect();
      scheme.disconnect();
      cancelAnimationFrame(frame);
      frame = -1; // nothing is asked for any more
      canvas.width = canvas.height = 0; // its memory goes at once
    },
  };
}
