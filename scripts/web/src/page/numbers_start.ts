// Waits until the reader wants to know where a number comes from, then fetches what says it.

const REST = 450; // milliseconds that a pointer rests on digits

/** On pages whose numbers have witnesses: the button for the list of them, and an ear for a pointer at rest or a tap. */
export function offerNumbers(assets: string): void {
  const header = document.querySelector<HTMLElement>(".zx-header[data-numbers]");
  if (!header) return;
  const load = () => import(new URL("numbers.js", assets).href) as Promise<typeof import("./numbers")>;
  const quietly = (ask: (module: typeof import("./numbers")) => unknown) => {
    load().then(ask, () => {}); // read from a disk the page works without
  };
  const list = () => quietly((module) => module.listNumbers(assets, header));
  header.querySelector(".zx-numbers-open")?.addEventListener("click", list);

  let resting = 0;
  const ask = (x: number, y: number) => quietly((module) => module.tell(assets, header, x, y));
  document.addEventListener(
    "pointermove",
    (event) => {
      clearTimeout(resting);
      if (event.pointerType !== "touch" && !event.buttons && isText(event.target))
        resting = window.setTimeout(() => ask(event.clientX, event.clientY), REST);
    },
    { passive: true },
  );
  document.addEventListener("click", (event) => {
    if (isText(event.target) && getSelection()?.isCollapsed !== false) ask(event.clientX, event.clientY);
  });
}

function isText(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    !!target.closest("article.md-content__inner") &&
    !target.closest("a, button, pre, summary, input")
  );
}
