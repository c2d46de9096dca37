// The service worker of the site. It keeps what was opened, each file of one build: a file whose hash is not in the list
// of this build belongs to another and is never shown beside it.
import { importedIn } from "./imports";
import { addressOf, cacheName, fileOf, isOurs, LIST, type Listed } from "./names";
import { notKept, refreshing } from "./pages";

interface Lifetime extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Lifetime {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Lifetime {
  readonly data: unknown;
}
interface Scope {
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly zxBuild?: string; // the build writes it above this script; a server that makes pages while one looks does not
  addEventListener(kind: "install" | "activate", act: (event: Lifetime) => void): void;
  addEventListener(kind: "fetch", act: (event: Asked) => void): void;
  addEventListener(kind: "message", act: (event: Told) => void): void;
}

const scope = globalThis as unknown as Scope;
const BUILD = scope.zxBuild ?? "";
const ROOT = new URL("./", scope.location.href).href;
const KEPT = cacheName(ROOT, BUILD);
const followed = new Set<string>(); // files whose imports are kept too
let list: Promise<Listed["files"] | null> | undefined;

scope.addEventListener("install", (event) => event.waitUntil(BUILD ? prepare() : scope.skipWaiting()));

scope.addEventListener("activate", (event) => {
  const tidy = async (): Promise<void> => {
    for (const name of await caches.keys()) if (isOurs(name, ROOT) && name !== KEPT) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(tidy());
});

scope.addEventListener("message", (event) => {
  if (event.data === "switch") event.waitUntil(scope.skipWaiting());
  const { keep, later } = (event.data ?? {}) as { keep?: string[]; later?: string[] };
  if (later && BUILD) event.waitUntil(keepWhole(later));
  if (keep && BUILD) event.waitUntil(Promise.allSettled(keep.map((address) => answered(new Request(address)))));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (!BUILD || request.method !== "GET" || request.headers.has("range")) return;
  if (fileOf(request.url, ROOT) !== null) event.respondWith(answered(request));
});

/** The list of this build, and of what an older one kept all that this one has as well: the switch then takes no time. */
async function prepare(): Promise<void> {
  const answer = await fetch(ROOT + LIST, { cache: "no-store" });
  const listed = (await answer.clone().json()) as Listed;
  if (listed.build !== BUILD) throw new Error("the site is being replaced");
  const cache = await caches.open(KEPT);
  for (const name of await caches.keys()) {
    if (!isOurs(name, ROOT) || name === KEPT) continue;
    const old = await caches.open(name);
    const before = ((await (await old.match(ROOT + LIST))?.json()) as Listed | undefined)?.files ?? {};
    for (const { url } of await old.keys()) {
      const file = fileOf(url, ROOT) ?? "";
      const entry = listed.files[file];
      if (!entry || (await cache.match(url))) continue;
      const kept = before[file]?.[0] === entry[0] ? await old.match(url) : await verified(url, entry[0]);
      if (!kept) throw new Error(`${file} is not of this build`);
      await cache.put(url, kept);
    }
  }
  await cache.put(ROOT + LIST, answer);
}

/** Scripts and modules with everything that they import, one after the other: the reader's own requests go first. */
async function keepWhole(waiting: string[]): Promise<void> {
  const known = await files();
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    const file = fileOf(address, ROOT) ?? "";
    if (followed.has(file) || !known?.[file]) continue;
    followed.add(file);
    const answer = await answered(new Request(address)).catch(() => Response.error());
    if (answer.ok) waiting.push(...importedIn(await answer.text(), address));
    else followed.delete(file);
  }
}

/** A file from the network, if it is of this build. */
async function verified(address: string, hash: string): Promise<Response | null> {
  const answer = await fetch(address, { cache: "no-cache" });
  const body = await answer.arrayBuffer();
  return answer.ok && (await hashOf(body)) === hash ? remade(answer, body) : null;
}

function files(): Promise<Listed["files"] | null> {
  list ??= caches
    .open(KEPT)
    .then((cache) => cache.match(ROOT + LIST))
    .then(async (kept) => (kept ? ((await kept.json()) as Listed).files : null));
  return list;
}

async function answered(request: Request): Promise<Response> {
  const file = fileOf(request.url, ROOT) ?? "";
  const known = await files();
  const entry = known?.[file];
  const isPage = request.mode === "navigate";
  const cache = await caches.open(KEPT);
  if (!entry) {
    if (known && `${file}/index.html` in known) return Response.redirect(addressOf(`${file}/index.html`, ROOT));
    const kept = file === LIST ? await cache.match(ROOT + LIST) : undefined;
    return kept ?? fetch(request).catch(() => (isPage ? notKept(request.url, ROOT) : Response.error()));
  }
  const key = addressOf(file, ROOT);
  const kept = await cache.match(key);
  if (kept) return kept;
  let answer: Response;
  try {
    answer = await fetch(key, { cache: "no-cache" });
  } catch {
    return isPage ? notKept(request.url, ROOT) : Response.error();
  }
  const body = await answer.arrayBuffer();
  const made = remade(answer, body);
  if (!answer.ok) return made;
  if ((await hashOf(body)) !== entry[0]) return other(made, isPage, request.url);
  await cache.put(key, made.clone()).catch(() => undefined); // a full disk
  return made;
}

/** A file of another build: the page waits until all of that build is there. Where there is none, the host changed the file. */
async function other(made: Response, isPage: boolean, address: string): Promise<Response> {
  const { registration } = scope;
  await registration.update().catch(() => undefined);
  if (!registration.installing && !registration.waiting) return made;
  registration.waiting?.postMessage("switch");
  return isPage ? refreshing(address, ROOT) : Response.error();
}

/** The same answer, made anew: not redirected, not compressed. */
function remade(answer: Response, body: ArrayBuffer): Response {
  const headers = new Headers(answer.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
}

async function hashOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
