// The list of tasks by category, with the state of each.
import { make } from "../study/dom";
import { FILTERS, type Filter, isWanted, stateOf, type Task, type TaskState } from "./catalogue";
import { inline } from "./inline";
import { type Room, taskAddress } from "./room";

function row({ words }: Room, task: Task, state: TaskState): HTMLElement {
  return make(
    "li",
    { "data-task": task.id, "data-state": state.name },
    make("a", { href: taskAddress(task) }, task.title),
    make(
      "span",
      { class: "zx-task-level", role: "img", "aria-label": words.level(task.level) },
      "★".repeat(task.level),
    ),
    make("span", { class: "zx-task-minutes" }, words.minutes(task.minutes)),
    make("span", { class: "zx-task-state" }, words.state(state)),
    task.torch && make("span", { class: "zx-task-torch" }, words.torch),
  );
}

/** Fill `root` with the list; it follows the history. */
export function showList(root: HTMLElement, room: Room, alive: () => boolean): void {
  const { words, catalogue, history } = room;
  let filter: Filter = "all";
  let query = "";
  const count = make("p", { class: "zx-task-count", role: "status" });
  const lists = make("div", { class: "zx-tasks" });
  const search = make("input", {
    type: "search",
    placeholder: words.search,
    "aria-label": words.search,
    oninput: () => {
      query = search.value;
      render();
    },
  });
  const select = make(
    "select",
    {
      "aria-label": words.show,
      onchange: () => {
        filter = select.value as Filter;
        render();
      },
    },
    ...FILTERS.map((name) => make("option", { value: name }, words.filters[name])),
  );

  function render(): void {
    if (!alive()) return;
    const now = new Date();
    const states = new Map(catalogue.tasks.map((task) => [task, stateOf(task, history.events, history.study, now)]));
    const wanted = catalogue.tasks.filter((task) => isWanted(task, states.get(task)!, filter, query));
    const solved = [...states.values()].filter(({ name }) => name === "solved" || name === "due").length;
    const due = [...states.values()].filter(({ name }) => name === "due").length;
    count.textContent = words.count(catalogue.tasks.length, solved, due);
    const groups = catalogue.categories.map(({ id, name }) => {
      const rows = wanted.filter((task) => task.category === id).map((task) => row(room, task, states.get(task)!));
      return rows.length > 0 && make("section", {}, make("h2", {}, name), make("ul", {}, ...rows));
    });
    lists.replaceChildren();
    lists.append(...groups.filter((group): group is HTMLElement => group !== false));
    if (!wanted.length) lists.append(make("p", { class: "zx-hint" }, words.none));
  }

  root.replaceChildren(
    make("p", { class: "zx-hint" }, inline(words.honest)),
    make("div", { class: "zx-row zx-task-filter" }, search, select, count),
    lists,
  );
  history.watch(render);
  render();
}
