// How deep the reader goes: what is deeper is folded. main.html folds as was chosen before, while the page is being parsed.

const KEPT = "zx-depth";
const DEPTHS = ["essence", "understanding", "depth"];
const USUAL = "understanding";

export function offerDepths(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(".zx-depths > button")];
  const { dataset } = document.documentElement;
  const tell = (): void => {
    for (const button of buttons) button.ariaPressed = String(button.dataset.depth === (dataset.depth ?? USUAL));
  };
  tell();
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const depth = button.dataset.depth ?? USUAL;
      dataset.depth = depth;
      tell();
      for (const fold of document.querySelectorAll<HTMLDetailsElement>("details.zx-depth"))
        fold.open = DEPTHS.indexOf(fold.dataset.depth ?? "") <= DEPTHS.indexOf(depth);
      try {
        localStorage.setItem(KEPT, depth);
      } catch {
        // It lasts as long as the page, then.
      }
    });
  }
}
