// A diagram of mermaid's → pictures that take the page's colours: one for a wide column, one for a phone.
import { parseMermaid, renderMermaidSVG } from "beautiful-mermaid";
import { plainFlowchart } from "./flowchart";
import type { Drawn } from "./formula";
import { drawTimeline, TIMELINE } from "./timeline";

const COLUMN = 700; // pixels of a card's column
const PHONE = 330;
const SPACING = { padding: 6, layerSpacing: 34, transparent: true };
const SIDEWAYS = /^(flowchart )(?:LR|RL)\b/;
const FLOWCHART = /^\s*(?:%%.*\n\s*)*(?:flowchart|graph)\b/;
const KINDS = /^\s*(?:%%.*\n\s*)*(?:sequenceDiagram|classDiagram|erDiagram|stateDiagram)/;

const LABELS = /"[^"]*"|\|[^|]*\|/g;

// The layout gives up on some graphs at some distances.
const DISTANCES = [18, 20, 25];

interface Picture {
  svg: string;
  width: number;
}

export function drawDiagram(source: string): Drawn {
  if (TIMELINE.test(source)) return drawTimeline(source);
  const text = FLOWCHART.test(source) ? plainFlowchart(source) : KINDS.test(source) ? source : null;
  if (text === null) return { html: "", error: "a kind of diagram that only the browser draws" };
  try {
    const written = picture(text);
    // From left to right long chains are wider than the column: downwards they keep the size of their letters.
    const downwards = SIDEWAYS.test(text) && written.width > PHONE ? picture(text.replace(SIDEWAYS, "$1TB")) : written;
    const narrow = downwards.width < written.width ? downwards : written;
    const wide = written.width > COLUMN ? narrow : written;
    const label = `role="img" aria-label="${escaped(spoken(text))}"`;
    const both =
      wide === narrow
        ? [[wide, ""]]
        : [
            [wide, " zx-wide"],
            [narrow, " zx-narrow"],
          ];
    const figures = (both as [Picture, string][]).map(([{ svg }, when]) =>
      svg.replace("<svg", `<svg ${label} class="zx-drawing${when}"`),
    );
    return { html: `<div class="zx-diagram">${figures.join("")}</div>`, error: "" };
  } catch (error) {
    return { html: "", error: String(error instanceof Error ? error.message : error) };
  }
}

function picture(text: string): Picture {
  const raw = laidOut(text);
  const size = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(raw);
  if (!size) throw new Error("the picture has no size");
  const width = Math.ceil(Number(size[1]));
  // Its own colours and its font from another host go; marks that arrows refer to get names of their own.
  const name = hash(raw);
  const svg = raw
    .replace(/<style>[\s\S]*?<\/style>\s*/, "")
    .replace(
      /<svg [^>]*>/,
      `<svg viewBox="0 0 ${width} ${Math.ceil(Number(size[2]))}" width="${width}" height="${Math.ceil(Number(size[2]))}" style="--w:${width}px">`,
    )
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/ (?:class|data-[a-z-]+)="[^"]*"/g, "")
    .replace(/(-?\d+\.\d)\d+/g, "$1")
    .replace(/(id="|url\(#)([\w-]+)/g, `$1${name}-$2`)
    .replace(/\n\s*/g, "");
  return { svg, width };
}

function laidOut(text: string): string {
  let problem: unknown;
  // The library takes a space for half as wide as it is: labels of many words ran over their boxes.
  const wide = FLOWCHART.test(text) ? text.replace(LABELS, (label) => label.replaceAll(" ", "\u00a0")) : text;
  for (const nodeSpacing of DISTANCES) {
    try {
      return renderMermaidSVG(wide, { ...SPACING, nodeSpacing }).replaceAll("\u00a0", " ");
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}

/** What the picture says, in words: each arrow with its two ends. */
function spoken(text: string): string {
  if (!FLOWCHART.test(text)) return text.trim().replace(/\s+/g, " ");
  const { nodes, edges, subgraphs } = parseMermaid(text);
  const groups = new Map(subgraphs.map(({ id, label }) => [id, label]));
  const named = (id: string) => plain(nodes.get(id)?.label ?? groups.get(id) ?? id);
  return edges
    .map(({ source, target, label }) => `${named(source)} → ${named(target)}${label ? ` (${plain(label)})` : ""}`)
    .join("; ");
}

function plain(label: string): string {
  return label
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** FNV-1a: the same picture has the same name. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let place = 0; place < text.length; place++) value = Math.imul(value ^ text.charCodeAt(place), 0x01000193);
  return `d${(value >>> 0).toString(36)}`;
}
