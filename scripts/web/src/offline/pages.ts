// The two pages that the worker shows of its own: they need nothing else, since nothing else may be there.

const TEXT = {
  en: {
    wait: ["A new version", "A new version of this site is being fetched. This page opens with it."],
    none: ["Not kept", "There is no network, and this page was not opened before.", "To the first page"],
  },
  zh: {
    wait: ["有新版本", "正在取本站的新版本，取完即打开本页。"],
    none: ["没有保存", "现在没有网络，而这一页以前没有打开过。", "回到首页"],
  },
} as const;
const STYLE =
  "margin:4rem auto;max-width:32rem;padding:0 1rem;font:1.1rem/1.6 system-ui,sans-serif;color-scheme:light dark";

/** Loads itself again until the worker of the new build answers. */
export function refreshing(address: string, root: string): Response {
  const [title, text] = TEXT[language(address, root)].wait;
  return page(address, root, title, text, '<meta http-equiv="refresh" content="1">', "", 200);
}

/** A page that is not there. */
export function notKept(address: string, root: string): Response {
  const own = language(address, root);
  const [title, text, home] = TEXT[own].none;
  const link = `<p><a href="${own === "zh" ? `${root}zh/` : root}">${home}</a></p>`;
  return page(address, root, title, text, "", link, 503);
}

function language(address: string, root: string): "en" | "zh" {
  return address.startsWith(`${root}zh/`) ? "zh" : "en";
}

function page(address: string, root: string, title: string, text: string, head: string, more: string, status: number) {
  const html =
    `<!doctype html><html lang="${language(address, root)}"><head><meta charset="utf-8">${head}` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${title}</title></head><body style="${STYLE}"><h1>${title}</h1><p role="status">${text}</p>${more}</body></html>`;
  return new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}
