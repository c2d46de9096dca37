// The graph of the page's language, fetched once, and how far the reader is on its cards.
import { Graph, type GraphFile, type State } from "./graph_data";
import { learningStates } from "./states";

/** Where the site's scripts lie, and the root of the site; the page says it, since parts of a bundle lie deeper. */
export const assets = new URL(
  "assets/zx/",
  new URL(document.querySelector<HTMLMetaElement>("meta[name=zx-root]")?.content ?? "/", location.href),
).href;
export const root = new URL("../../", assets).href;

export interface Data {
  graph: Graph;
  states: Map<string, State>;
}

const lang = document.querySelector<HTMLMetaElement>("meta[name=zx-graph]")?.content ?? "all";
let file: Promise<GraphFile> | undefined;
let data: Promise<Data> | undefined;

/** The file of the page's language. */
export function fetchGraph(): Promise<GraphFile> {
  file ??= fetch(new URL(`graph/${lang}.json`, assets)).then((answer) => {
    if (!answer.ok) throw new Error(`graph: ${answer.status}`);
    return answer.json() as Promise<GraphFile>;
  });
  file.catch(() => {
    file = undefined;
  });
  return file;
}

/** The graph of the page's language and how far the reader is on its cards. */
export function loadGraph(): Promise<Data> {
  data ??= Promise.all([fetchGraph(), learningStates(new URL(`graph/${lang}.items.json`, assets).href)]).then(
    ([read, states]) => ({ graph: new Graph(read), states }),
  );
  data.catch(() => {
    data = undefined;
  });
  return data;
}

type Children = (Node | string)[];

export function element<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, ...children: Children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}
