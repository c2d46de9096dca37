// Numbers in the text of a page: found where they stand, no element is made for them.

const NUMBER = /\d[\d,.]*\d|\d/g;
const SKIPPED =
  "pre, code, a, button, script, style, .zx-header, .headerlink, .zx-tested, .zx-backlinks, h1, h2, h3, h4, h5, h6";

/** A number as it stands on the page. */
export interface Standing {
  node: Text;
  start: number;
  digits: string;
}

/** The digits that hold a place in a text; "" if none does. */
export function digitsAt(text: string, offset: number): { start: number; digits: string } | null {
  for (const match of text.matchAll(NUMBER)) {
    if (match.index <= offset && offset <= match.index + match[0].length)
      return { start: match.index, digits: match[0] };
    if (match.index > offset) return null;
  }
  return null;
}

/** How often the same digits stand in these texts before a place in the last of them. */
export function countBefore(texts: readonly string[], digits: string, start: number): number {
  const last = texts.length - 1;
  let count = 0;
  for (const [index, text] of texts.entries())
    for (const match of text.matchAll(NUMBER))
      if (match[0] === digits && (index < last || match.index < start)) count++;
  return count;
}

/** The number under a point of the window. */
export function numberAt(x: number, y: number): Standing | null {
  const place = caretAt(x, y);
  if (!place || !(place.node instanceof Text)) return null;
  const { node } = place;
  const parent = node.parentElement;
  if (!parent?.closest("article.md-content__inner") || parent.closest(SKIPPED)) return null;
  const found = digitsAt(node.data, place.offset);
  if (!found) return null;
  const range = rangeOf({ node, ...found });
  const hit = [...range.getClientRects()].some(
    (box) => x >= box.left - 2 && x <= box.right + 2 && y >= box.top - 2 && y <= box.bottom + 2,
  );
  return hit ? { node, ...found } : null;
}

export function rangeOf(number: Standing): Range {
  const range = document.createRange();
  range.setStart(number.node, number.start);
  range.setEnd(number.node, number.start + number.digits.length);
  return range;
}

/** The section that a number stands in, by its heading's id, and how often the same digits stand in it before. */
export function placeOf(number: Standing): { anchor: string; index: number } {
  const article = number.node.parentElement?.closest("article.md-content__inner");
  const texts: string[] = [];
  let anchor = "";
  if (!article) return { anchor, index: 0 };
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Element) {
      if (/^H[1-6]$/.test(node.tagName) && node.id) {
        anchor = node.id;
        texts.length = 0;
      }
    } else if (node instanceof Text) {
      if (node === number.node) {
        texts.push(node.data);
        break;
      }
      if (!node.parentElement?.closest(SKIPPED)) texts.push(node.data);
    }
  }
  return { anchor, index: countBefore(texts, number.digits, number.start) };
}

function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if (document.caretPositionFromPoint) {
    const place = document.caretPositionFromPoint(x, y);
    return place && { node: place.offsetNode, offset: place.offset };
  }
  const range = document.caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}
