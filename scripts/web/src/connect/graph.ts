// Fills the places of graphs: a control for what is shown, the picture, and a table that says the same.
import { draw, type Picture } from "./canvas";
import { type Graph, KINDS, passing, STATES, tagsOf } from "./graph_data";
import { assets, type Data, element, loadGraph, root } from "./graph_file";
import { addStyle } from "./pages";
import { words } from "./words";

const say = words().graph;

function choice(
  label: string,
  name: string,
  options: readonly (readonly [value: string, text: string])[],
): HTMLElement {
  const select = element("select", "");
  select.name = name;
  select.append(...options.map(([value, text]) => new Option(text, value)));
  return element("label", "", `${label} `, select);
}

function controls(graph: Graph, isLocal: boolean): HTMLFormElement {
  const form = element("form", "zx-graph-form");
  const all = ["", say.all] as const;
  if (isLocal)
    form.append(
      choice(say.steps, "steps", [
        ["1", "1"],
        ["2", "2"],
        ["3", "3"],
      ]),
    );
  else {
    const stars = [1, 2, 3, 4, 5].map((n) => [String(n), "★".repeat(n)] as const);
    form.append(
      choice(say.category, "category", [all, ...graph.categories]),
      choice(say.tag, "tag", [all, ...tagsOf(graph).map((tag) => [tag, tag] as const)]),
      choice(say.difficulty, "difficulty", [all, ...stars]),
      choice(say.state, "state", [all, ...STATES.map((state) => [state, say.states[state]] as const)]),
    );
  }
  KINDS.forEach((kind, number) => {
    const box = element("input", "");
    box.type = "checkbox";
    box.name = "kind";
    box.value = String(number);
    box.checked = true;
    form.append(element("label", `zx-graph-kind zx-graph-${kind}`, box, ` ${say.kinds[kind]}`));
  });
  return form;
}

function link(graph: Graph, node: number): HTMLAnchorElement {
  const { title, url } = graph.nodes[node]!;
  const made = element("a", "", title);
  made.href = new URL(url, root).href;
  return made;
}

/** The same as rows: each card that is shown, and what it is joined to, by kind. */
function table({ graph, states }: Data, shown: ReadonlySet<number>, kinds: ReadonlySet<number>): HTMLTableElement {
  const head = element("tr", "", ...say.columns.map((text) => element("th", "", text)));
  const rows = [...shown].map((number) => {
    const node = graph.nodes[number]!;
    const joined = KINDS.map((_, kind) => {
      const ends = graph.edges.filter((edge) => edge.kind === kind && edge.from === number && shown.has(edge.to));
      const cell = element("td", "");
      if (kinds.has(kind)) cell.append(...ends.flatMap(({ to }, place) => [place ? say.comma : "", link(graph, to)]));
      return cell;
    });
    const state = say.states[states.get(node.key) ?? "new"];
    const facts = [
      graph.categories[node.category]?.[1] ?? "",
      node.difficulty ? "★".repeat(node.difficulty) : "",
      state,
    ];
    return element(
      "tr",
      "",
      element("td", "", link(graph, number)),
      ...facts.map((text) => element("td", "", text)),
      ...joined,
    );
  });
  return element("table", "", element("thead", "", head), element("tbody", "", ...rows));
}

/** Fill a place; what is returned empties it again. */
async function fill(place: HTMLElement): Promise<() => void> {
  const known = await Promise.all([loadGraph(), styled()]).then(([loaded]) => loaded);
  const { graph, states } = known;
  const centre = place.dataset.graph ? graph.find(place.dataset.graph) : -1;
  const form = controls(graph, centre >= 0);
  const canvas = element("canvas", "");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.ariaLabel = say.label;
  const status = element("p", "zx-graph-status", say.keys);
  status.setAttribute("role", "status");
  const rows = element("div", "zx-graph-rows");
  rows.tabIndex = 0;
  rows.setAttribute("role", "group");
  rows.ariaLabel = say.list;
  const list = element("details", "zx-graph-list", element("summary", "", say.list), rows);
  const legend = element("p", "zx-graph-legend");
  const go = (node: number): void => location.assign(new URL(graph.nodes[node]!.url, root));
  const picture: Picture = draw(canvas, graph, go, (node) => {
    const one = graph.nodes[node];
    status.textContent = one
      ? `${one.title} · ${say.states[states.get(one.key) ?? "new"]} · ${say.joined(graph.degree[node]!)}`
      : say.keys;
  });

  function update(): void {
    const chosen = new FormData(form);
    const kinds = new Set(chosen.getAll("kind").map(Number));
    const text = (name: string): string => String(chosen.get(name) ?? "");
    const filter = {
      category: text("category"),
      tag: text("tag"),
      difficulty: Number(text("difficulty")),
      state: text("state"),
      kinds,
    };
    const nodes = centre >= 0 ? graph.near(centre, Number(text("steps")), kinds) : passing(graph, filter, states);
    picture.show({ nodes, kinds, centre });
    list.querySelector("summary")!.textContent = `${say.list} (${nodes.size})`;
    rows.replaceChildren(...(list.open ? [table(known, nodes, kinds)] : []));
    canvas.dataset.nodes = String(nodes.size);
  }
  function colours(): void {
    legend.replaceChildren(
      ...graph.categories.map(([, name], number) => {
        const dot = element("span", "zx-graph-dot");
        dot.style.background = picture.colour(number);
        return element("span", "", dot, name);
      }),
    );
  }
  const scheme = new MutationObserver(colours);
  scheme.observe(document.body, { attributes: true, attributeFilter: ["data-md-color-scheme"] });
  form.addEventListener("change", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  list.addEventListener("toggle", update);
  const zooms = (
    [
      ["+", 1.25, say.larger],
      ["−", 0.8, say.smaller],
    ] as const
  ).map(([text, factor, name]) => {
    const button = element("button", "", text);
    button.type = "button";
    button.ariaLabel = button.title = name;
    button.addEventListener("click", () => picture.zoom(factor));
    return button;
  });
  const frame = element("div", "zx-graph-frame", canvas, element("div", "zx-graph-zoom", ...zooms));
  place.replaceChildren(form, frame, legend, status, list);
  await new Promise((resolve) => setTimeout(resolve)); // the frame is laid out before the picture is drawn
  colours();
  update();
  return () => {
    scheme.disconnect();
    picture.stop();
    place.replaceChildren();
  };
}

let style: Promise<void> | undefined;

function styled(): Promise<void> {
  style ??= addStyle(new URL("graph.css", assets).href);
  return style;
}

async function start(place: HTMLElement): Promise<() => void> {
  try {
    return await fill(place);
  } catch {
    place.replaceChildren(element("p", "", say.failed));
    return () => place.replaceChildren();
  }
}

/** A folded graph is made when it is opened, and taken apart when it is closed. */
export function startGraphs(): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-graph]")) {
    const fold = place.closest<HTMLDetailsElement>("details.zx-near");
    if (!fold) {
      void start(place);
      continue;
    }
    let made: Promise<() => void> | undefined;
    const follow = (): void => {
      if (fold.open) made ??= start(place);
      else {
        void made?.then((end) => end());
        made = undefined;
      }
    };
    fold.addEventListener("toggle", follow);
    follow();
  }
}

startGraphs();
