// Lets the browser keep what it has opened, and says when there is a new version.
import { fromDisk } from "./disk";

const TEXT = {
  en: { ready: "A new version is ready.", reload: "Reload", later: "Later" },
  zh: { ready: "有新版本。", reload: "重新载入", later: "稍后" },
} as const;

/** Register the service worker that lies at the root of the site; from a disk there is none. `later` are the addresses, below
 * the scripts, of what this page has not asked for yet. */
export function keepPages(assets: string, later: () => string[]): void {
  if (location.protocol === "file:") {
    fromDisk();
    return;
  }
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const root = new URL("../../", assets).href;
  let isKept = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isKept) location.reload(); // all of the new version or nothing of it
    isKept = true;
  });
  serviceWorker
    .register(`${root}sw.js`, { updateViaCache: "none" })
    .then((registration) => {
      watch(registration);
      if (!isKept) keepThis();
      keepLater(assets, later);
    })
    .catch(() => undefined);
  offerDialog(assets, root);
}

/** This page was opened before there was a worker: what it fetched until then, and what was on its way while the worker took over. */
function keepThis(): void {
  void navigator.serviceWorker.ready.then(({ active }) => {
    const keep = (addresses: string[]): void => {
      const own = addresses.filter((address) => address.startsWith(location.origin));
      active?.postMessage({ keep: [...new Set(own.map((address) => address.split("#")[0]))] });
    };
    keep([location.href]);
    new PerformanceObserver((list) => keep(list.getEntries().map(({ name }) => name))).observe({
      type: "resource",
      buffered: true,
    });
  });
}

/** The worker fetches it with all that it imports; nothing of it runs here. */
function keepLater(assets: string, later: () => string[]): void {
  void navigator.serviceWorker.ready.then(({ active }) => {
    const wanted = later().map((name) => new URL(name, assets).href);
    if (wanted.length) active?.postMessage({ later: wanted });
  });
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    if (registration.waiting && navigator.serviceWorker.controller) note(registration.waiting);
  };
  look();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
}

/** A quiet line at the foot of the window. */
function note(waiting: ServiceWorker): void {
  if (document.querySelector(".zx-new-version")) return;
  const text = TEXT[document.documentElement.lang.startsWith("zh") ? "zh" : "en"];
  const bar = document.createElement("div");
  bar.className = "zx-new-version";
  bar.role = "status";
  const button = (label: string, act: () => void): HTMLButtonElement => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", act);
    return made;
  };
  bar.append(
    text.ready,
    " ",
    button(text.reload, () => waiting.postMessage("switch")),
    button(text.later, () => bar.remove()),
  );
  document.body.append(bar);
}

/** The button at the foot of the page; what it opens is fetched when it is wanted. */
function offerDialog(assets: string, root: string): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-zx-offline]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const { openOffline } = (await import(new URL("offline.js", assets).href)) as typeof import("./dialog");
      openOffline(root);
    });
  }
}
