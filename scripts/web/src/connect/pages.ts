// Pages of this site, fetched once and kept as documents that nothing runs in.

const MOST = 12; // documents kept
const kept = new Map<string, Promise<Document | null>>();

/** The page at an address, without what scripts would make of it; null if it cannot be had. */
export function fetchPage(url: URL): Promise<Document | null> {
  const address = url.href.slice(0, url.href.length - url.hash.length);
  const known = kept.get(address);
  const page = known ?? load(address);
  kept.delete(address);
  kept.set(address, page); // the last that were asked for are kept
  for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST))) kept.delete(old);
  page.then((got) => got ?? kept.delete(address)); // what failed is tried again
  return page;
}

async function load(address: string): Promise<Document | null> {
  try {
    const answer = await fetch(address, { credentials: "same-origin" });
    if (!answer.ok || !answer.headers.get("Content-Type")?.includes("html")) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null;
  }
}

/** The page's own styles that this one lacks, those of formulas for example; resolves when they are there. */
export async function lendStyles(page: Document, url: URL): Promise<void> {
  const have = new Set([...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].map(({ href }) => href));
  const wanted = [...page.querySelectorAll("link[rel=stylesheet]")].map(
    (link) => new URL(link.getAttribute("href") ?? "", url).href,
  );
  const own = wanted.filter((href) => !have.has(href) && href.startsWith(location.origin));
  await Promise.all(own.map(addStyle));
}

export function addStyle(href: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((done) => {
    link.onload = link.onerror = () => done();
    document.head.append(link);
  });
}
