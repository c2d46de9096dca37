// Reads a flowchart line by line and writes it in the form that the drawing library understands. The library passes over
// what it cannot read, and an arrow less is a wrong picture: a line that is not understood here leaves all to the browser.

const HEADER = /^(?:flowchart|graph)[ \t]+(TB|TD|BT|LR|RL)[ \t]*;?$/;
const KEPT = /^(?:end|direction[ \t]+(?:TB|TD|BT|LR|RL)|(?:style|classDef|class|linkStyle)[ \t].*)$/;
const GROUP = /^subgraph[ \t]+(?:([\p{L}\p{N}_-]+)[ \t]*\[(.*)\]|"([^"]*)"|(.+))$/u;
const NAME = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/uy;
const SHAPES = [
  /\[\["[^"]*"\]\]|\[\[[^\]"]*\]\]/y,
  /\[\("[^"]*"\)\]|\[\([^)"]*\)\]/y,
  /\(\["[^"]*"\]\)|\(\[[^\]"]*\]\)/y,
  /\(\(\("[^"]*"\)\)\)|\(\(\([^)"]*\)\)\)/y,
  /\(\("[^"]*"\)\)|\(\([^)"]*\)\)/y,
  /\{\{"[^"]*"\}\}|\{\{[^}"]*\}\}/y,
  /\["[^"]*"\]|\[(?![/\\[(])[^\]"]*(?<![/\\])\]/y,
  /\("[^"]*"\)|\((?![([])[^)"]*\)/y,
  /\{"[^"]*"\}|\{(?!\{)[^}"]*\}/y,
];
const CLASS = /:::[\w-]+/y;
const ARROW = /(?:<)?(?:--+>|---+|==+>|===+|-\.+->|-\.+-|~~~+)(?:\|(?:"[^"]*"|[^|"]*)\|)?/y;
const WORDS = /(?:--|==|-\.)[ \t]+(?:"[^"]*"|[^-=|>".]+?)[ \t]+(?:--+>|---+|==+>|===+|\.+->|\.+-)/y;
const LINES: Record<string, string> = {
  "-->": "-->",
  "---": "---",
  "==>": "==>",
  "===": "===",
  ".->": "-.->",
  ".-": "-.-",
};
const SPACE = /[ \t]*/y;

/** The same flowchart with plain names, or null. */
export function plainFlowchart(text: string): string | null {
  const lines = text.split("\n").map((line) => line.trim().replace(/;$/, ""));
  const shown = lines.filter((line) => line && !line.startsWith("%%"));
  const header = HEADER.exec(shown.shift() ?? "");
  if (!header) return null;
  const names = new Map<string, string>();
  const out = [`flowchart ${header[1]}`];
  for (const line of shown) {
    const group = GROUP.exec(line);
    if (group)
      out.push(`subgraph ${named(group[1] ?? group[3] ?? group[4]!, names)} [${group[2] ?? group[3] ?? group[4]}]`);
    else if (KEPT.test(line)) out.push(renamed(line, names));
    else {
      const made = statement(line, names);
      if (made === null) return null;
      out.push(...made);
    }
  }
  return out.join("\n");
}

/** A name of letters and digits: its own where it is one. */
function named(name: string, names: Map<string, string>): string {
  if (/^\w+$/.test(name)) return name;
  if (!names.has(name)) names.set(name, `zx${names.size}x`);
  return names.get(name)!;
}

function renamed(line: string, names: Map<string, string>): string {
  const [word, name, ...rest] = line.split(/[ \t]+/);
  return word === "style" && name ? ["style", named(name, names), ...rest].join(" ") : line;
}

/** `-- words -->` as `-->|"words"|`. */
function labelled(arrow: string): string {
  const [, words = "", end = ""] = /^\S+[ \t]+"?(.*?)"?[ \t]+(\S+)$/.exec(arrow) ?? [];
  const line = LINES[end.replace(/([-=.])\1{2,}/g, "$1$1")] ?? LINES[end];
  return line ? `${line}|"${words}"|` : "";
}

/** `a["x"] & b --> c`: what stands between arrows, each arrow with the two ends it has. */
function statement(line: string, names: Map<string, string>): string[] | null {
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(line)?.[0] ?? "";
    at += found.length;
    return found;
  };
  const node = (): string | null => {
    take(SPACE);
    const name = take(NAME);
    if (!name) return null;
    const shape = SHAPES.map(take).find(Boolean) ?? "";
    const plain = named(name, names);
    const label = shape || plain === name || declared.has(name) ? shape : `["${name}"]`;
    declared.add(name);
    return plain + label + take(CLASS);
  };
  const nodes = (): string | null => {
    const found: string[] = [];
    do {
      const one = node();
      if (one === null) return null;
      found.push(one);
      take(SPACE);
    } while (take(/&/y));
    return found.join(" & ");
  };
  const declared = new Set<string>();
  const statements: string[] = [];
  let left = nodes();
  if (left === null) return null;
  if (at === line.length) return [left];
  while (at < line.length) {
    const arrow = labelled(take(WORDS)) || take(ARROW);
    const right: string | null = arrow ? nodes() : null;
    if (right === null) return null;
    // A link that is not shown only orders boxes.
    statements.push(...(arrow.startsWith("~~~") ? [left, right] : [`${left} ${arrow} ${right}`]));
    left = right;
  }
  return statements;
}
