// A picture can be opened enlarged: at a tap on it, or with the button below it. What shows it is fetched at the first one.

const PICTURES = ".zx-figure, .zx-mermaid, .zx-diagram";

const WORDS = { en: "Enlarge", zh: "放大" };

/** The picture's own words: its caption, or how it is called for those who do not see it. */
function named(picture: Element): string {
  const label = picture.querySelector("[aria-label]")?.getAttribute("aria-label");
  const drawn = picture.querySelector("img")?.getAttribute("alt");
  return picture.querySelector("figcaption")?.textContent?.trim() || label || drawn || "";
}

/** `assets` is the address of the folder that this script came from. */
export function startFigures(assets: string, root: ParentNode): void {
  const words = document.documentElement.lang.startsWith("zh") ? WORDS.zh : WORDS.en;

  function open(picture: Element | null | undefined): void {
    if (!(picture instanceof HTMLElement) || picture.closest("dialog")) return;
    const button = picture.nextElementSibling;
    if (button instanceof HTMLButtonElement) button.focus({ preventScroll: true }); // where the reader is afterwards
    import(new URL("lightbox.js", assets).href).then(
      (module: typeof import("./lightbox")) => module.enlarge(picture, named(picture)),
      () => {},
    );
  }

  for (const picture of root.querySelectorAll<HTMLElement>(PICTURES)) {
    if (picture.parentElement?.closest(PICTURES)) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "zx-enlarge";
    button.title = words;
    button.setAttribute("aria-label", [words, named(picture)].filter(Boolean).join(": "));
    button.addEventListener("click", () => open(button.previousElementSibling));
    picture.after(button);
  }
  // The theme may put another element in a picture's place, so the page listens, not the picture.
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    const picture = target.closest(PICTURES);
    if (!picture?.nextElementSibling?.matches(".zx-enlarge") || target.closest("a, button, figcaption, input")) return;
    if (!getSelection()?.toString()) open(picture);
  });
}
