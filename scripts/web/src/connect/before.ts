// "What must I read before …?": the page on which a card is chosen, and how far the reader is on the cards of a folded list.
import type { State } from "./graph_data";
import { type Data, element, loadGraph, root } from "./graph_file";
import { words } from "./words";

const text = words();

function mark(state: State): HTMLElement {
  const made = element("span", "zx-state", text.graph.states[state]);
  made.dataset.state = state;
  return made;
}

/** The list for one card, first things first, with what is left to read. */
function answer({ graph, states }: Data, number: number): Node[] {
  const say = text.before;
  const order = graph.before(number);
  const chosen = graph.nodes[number]!;
  const open = order.filter((one) => !["read", "learned"].includes(states.get(graph.nodes[one]!.key) ?? "new"));
  const sum = (some: readonly number[]): number => some.reduce((all, one) => all + graph.nodes[one]!.minutes, 0);
  const items = [...order, number].map((one) => {
    const { title, url, minutes, key } = graph.nodes[one]!;
    const link = element("a", "", title);
    link.href = new URL(url, root).href;
    const item = element(
      "li",
      one === number ? "zx-before-goal" : "",
      link,
      " ",
      element("small", "", say.minutes(minutes)),
      " ",
    );
    item.append(mark(states.get(key) ?? "new"));
    return item;
  });
  const first = order.length ? say.told(order.length, sum(order), sum(open)) : say.nothing(chosen.title);
  return [element("p", "", first), element("ol", "zx-before-list", ...items)];
}

async function fillPage(place: HTMLElement): Promise<void> {
  const data = await loadGraph();
  const { nodes, categories } = data.graph;
  const select = element("select", "");
  const wanted = new URLSearchParams(location.search).get("card") ?? "";
  select.append(new Option(text.before.choose, ""));
  categories.forEach(([, name], category) => {
    const group = element("optgroup", "");
    group.label = name;
    group.append(...nodes.filter((node) => node.category === category).map((node) => new Option(node.title, node.key)));
    select.append(group);
  });
  select.append(...nodes.filter((node) => node.category < 0).map((node) => new Option(node.title, node.key)));
  select.value = nodes.some(({ key }) => key === wanted) ? wanted : "";
  const told = element("div", "");
  told.setAttribute("aria-live", "polite");
  const update = (): void => {
    const number = data.graph.find(select.value);
    told.replaceChildren(...(number < 0 ? [] : answer(data, number)));
    const url = new URL(location.href);
    if (select.value) url.searchParams.set("card", select.value);
    else url.searchParams.delete("card");
    history.replaceState(history.state, "", url);
  };
  select.addEventListener("change", update);
  place.replaceChildren(
    element("p", "", element("label", "zx-before-choice", `${text.before.question} `, select)),
    told,
  );
  update();
}

/** The states beside a folded list, once it is opened. */
async function fillList(fold: HTMLDetailsElement): Promise<void> {
  const { states } = await loadGraph();
  for (const item of fold.querySelectorAll<HTMLElement>("li[data-card]")) {
    item.append(" ", mark(states.get(item.dataset.card ?? "") ?? "new"));
  }
}

for (const place of document.querySelectorAll<HTMLElement>("[data-before]")) {
  fillPage(place).catch(() => place.replaceChildren(element("p", "", text.graph.failed)));
}
for (const fold of document.querySelectorAll<HTMLDetailsElement>("details.zx-before")) {
  const follow = (): void => void fillList(fold).catch(() => {});
  if (fold.open) follow();
  else fold.addEventListener("toggle", follow, { once: true });
}
