// Loaded on pages with a checklist or a quiz: ticks stay ticked, and the first answer to a quiz becomes an event.
import type { Verdict } from "../page/quiz";
import { make } from "./dom";
import { type Deed, quizDeeds, stamp } from "./events";
import { merge } from "./merge";
import { Store } from "./store";

const LOST = {
  en: "Not kept: this browser stores nothing for this site, or its storage is full.",
  zh: "没有保存下来：浏览器不允许本站保存数据，或者存储空间已满。",
};

/** Tell study pages in other tabs. */
function announce(): void {
  if (!("BroadcastChannel" in globalThis)) return;
  const channel = new BroadcastChannel("zhixing-study");
  channel.postMessage("changed");
  channel.close();
}

function tasksOf(root: ParentNode): HTMLElement[] {
  const items = [...root.querySelectorAll<HTMLElement>(".task-list-item")];
  return items.filter(
    (item) =>
      item.querySelector("input[type=checkbox]") &&
      !item.closest(".quiz, .zx-embed") &&
      ["x", "X"].includes(item.dataset.task ?? "x"), // `[?]` and the like are the author's to change
  );
}

async function keep(place: HTMLElement, store: Promise<Store>, deeds: readonly Deed[]): Promise<void> {
  const old = place.parentElement?.querySelector(":scope > .zx-lost");
  try {
    await (await store).put(stamp(deeds, new Date()));
    old?.remove();
    announce();
  } catch {
    const language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
    if (!old) place.after(make("p", { class: "zx-lost", role: "alert" }, LOST[language]));
  }
}

/** Make the n-th task of the page tickable: the box, and the text beside it. */
function startTask(item: HTMLElement, number: number, on: boolean | undefined, changed: (on: boolean) => void): void {
  const box = item.querySelector<HTMLInputElement>("input[type=checkbox]")!;
  const control = item.querySelector(".task-list-control") ?? box;
  const text = make("span", { id: `zx-task-${number}`, class: "zx-task" });
  for (const node of [...item.childNodes]) {
    if (node !== control && !(node instanceof HTMLUListElement) && !(node instanceof HTMLOListElement))
      text.append(node);
  }
  control.after(text);
  box.disabled = false;
  if (on !== undefined) box.checked = on;
  box.setAttribute("aria-labelledby", text.id);
  box.addEventListener("change", () => changed(box.checked));
  text.addEventListener("click", (event) => {
    const isSelecting = getSelection()?.isCollapsed === false;
    if (!isSelecting && !(event.target as Element).closest("a, button, input, summary")) box.click();
  });
}

async function startTicks(key: string, store: Promise<Store>): Promise<void> {
  const ticks = new Map<string, boolean>();
  try {
    for (const event of merge(await (await store).ofType("tick")))
      if (event.type === "tick") ticks.set(event.key, event.on);
  } catch {
    // without storage the boxes can be ticked all the same; `keep` says that they are lost
  }
  tasksOf(document).forEach((item, index) => {
    const task = `${key}#${index + 1}`;
    const list = item.closest<HTMLElement>(".task-list") ?? item;
    startTask(item, index + 1, ticks.get(task), (on) => void keep(list, store, [{ type: "tick", key: task, on }]));
  });
}

/** The block id of a quiz. One that another page shows by itself has none: there the embed's title leads to it. */
function quizId(quiz: HTMLElement): string {
  const embed = quiz.parentElement?.closest<HTMLElement>(".zx-embed");
  if (quiz.id || embed !== quiz.parentElement || embed?.children.length !== 2) return quiz.id;
  const hash = embed.querySelector<HTMLAnchorElement>(".zx-embed-title a")?.hash ?? "";
  return decodeURIComponent(hash.slice(1));
}

function startResults(store: Promise<Store>): void {
  const answered = new Set<string>();
  document.addEventListener("zx-judged", (event) => {
    const quiz = event.target as HTMLElement;
    const { picked, right } = (event as CustomEvent<Verdict>).detail;
    const id = quizId(quiz);
    if (!id || answered.has(id)) return; // another try after reading the answer proves nothing
    answered.add(id);
    void keep(quiz, store, quizDeeds(id, picked, right));
  });
}

/** How many questions of this card are due: beside the link to its review. Who has answered none is spared the schedule. */
async function startDue(store: Promise<Store>): Promise<void> {
  const place = document.querySelector<HTMLElement>(".zx-asks");
  if (!place) return;
  const blocks = document.querySelectorAll<HTMLElement>("article :is(.question, .quiz)[id]");
  const ids = new Set([...blocks].filter((block) => !block.closest(".zx-embed")).map(({ id }) => id));
  const answers = await (await store).ofType("review");
  if (!answers.some((event) => ids.has(event.item))) return;
  const [{ dueOf }, events] = await Promise.all([import("./card_due"), (await store).all()]);
  const due = dueOf(events, ids, new Date());
  place.querySelector("b")?.remove();
  if (due) place.append(make("b", {}, ` · ${(place.dataset.due ?? "{}").replace("{}", String(due))}`));
}

const key = document.querySelector<HTMLMetaElement>("meta[name=zx-page]")?.content;
const store = Store.open();
store.catch(() => {}); // told when something is to be kept
startResults(store);
startDue(store).catch(() => {}); // without storage nothing is due
if (key) void startTicks(key, store);
