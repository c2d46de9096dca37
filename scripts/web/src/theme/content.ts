// What Markdown has not: code that is copied, tables that scroll, tabs that go together, folds that open for an address.

interface Spoken {
  translations?: Record<string, string>;
}

export function startContent(): void {
  wrapTables();
  offerCopies();
  linkTabs();
  openFolds();
}

function wrapTables(): void {
  for (const table of document.querySelectorAll(".md-typeset table:not([class])")) {
    if (table.parentElement?.matches(".md-typeset__table")) continue; // as the build leaves them
    const [outer, inner] = [document.createElement("div"), document.createElement("div")];
    outer.className = "md-typeset__scrollwrap";
    inner.className = "md-typeset__table";
    table.replaceWith(outer);
    outer.append(inner);
    inner.append(table);
  }
}

function offerCopies(): void {
  const text = document.querySelector("#__config")?.textContent ?? "{}";
  const said = (JSON.parse(text) as Spoken).translations ?? {};
  for (const code of document.querySelectorAll<HTMLElement>(".md-typeset pre > code")) {
    if (code.closest(".zx-mermaid, .no-copy")) continue;
    const nav = document.createElement("div"); // the theme has a nav here: a landmark for each block
    nav.className = "md-code__nav";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "md-code__button";
    button.dataset.mdType = "copy";
    button.title = said["clipboard.copy"] ?? "";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText((code.textContent ?? "").trimEnd());
      button.classList.add("md-code__button--active");
      button.title = said["clipboard.copied"] ?? "";
      button.addEventListener(
        "blur",
        () => {
          button.classList.remove("md-code__button--active");
          button.title = said["clipboard.copy"] ?? "";
        },
        { once: true },
      );
    });
    nav.append(button);
    code.before(nav);
  }
}

/** The line under the chosen tab, and the same choice in all sets of tabs that offer it. */
function linkTabs(): void {
  const sets = [...document.querySelectorAll<HTMLElement>(".tabbed-set")];
  const underline = (set: HTMLElement): void => {
    const labels = set.querySelector<HTMLElement>(".tabbed-labels");
    const label = labels?.querySelector<HTMLElement>(`label[for="${CSS.escape(chosen(set)?.id ?? "")}"]`);
    labels?.style.setProperty("--md-indicator-x", `${label?.offsetLeft ?? 0}px`);
    labels?.style.setProperty("--md-indicator-width", `${label?.offsetWidth ?? 0}px`);
  };
  const chosen = (set: HTMLElement) => set.querySelector<HTMLInputElement>(":scope > input:checked");
  for (const set of sets) {
    underline(set);
    set.addEventListener("change", (event) => {
      const input = event.target as HTMLInputElement;
      const name = set.querySelector(`label[for="${CSS.escape(input.id)}"]`)?.textContent?.trim();
      for (const other of sets) {
        const labels = [...other.querySelectorAll<HTMLLabelElement>(":scope > .tabbed-labels label")];
        const same = labels.find((label) => label.textContent?.trim() === name)?.htmlFor;
        const wanted = same ? document.getElementById(same) : null;
        if (wanted instanceof HTMLInputElement) wanted.checked = true;
        underline(other);
      }
    });
  }
}

function openFolds(): void {
  const toAddress = (): void => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let isOpened = false;
    for (let fold = target?.closest("details"); fold; fold = fold.parentElement?.closest("details")) {
      isOpened ||= !fold.open;
      fold.open = true;
    }
    const below = target?.nextElementSibling; // of a heading: its section
    if (below instanceof HTMLDetailsElement && below.matches(".zx-depth")) below.open = true;
    if (isOpened) target?.scrollIntoView();
  };
  toAddress();
  addEventListener("hashchange", toAddress);
  let folded: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open], .zx-depth)")];
    for (const fold of folded) fold.open = true;
  });
  addEventListener("afterprint", () => {
    for (const fold of folded) fold.open = false;
  });
}
