// Where the reader stopped on each card, kept in this browser alone, and a way back: on the card, on the first page and on the path.
import { words } from "./words_reading";

export interface Stop {
  key: string;
  title: string;
  url: string; // from the root of the site
  anchor: string;
  heading: string;
  share: number; // of the page, 0 to 1
}

const KEPT = "zx-reading";
const MOST = 30;
const [BEGUN, DONE] = [0.04, 0.96];

/** The newest first; a card stands in the list once, one that is read to its end or not begun does not. */
export function withStop(stops: readonly Stop[], stop: Stop): Stop[] {
  const others = stops.filter(({ key }) => key !== stop.key);
  const isUnderWay = stop.share > BEGUN && stop.share < DONE;
  return isUnderWay ? [stop, ...others].slice(0, MOST) : others;
}

/** What was kept, as far as it is what it should be. */
export function readStops(text: string | null): Stop[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? kept.filter(isStop) : [];
  } catch {
    return [];
  }
}

function isStop(value: unknown): value is Stop {
  const one = (value ?? {}) as Record<string, unknown>;
  const texts = ["key", "title", "url", "anchor", "heading"];
  return texts.every((name) => typeof one[name] === "string") && typeof one.share === "number";
}

function load(): Stop[] {
  try {
    return readStops(localStorage.getItem(KEPT));
  } catch {
    return []; // this browser keeps nothing
  }
}

function save(stops: readonly Stop[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(stops));
  } catch {
    // nor does it now
  }
}

/** A heading's own words. */
function textOf(heading: Element | null): string {
  const copy = heading?.cloneNode(true) as Element | undefined;
  for (const mark of copy?.querySelectorAll(".headerlink, math, [lang]") ?? []) mark.remove();
  return copy?.textContent?.trim() ?? "";
}

function here(key: string, root: string): Stop {
  const headings = [...document.querySelectorAll<HTMLElement>("article :is(h2, h3)[id]")];
  const heading = headings.findLast((one) => one.getBoundingClientRect().top < 120 && one.checkVisibility()) ?? null;
  const height = document.documentElement.scrollHeight - innerHeight;
  return {
    key,
    title: textOf(document.querySelector("article h1")),
    url: (location.origin + location.pathname).slice(root.length),
    anchor: heading?.id ?? "",
    heading: textOf(heading),
    share: height > 0 ? scrollY / height : 1,
  };
}

/** A small bar at the foot, over the page, so that nothing moves. */
function offer(stop: Stop, root: string, isSame: boolean): void {
  const say = words();
  const link = document.createElement("a");
  link.className = "zx-no-preview";
  link.href = `${root}${stop.url}${stop.anchor ? `#${encodeURIComponent(stop.anchor)}` : ""}`;
  const what = [isSame ? "" : stop.title, stop.heading].filter(Boolean).join(" · ");
  link.textContent = `${say.go}${what} (${Math.round(100 * stop.share)} %)`;
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "×";
  close.ariaLabel = close.title = say.close;
  const bar = document.createElement("aside");
  bar.className = "zx-continue";
  bar.ariaLabel = say.label;
  bar.append(link, close);
  close.addEventListener("click", () => bar.remove());
  link.addEventListener("click", () => bar.remove());
  document.body.append(bar);
  const away = new AbortController(); // who reads on from the top has chosen
  const leave = (): void => {
    if (!bar.isConnected || scrollY > 2 * innerHeight) away.abort(bar.remove());
  };
  if (isSame) addEventListener("scroll", leave, { passive: true, signal: away.signal });
}

/** `assets` is the address of the folder that this script came from. */
export function keepReading(assets: string): void {
  const key = document.querySelector<HTMLMetaElement>("meta[name=zx-page]")?.content ?? "";
  const root = new URL("../../", assets).href;
  const lang = document.documentElement.lang;
  const isCard = document.querySelector("article .zx-header .zx-category") !== null;
  const stops = load().filter((stop) => stop.key.startsWith(`${lang} `));
  if (isCard) {
    const known = stops.find((stop) => stop.key === `${lang} ${key}`);
    if (known && !location.hash && scrollY < 200) offer(known, root, true);
    const keep = (): void => {
      if (document.visibilityState === "hidden") save(withStop(load(), here(`${lang} ${key}`, root)));
    };
    document.addEventListener("visibilitychange", keep);
    addEventListener("pagehide", () => save(withStop(load(), here(`${lang} ${key}`, root))));
  } else if ((key === "index" || key.startsWith("path/")) && stops[0]) offer(stops[0], root, false);
}
