// Where the reader is on the page: kept when the language is switched, and found for addresses of former times.

/** A place that both languages know: a mark, and how far towards the next one, as a share of the way. */
export interface Place {
  key: string;
  share: number;
  open: boolean; // whether the fold that the mark is was open
}

const KEPT = "zx-place";
const MARKS = ".md-content :is(h1, h2, h3, h4, h5, h6)[id], .md-content [data-pair]";

function keyOf(mark: HTMLElement): string {
  return mark.dataset.pair ? `pair ${mark.dataset.pair}` : `id ${mark.id}`;
}

/** The marks that are laid out, with their upper edges on the screen. */
function marks(): { mark: HTMLElement; top: number }[] {
  return [...document.querySelectorAll<HTMLElement>(MARKS)]
    .filter((mark) => mark.checkVisibility())
    .map((mark) => ({ mark, top: mark.getBoundingClientRect().top }));
}

/** Where reading begins: below the header, which stays. */
export function line(): number {
  return Math.max(0, document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0) + 1;
}

/** The place at a height of the screen; null above the first mark. */
export function placeAt(height: number): Place | null {
  const all = marks();
  const index = all.findLastIndex(({ top }) => top <= height);
  const here = all[index];
  if (!here) return null;
  const end = all[index + 1]?.top ?? document.documentElement.getBoundingClientRect().bottom;
  const share = end > here.top ? (height - here.top) / (end - here.top) : 0;
  return { key: keyOf(here.mark), share, open: here.mark instanceof HTMLDetailsElement && here.mark.open };
}

/** What is far below has only the height that is expected of it until it is shown (`below.css`): before a place within the
 * page is looked for, all of it is laid out. main.html does the same where the address names one. */
function layOut(): boolean {
  const { classList } = document.documentElement;
  const isNew = !classList.contains("zx-whole");
  classList.add("zx-whole");
  return isNew;
}

/** Addresses that lead into this page: clicked, or set by a script, after which the browser has scrolled already. And the
 * browser's own search: its key, and, as a menu opens it too, the focus that leaves the page. */
function layOutWhenSought(): void {
  window.addEventListener("keydown", ({ key, ctrlKey, metaKey }) => {
    if (key === "F3" || ((ctrlKey || metaKey) && /^[fg]$/i.test(key))) layOut();
  });
  window.addEventListener("blur", () => void layOut());
  document.addEventListener(
    "click",
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
      if (link?.hash && link.pathname === location.pathname && link.search === location.search) layOut();
    },
    { capture: true },
  );
  window.addEventListener("hashchange", () => {
    if (layOut()) document.getElementById(fragment())?.scrollIntoView();
  });
}

/** The folds that an element stands in: it was seen, so they were open. */
function ancestors(mark: Element): HTMLDetailsElement[] {
  const fold = mark.parentElement?.closest("details");
  return fold ? [fold, ...ancestors(fold)] : [];
}

/** Scroll so that the place is where reading begins; whether this page has it. */
export function goTo(place: Place): boolean {
  const mark = [...document.querySelectorAll<HTMLElement>(MARKS)].find((one) => keyOf(one) === place.key);
  const folds = mark ? ancestors(mark) : [];
  if (place.open && mark instanceof HTMLDetailsElement) folds.push(mark);
  for (const fold of folds) fold.open = true;
  layOut();
  const all = marks();
  const index = all.findIndex((one) => one.mark === mark);
  const here = all[index];
  if (!here) return false;
  const end = all[index + 1]?.top ?? document.documentElement.getBoundingClientRect().bottom;
  const top = here.top + place.share * (end - here.top);
  window.scrollBy({ top: top - line(), behavior: "instant" });
  return true;
}

/** The id to which an address leads that has none on the page itself; "" if there is no such. */
function renamed(id: string): string {
  const former: unknown = JSON.parse(document.getElementById("zx-former")?.textContent || "{}");
  const names = former as Record<string, string>;
  return [id.replace(/^\^/, ""), names[id] ?? ""].find((name) => name && document.getElementById(name)) ?? "";
}

function fragment(hash = location.hash): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

let wanted = ""; // what the address asked for last: the theme puts the section in its place as the reader scrolls

/** Headings had longer ids once, other ones in each language; `#^block` is how Obsidian writes it. */
function followFormer(hash: string): void {
  const id = fragment(hash);
  wanted = id;
  if (!id || document.getElementById(id)) return;
  const name = renamed(id);
  if (name) location.replace(`#${name}`);
}

/** The part of the address that says where the reader is: the block that was asked for while it is in view, else the section. */
function nearest(): string {
  const asked = document.getElementById(wanted || fragment());
  const top = asked?.getBoundingClientRect().top ?? -1;
  if (asked?.getClientRects().length && top >= 0 && top < window.innerHeight / 2) return asked.id;
  const above = marks().filter(({ mark, top }) => /^H[1-6]$/.test(mark.tagName) && top <= line());
  return above.at(-1)?.mark.id ?? "";
}

function setOut(link: HTMLAnchorElement): void {
  const atTop = window.scrollY < 8 && !fragment();
  link.hash = atTop ? "" : nearest();
}

function leave(link: HTMLAnchorElement): void {
  setOut(link);
  try {
    const place = link.hash ? placeAt(line()) : null;
    if (place) sessionStorage.setItem(KEPT, JSON.stringify({ ...place, path: link.pathname }));
  } catch {
    // Without a storage the address alone leads to the section.
  }
}

function arrive(): void {
  let kept: (Place & { path: string }) | null = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    sessionStorage.removeItem(KEPT);
  } catch {
    return;
  }
  if (kept?.path !== location.pathname || !goTo(kept)) return;
  // Fonts and pictures move it once more, unless the reader was faster.
  const place = kept;
  const stop = new AbortController();
  const again = () => stop.signal.aborted || goTo(place);
  for (const type of ["wheel", "touchstart", "keydown", "pointerdown", "hashchange"]) {
    window.addEventListener(type, () => stop.abort(), { signal: stop.signal, passive: true });
  }
  window.addEventListener(
    "load",
    () => {
      again();
      const drawn = () => new Promise((done) => requestAnimationFrame(done));
      // A busy browser scrolls to what the address names as late as in the frame after that.
      const scrolled = document.fonts.ready.then(again).then(drawn).then(drawn);
      scrolled.then(again).finally(() => stop.abort());
    },
    { signal: stop.signal },
  );
}

/** Keep the reader's place when the language is switched, and lead former addresses on. */
export function keepPlace(): void {
  layOutWhenSought();
  followFormer(location.hash);
  // What was asked for: by now the theme may have written the section that is read into the address.
  window.addEventListener("hashchange", ({ newURL }) => followFormer(new URL(newURL).hash));
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a.zx-language")) {
    for (const type of ["pointerenter", "pointerdown", "focus", "contextmenu"]) {
      link.addEventListener(type, () => setOut(link));
    }
    link.addEventListener("click", () => leave(link));
  }
  arrive();
}
