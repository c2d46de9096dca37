// The learner's data: where it lies, saving it to a file, loading a file, and clearing.
import type { Problem } from "./check";
import type { Desk, View } from "./desk";
import { button, make, makeStatus } from "./dom";
import { download, exportText, fileName, importFile, type Refusal } from "./files";
import type { Words } from "./words";

export function saveToFile(desk: Pick<Desk, "history">): void {
  download(fileName(new Date()), exportText(desk.history.events));
}

function problemText({ data }: Words, { path, rule, wanted }: Problem): string {
  return `${path || data.file}: ${data.rules[rule].replace("{}", wanted)}`;
}

function refusalText(words: Words, refusal: Refusal): string {
  const why = refusal.reason === "schema" ? problemText(words, refusal.problem) : words.data[refusal.reason];
  return `${words.data.refused} ${why}`;
}

/** Ask before everything is removed; the harmless button has the focus. */
function askToClear(desk: Desk, clear: () => void): void {
  const { data: text } = desk.words;
  const dialog: HTMLDialogElement = make(
    "dialog",
    { class: "zx-dialog md-typeset", "aria-label": text.clear, onclose: () => dialog.remove() },
    make("p", {}, text.clearAsk(desk.history.events.length)),
    make(
      "div",
      { class: "zx-row" },
      button(text.clearNo, () => dialog.close(), { autofocus: true, class: "zx-button zx-primary" }),
      button(text.export, () => saveToFile(desk)),
      button(
        text.clearYes,
        () => {
          dialog.close();
          clear();
        },
        { class: "zx-button zx-danger" },
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}

export const dataView: View = (root, desk) => {
  const { data: text } = desk.words;
  const status = makeStatus();
  const where = make("p");
  const promise = make("p", { class: "zx-hint" });
  const input = make("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    "aria-label": text.import,
  });

  function say(said: string, isProblem = false): void {
    status.textContent = said;
    status.toggleAttribute("data-problem", isProblem);
  }

  async function load(file: File): Promise<void> {
    const read = await importFile(file);
    if ("refusal" in read) {
      say(refusalText(desk.words, read.refusal), true);
      return;
    }
    const fresh = await desk.history.add(read.events);
    say(text.imported(fresh, read.events.length - fresh));
  }

  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.value = ""; // the same file may be chosen again
    if (file) load(file).catch((error: unknown) => say(`${text.refused} ${String(error)}`, true));
  });

  function save(): void {
    saveToFile(desk);
    say(text.exported);
  }

  function clear(): void {
    desk.history.clear().then(
      () => say(text.cleared),
      (error: unknown) => say(String(error), true),
    );
  }

  const keep = button(text.keep, () => void askToKeep(), { hidden: true });
  root.replaceChildren(
    where,
    promise,
    make(
      "div",
      { class: "zx-row" },
      button(text.export, save),
      button(text.import, () => input.click()),
      keep,
      button(text.clear, () => askToClear(desk, clear), { class: "zx-button zx-danger" }),
      input,
    ),
    make("p", { class: "zx-hint" }, text.importHint),
    status,
  );

  /** Some browsers ask the reader, so it is asked for by a button only. */
  async function askToKeep(): Promise<void> {
    const kept = await navigator.storage.persist().catch(() => false);
    say(kept ? text.persistent : text.keepDenied);
    await render();
  }

  async function render(): Promise<void> {
    where.textContent = text.where(desk.history.events.length);
    const kept = (await navigator.storage?.persisted?.().catch(() => false)) ?? false;
    promise.textContent = kept ? text.persistent : text.volatile;
    keep.hidden = kept || !navigator.storage?.persist;
  }
  desk.history.watch(() => void render());
  void render();
};
