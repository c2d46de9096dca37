// Which links lead to pages of this site.

/** The page that an address leads to, if it is one below `root`; null for files, other sites and other schemes. */
export function pageBehind(href: string, root: string): URL | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  if (!/^https?:$/.test(url.protocol) || !url.href.startsWith(root)) return null;
  const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  return name === "" || /\.html?$/.test(name) || !name.includes(".") ? url : null;
}

/** The id after `#`, as the page has it; one that is not well encoded is taken as it stands. */
export function anchorOf(url: URL): string {
  const raw = url.hash.slice(1);
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

// Links that say themselves what is behind them: the mark beside a heading, footnotes (the theme shows them), downloads.
const PLAIN = ".headerlink, .footnote-ref, .footnote-backref, .zx-preview-title, .zx-no-preview, [download]";

/** The link with a preview that an event happened on. */
export function linkAt(target: EventTarget | null, root: string): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link?.closest(".md-content, .md-footer__inner, .zx-preview") || link.matches(PLAIN)) return null;
  return pageBehind(link.href, root) ? link : null;
}
