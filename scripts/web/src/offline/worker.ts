// The service worker of the site.

interface Lifetime extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  addEventListener(kind: "install" | "activate", act: (event: Lifetime) => void): void;
  addEventListener(kind: "fetch", act: (event: Asked) => void): void;
}

const scope = globalThis as unknown as Scope;
const KEPT = "zhixing-1";

scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));

scope.addEventListener("activate", (event) => {
  const tidy = async (): Promise<void> => {
    for (const name of await caches.keys()) if (name.startsWith("zhixing-") && name !== KEPT) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

scope.addEventListener("fetch", (event) => {
  const request = event.request;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== scope.location.origin || request.headers.has("range")) return;
  event.respondWith(address.searchParams.has("v") ? keptFirst(request) : networkFirst(request));
});

async function keptFirst(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  return (await cache.match(request)) ?? store(cache, request, await fetch(request));
}

async function networkFirst(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT);
  try {
    return await store(cache, request, await fetch(request));
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

async function store(cache: Cache, request: Request, answer: Response): Promise<Response> {
  if (answer.ok && answer.type === "basic") await cache.put(request, answer.clone()).catch(() => undefined); // a full disk
  return answer;
}
