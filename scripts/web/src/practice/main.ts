// Loaded on the practice page only: opens the tasks and the history, then shows what the address asks for.
import { Python } from "../run/client";
import { attend, make } from "../study/dom";
import { History } from "../study/history";
import { watchTrouble } from "../study/notice";
import { wordsFor as studyWords } from "../study/words";
import type { Catalogue } from "./catalogue";
import { Drafts } from "./drafts";
import { showHunt } from "./hunt";
import { Judge } from "./judge";
import { showList } from "./list";
import type { Room } from "./room";
import { Sheet } from "./sheet";
import { wordsFor } from "./words";

const assets = new URL(".", import.meta.url).href;

async function loadCatalogue(): Promise<Catalogue> {
  // The page says where the tasks of its language lie: only the engine knows what the language's folder is called.
  const address = document.querySelector<HTMLMetaElement>("meta[name=zx-tasks]")?.content;
  if (!address) throw new Error("tasks: none");
  const response = await fetch(new URL(address, document.baseURI), { cache: "no-cache" });
  if (!response.ok) throw new Error(`tasks: ${response.status}`);
  return (await response.json()) as Catalogue;
}

/** Show what the address asks for; each view lives until the next one. */
function startViews(root: HTMLElement, room: Room): void {
  let view = 0;
  function show(moved: boolean): void {
    view++;
    const mine = view;
    const alive = (): boolean => view === mine;
    const asked = new URLSearchParams(location.search);
    const task = room.catalogue.tasks.find(({ id }) => id === asked.get("task"));
    if (!task) showList(root, room, alive);
    else if (asked.has("hunt") && !task.torch) void showHunt(root, room, task, alive);
    else void new Sheet(root, room, task, alive).open();
    if (moved || task) attend(root);
  }
  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="?"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    history.pushState(null, "", link.getAttribute("href") === "?" ? location.pathname : link.href);
    show(true);
  });
  window.addEventListener("popstate", () => show(true));
  show(false);
}

async function start(root: HTMLElement): Promise<void> {
  const language = document.documentElement.lang;
  const words = wordsFor(language);
  const logo = document.querySelector<HTMLAnchorElement>("a.md-logo");
  const home = new URL(".", logo?.href ?? new URL("../../", assets)).href;
  try {
    const [catalogue, past] = await Promise.all([loadCatalogue(), History.open()]);
    const python = new Python(new URL("python.js", assets).href, new URL("../py/", assets).href);
    const judge = new Judge(python, new URL("../practice/", assets).href);
    watchTrouble(root, { history: past, words: studyWords(language) });
    startViews(root, { catalogue, history: past, judge, drafts: new Drafts(() => localStorage), words, home });
  } catch (error) {
    console.error(error);
    root.replaceChildren(make("p", { class: "zx-trouble", role: "alert" }, words.fail));
  }
}

const place = document.querySelector<HTMLElement>("[data-practice]");
if (place) void start(place);
