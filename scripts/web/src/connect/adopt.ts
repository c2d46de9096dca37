// Makes a piece of another page safe to stand inside this one: its addresses lead where they led there, its ids and names
// clash with none here, and nothing in it runs.

const LEFT_OUT =
  "script, link, meta, base, template, iframe, object, embed, form, .headerlink, .zx-tested, .zx-practise, .zx-explore, .zx-tags, .zx-print, .zx-before, " +
  "style:not(svg style)";
const ADDRESSES = ["href", "src", "poster", "xlink:href"];
const REFERENCES = ["for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "headers", "list"];
let pieces = 0;

/** Copies of nodes that stood on the page at `address`. */
export function adopt(nodes: readonly Node[], address: URL): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...nodes.map((node) => document.importNode(node, true)));
  for (const element of fragment.querySelectorAll(LEFT_OUT)) element.remove();
  const prefix = `zx-preview-${++pieces}-`;
  const ids = new Set([...fragment.querySelectorAll("[id]")].map(({ id }) => id));
  for (const element of fragment.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      const adopted = attribute(element, name, value, { prefix, ids, address });
      if (adopted === null) element.removeAttribute(name);
      else if (adopted !== value) element.setAttribute(name, adopted);
    }
  }
  for (const style of fragment.querySelectorAll("svg style")) {
    style.textContent = (style.textContent ?? "").replace(/#([\w-]+)/g, (all, id) =>
      ids.has(id) ? `#${prefix}${id}` : all,
    );
  }
  return fragment;
}

interface Place {
  prefix: string;
  ids: ReadonlySet<string>;
  address: URL;
}

/** What an attribute is in the copy; null if it is left out. */
function attribute(element: Element, name: string, value: string, { prefix, ids, address }: Place): string | null {
  if (/^on/i.test(name)) return null;
  if (name === "id" || (name === "name" && element.matches("input"))) return prefix + value;
  const named = (list: string): string => list.replace(/\S+/g, (id) => (ids.has(id) ? prefix + id : id));
  if (REFERENCES.includes(name)) return named(value);
  if (ADDRESSES.includes(name)) {
    if (value.startsWith("#") && element.closest("svg") && !element.matches("a")) return `#${named(value.slice(1))}`;
    if (!URL.canParse(value, address)) return null;
    const url = new URL(value, address);
    return url.protocol === "javascript:" ? null : url.href;
  }
  if (name === "srcset")
    return value.replace(/(^|,\s*)(\S+)/g, (_, before, one) => before + new URL(one, address).href);
  return value.replace(/url\((["']?)#([^)"']+)\1\)/g, (all, _, id) => (ids.has(id) ? `url(#${prefix}${id})` : all));
}
