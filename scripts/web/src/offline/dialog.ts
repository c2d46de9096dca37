// "Read offline": how much of the site this browser keeps, and a button that fetches the rest.
import { addressOf, cacheName, isPython, LIST, type Listed } from "./names";
import { WORDS, type Words } from "./words";

const AT_ONCE = 4; // requests

interface State {
  root: string;
  words: Words;
  listed: Listed;
  cache: Cache;
}

let shown: HTMLDialogElement | undefined;

export function openOffline(root: string): void {
  shown?.remove();
  const words = WORDS[document.documentElement.lang.startsWith("zh") ? "zh" : "en"];
  const dialog = make("dialog", "zx-offline md-typeset");
  dialog.setAttribute("aria-label", words.title);
  const close = make("button", "", words.close);
  close.type = "button";
  close.addEventListener("click", () => dialog.close());
  const status = make("p", "zx-offline-status");
  status.role = "status";
  dialog.append(make("h2", "", words.title), make("p", "", words.intro), status, close);
  document.body.append(dialog);
  dialog.showModal();
  shown = dialog;
  void fill(status, root, words).catch(() => {
    status.textContent = words.none;
  });
}

async function fill(status: HTMLElement, root: string, words: Words): Promise<void> {
  if (!navigator.serviceWorker?.controller) throw new Error("nothing is kept here");
  const listed = (await (await fetch(root + LIST)).json()) as Listed;
  const state: State = { root, words, listed, cache: await caches.open(cacheName(root, listed.build)) };
  const python = make("input", "");
  python.type = "checkbox";
  const size = (wanted: (file: string) => boolean): number =>
    Object.entries(listed.files).reduce((sum, [file, [, bytes]]) => sum + (wanted(file) ? bytes : 0), 0);
  const label = make("label", "", python, ` ${words.python(size(isPython))}`);
  label.hidden = !size(isPython);
  const start = make("button", "zx-offline-keep", words.keep(size((file) => !isPython(file))));
  const remove = make("button", "", words.remove);
  for (const button of [start, remove]) button.type = "button";
  const bar = make("progress", "");
  bar.hidden = true;
  status.before(label, make("p", "zx-offline-buttons", start, remove), bar);

  const tell = async (): Promise<void> => {
    const kept = await missing(state, true);
    status.textContent = kept.left.length ? words.kept(kept.count, kept.bytes) : words.all;
  };
  start.addEventListener("click", async () => {
    start.disabled = remove.disabled = python.disabled = true;
    bar.hidden = false;
    const done = await fetchAll(state, python.checked, (count, total, bytes, all) => {
      bar.max = all;
      bar.value = bytes;
      status.textContent = words.progress(count, total, bytes, all);
    });
    bar.hidden = true;
    start.disabled = remove.disabled = python.disabled = false;
    status.textContent = done ? (python.checked ? words.all : words.pages) : words.failed;
  });
  remove.addEventListener("click", async () => {
    for (const request of await state.cache.keys()) if (!request.url.endsWith(LIST)) await state.cache.delete(request);
    await tell();
  });
  await tell();
}

/** What is not kept yet, and how much is. */
async function missing({ root, listed, cache }: State, withPython: boolean) {
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const left: string[] = [];
  let [count, bytes] = [0, 0];
  for (const [file, [, size]] of Object.entries(listed.files)) {
    if (!withPython && isPython(file)) continue;
    if (kept.has(addressOf(file, root))) [count, bytes] = [count + 1, bytes + size];
    else left.push(file);
  }
  return { left, count, bytes };
}

type Tell = (count: number, total: number, bytes: number, all: number) => void;

/** Ask for all that is missing: the worker keeps what it answers. */
async function fetchAll(state: State, withPython: boolean, tell: Tell): Promise<boolean> {
  await navigator.storage?.persist?.().catch(() => false);
  const before = await missing(state, withPython);
  const total = before.count + before.left.length;
  const sizeOf = (file: string): number => state.listed.files[file]?.[1] ?? 0;
  const all = before.bytes + before.left.reduce((sum, file) => sum + sizeOf(file), 0);
  let [count, bytes] = [before.count, before.bytes];
  tell(count, total, bytes, all);
  const queue = [...before.left];
  const work = async (): Promise<void> => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const answer = await fetch(addressOf(file, state.root));
      await answer.body?.cancel();
      count++;
      bytes += sizeOf(file);
      tell(count, total, bytes, all);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch {
    return false;
  }
  return !(await missing(state, withPython)).left.length;
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}
