// TeX → MathML. Pure: the same text gives the same bytes, in node and in the browser.
import temml from "temml";

/** What was drawn, or why it could not be. */
export interface Drawn {
  html: string;
  error: string;
}

/** A node of the tree that temml builds; its names are temml's. */
interface Node {
  type?: string;
  classes?: string[];
  attributes?: Record<string, string>;
  style?: Record<string, string>;
  children?: Node[];
  text?: string;
  toMarkup(): string;
}

const OPTIONS = { throwOnError: true, annotate: false, trust: false, maxSize: [40, 400] as [number, number] };
// In TeX these stand apart from a pair of fences before them; see `spaced`.
const ORDINARY = new Set([
  "mi",
  "mn",
  "msub",
  "msup",
  "msubsup",
  "mfrac",
  "msqrt",
  "mroot",
  "mover",
  "munder",
  "mpadded",
]);
// What a root must grow for: what stands over something else, and letters that hang below the line with an index.
const HIGH = new Set(["mfrac", "msubsup", "munder", "munderover", "mtable", "mroot"]);
// What temml puts beside it, so that the sign does not sink below the line: too low for a small letter.
const UNDER_A_ROOT = ['<mspace width="0pt" height="0.5em">', '<mspace width="0pt" height="0.7em">'] as const;
const HANGING = /[gjpqyβγζημξρφχψ]/u;
const BETWEEN = new Set(["1em", "2em"]); // \quad and \qquad
// `\!` before `\left` takes back a space that TeX puts there and MathML does not.
const TAKEN_BACK = /\\!\s*(?=\\left(?![a-zA-Z]))/g;

export function drawFormula(tex: string, display: boolean): Drawn {
  try {
    const wrap = display ? "none" : "tex";
    const tree = temml.__renderToMathMLTree(tex.replace(TAKEN_BACK, ""), {
      ...OPTIONS,
      displayMode: display,
      wrap,
    }) as Node;
    joined(tree);
    spaced(tree);
    rooted(tree);
    if (display) parted(tree);
    tree.classes = [];
    tree.style = {};
    tree.attributes = { ...tree.attributes, class: display ? "zx-math zx-math-block" : "zx-math", alttext: tex };
    const html = tree.toMarkup().replaceAll(' style="false"', "");
    return { html: html.replaceAll(...UNDER_A_ROOT), error: "" };
  } catch (error) {
    return { html: "", error: complaint(error) };
  }
}

/** A sign that temml puts into a piece of the line of its own has no spaces beside it there: it joins the piece before it. */
function joined(node: Node): void {
  const children = node.children ?? [];
  for (let place = 1; place < children.length; ) {
    const [before, piece] = [children[place - 1]!, children[place]!];
    const alone = piece.type === "mrow" && piece.children?.length === 1 && piece.children[0]!.type === "mo";
    if (before.type === "mrow" && alone && letters(piece) !== "…") {
      before.children = [...(before.children ?? []), ...piece.children!];
      children.splice(place, 1);
    } else place++;
  }
  children.forEach(joined);
}

/** Formulas that stand side by side, `a, \\qquad b`, become pieces of their own: a narrow column shows one below the other. */
function parted(tree: Node): void {
  let row: Node | undefined = tree;
  while (row?.type !== "mrow") {
    if (row?.children?.length !== 1) return;
    row = row.children[0];
  }
  const pieces: Node[][] = [[]];
  for (const child of row.children ?? []) {
    pieces.at(-1)!.push(child);
    if (child.type === "mspace" && BETWEEN.has(child.attributes?.width ?? "")) pieces.push([]);
  }
  const filled = pieces.filter((piece) => piece.some((child) => child.type !== "mspace"));
  if (filled.length < 2 || filled.length < pieces.length) return;
  const Row = row.constructor as new (type: string, children: Node[]) => Node;
  tree.children = filled.map((piece) => new Row("mrow", piece));
}

/** TeX's thin space between a closed pair of growing fences and what follows. */
function spaced(node: Node): void {
  const children = node.children ?? [];
  children.forEach((child, place) => {
    spaced(child);
    const next = children[place + 1];
    if (child.type === "mrow" && isGrowing(child.children?.at(-1)) && next?.type && ORDINARY.has(next.type))
      child.classes = [...(child.classes ?? []), "zx-inner"];
  });
}

/** Marks the roots of what is low enough for the smallest sign: the styles close the gap beside it. */
function rooted(node: Node): void {
  for (const child of node.children ?? []) rooted(child);
  if (node.type === "msqrt" && !isHigh(node)) node.classes = [...(node.classes ?? []), "zx-low"];
}

function isHigh(node: Node): boolean {
  if (node.type && HIGH.has(node.type)) return true;
  if (node.type === "msub" && HANGING.test(letters(node))) return true;
  return (node.children ?? []).some(isHigh);
}

function letters(node: Node): string {
  return (node.text ?? "") + (node.children ?? []).map(letters).join("");
}

function isGrowing(node: Node | undefined): boolean {
  return node?.type === "mo" && node.attributes?.form === "postfix" && node.attributes.stretchy === "true";
}

/** One line, without the place: that is counted in letters of the formula, with marks under them. */
function complaint(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said
    .replace(/^(?:Temml )?parse error:\s*/i, "")
    .replace(/\s+/g, " ")
    .replace(/\p{M}/gu, "")
    .trim();
}
