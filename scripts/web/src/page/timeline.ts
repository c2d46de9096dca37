// Mermaid breaks the labels of a timeline at spaces only, and Chinese has none: long labels would run into each other.
const WIDE = /[\u3000-\u9fff\uf900-\ufaff\uff00-\uff60]/;
const NO_START = /[，。、；：？！）」』》】”’,.;:?!)\]]/; // a line never begins with one of these
const ROOM = 16; // a Latin letter takes one, a Chinese character two

/** The text of a diagram; a timeline runs downwards, and its long Chinese labels are broken. */
export function readableTimeline(text: string): string {
  if (!/^\s*timeline\b/.test(text)) return text;
  // From left to right it would be shrunk to the width of the column, down to letters of six pixels.
  return text
    .replace(/^(\s*timeline)[ \t]*$/m, "$1 TD")
    .split("\n")
    .map(wrapLine)
    .join("\n");
}

function wrapLine(line: string): string {
  if (/^\s*(?:timeline|title|section)\b/.test(line)) return line;
  return line
    .split(/( : )/)
    .map((part) => (WIDE.test(part) && !part.includes("<br") ? wrapLabel(part) : part))
    .join("");
}

function wrapLabel(label: string): string {
  const indent = /^\s*/.exec(label)?.[0] ?? "";
  const lines: string[] = [];
  let line = "";
  let width = 0;
  // A Latin word stays whole; each Chinese character may stand at the end of a line.
  for (const piece of label.trim().match(/[\u0021-\u024f]+|\s+|./gu) ?? []) {
    const size = WIDE.test(piece) ? 2 * piece.length : piece.length;
    if (line && width + size > ROOM && !NO_START.test(piece[0] ?? "")) {
      lines.push(line.trim());
      line = "";
      width = 0;
    }
    line += piece;
    width += size;
  }
  return indent + [...lines, line.trim()].filter(Boolean).join("<br>");
}
