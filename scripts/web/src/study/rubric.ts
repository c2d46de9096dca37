// What a strong answer contains, point by point, and what the ticked points are worth. No page is needed for it.
import type { InterviewAnswer, Mark } from "./events";

/** With this share of the points an answer is complete: nobody says everything. */
const COMPLETE = 0.8;
const VOID = /^<(?:br|img|hr|input|source|wbr)\b|\/>$/;
const ABBREVIATED = /(?:^|[\s(])(?:et al|e\.g|i\.e|cf|vs|eq|fig|no|[A-Z])$/i;
const LATIN_END = /^[.!?]["')\]]?(?=\s+(?:["'(<[]|[A-Z0-9]|\\\())/;
const CHINESE_END = /^[。！？；][”」）]?/;

/** The sentences of a text in HTML; tags, and what stands inside them, are never cut. Paragraphs end a sentence. */
export function sentences(html: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  const cut = (until: number): void => {
    const piece = html.slice(from, until).trim();
    if (piece) found.push(piece);
    from = until;
  };
  for (let at = 0; at < html.length; at++) {
    if (html[at] === "<") {
      const end = html.indexOf(">", at);
      const tag = html.slice(at, end < 0 ? html.length : end + 1);
      if (depth === 0 && /^<\/?p\b/.test(tag)) {
        cut(at);
        from = at + tag.length;
      } else if (tag.startsWith("</")) depth--;
      else if (!VOID.test(tag)) depth++;
      at += tag.length - 1;
    } else if (depth === 0) {
      const rest = html.slice(at, at + 40);
      const end = CHINESE_END.exec(rest) ?? LATIN_END.exec(rest);
      if (end && !ABBREVIATED.test(html.slice(Math.max(from, at - 8), at))) cut(at + end[0].length);
    }
  }
  cut(html.length);
  return found;
}

/** What ticked points amount to: nothing, something, or an answer. */
export function markOf(ticked: number, points: number): Mark {
  if (ticked === 0) return 0;
  return ticked >= COMPLETE * points ? 2 : 1;
}

/** Six points as the parts of an answer have them, for what has no parts. */
export function spread(share: number): Pick<InterviewAnswer, "short" | "depth" | "followup"> {
  const sum = Math.round(6 * share);
  const part = (before: number): Mark => Math.min(2, Math.max(0, sum - before)) as Mark;
  return { short: part(0), depth: part(2), followup: part(4) };
}
