// Waits for the first sign that the reader wants to know what is behind a link, then fetches what shows it.
import { linkAt } from "./address";
import { isAsked } from "./keys";

const SIGNS = ["pointerover", "pointerdown", "focusin", "keydown"] as const;
const ENDS = ["pointerup", "pointercancel", "scroll"] as const;

/** `assets` is the address of the folder that this script came from. */
export function offerPreviews(assets: string): void {
  const root = new URL("../../", assets).href;

  let last: Event | undefined; // what happens while the script is on its way
  let isLoading = false;

  function notice(event: Event): void {
    if (event instanceof KeyboardEvent && !isAsked(event)) return;
    if (!linkAt(event.target, root)) return;
    last = event;
    if (!isLoading) void load();
    isLoading = true;
  }

  /** A finger that was lifted or scrolls asks for nothing any more. */
  function forget(): void {
    if (last instanceof PointerEvent && last.pointerType === "touch") last = undefined;
  }

  async function load(): Promise<void> {
    try {
      const module = (await import(new URL("preview.js", assets).href)) as typeof import("./preview");
      for (const sign of SIGNS) document.removeEventListener(sign, notice);
      for (const end of ENDS) document.removeEventListener(end, forget, { capture: true });
      module.startPreviews(assets, last);
    } catch {
      // read from a disk the page works without
    }
  }
  for (const sign of SIGNS) document.addEventListener(sign, notice, { passive: true });
  for (const end of ENDS) document.addEventListener(end, forget, { passive: true, capture: true });
}

/** Ctrl+K and ⌘K open the palette of commands; where its script cannot be had, the search. */
export function offerPalette(assets: string): void {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  for (const hint of document.querySelectorAll("[data-zx-palette]")) hint.textContent = isMac ? "⌘K" : "Ctrl K";
  document.addEventListener("keydown", (event) => {
    const isAskedFor =
      event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isAskedFor) return;
    event.preventDefault();
    import(new URL("palette.js", assets).href).then(
      (module: typeof import("./palette")) => module.togglePalette(),
      () => document.querySelector<HTMLElement>("[data-zx-search]")?.click(),
    );
  });
}
