// Lets the browser keep what it has opened.

/** Register the service worker that lies at the root of the site; from a disk there is none. */
export function keepPages(assets: string): void {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  navigator.serviceWorker.register(new URL("../../sw.js", assets)).catch(() => undefined);
}
