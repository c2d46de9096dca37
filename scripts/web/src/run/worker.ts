// The worker that holds Python. It fetches the interpreter once, boots it, and runs one job after another.

import type { FromWorker, ToWorker } from "./job";
import runner from "./runner.py";

interface Python {
  bootstrap_from_empack_packed_environment(meta: string, base: string, logs: boolean): Promise<void>;
  exec(code: string): void;
  FS: {
    writeFile(path: string, data: string): void;
    readFile(path: string, how: { encoding: "utf8" }): string;
    mkdirTree(path: string): void;
  };
}

declare function importScripts(...urls: string[]): void;
declare function createXeusModule(options: object): Promise<Python>;

const PAGES = 8192; // of 64 KB: the most memory that a block may take
const scope = globalThis as unknown as { postMessage(message: FromWorker): void };
const tell = (message: FromWorker): void => scope.postMessage(message);
let python: Python | null = null;

interface Manifest {
  id: string; // of the package that the files come from
  versions: string;
  files: Record<string, number>;
}

/** Fetch all files, telling how much of them has arrived. */
async function fetchAll(
  base: string,
  id: string,
  files: Record<string, number>,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const total = Object.values(files).reduce((sum, size) => sum + size, 0);
  let arrived = 0;
  let told = -1;
  const entries = Object.keys(files).map(async (name): Promise<[string, Uint8Array<ArrayBuffer>]> => {
    const response = await fetch(`${base}${name}?v=${id}`);
    if (!response.ok || !response.body) throw new Error(`${name}: ${response.status}`);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body.getReader();
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      pieces.push(step.value);
      arrived += step.value.length;
      const part = Math.min(99, Math.floor((100 * arrived) / total));
      if (part !== told) tell({ kind: "progress", part });
      told = part;
    }
    return [name, new Uint8Array(await new Blob(pieces).arrayBuffer())];
  });
  return new Map(await Promise.all(entries));
}

async function boot(base: string): Promise<void> {
  const manifest = await fetch(`${base}manifest.json`);
  if (!manifest.ok) throw new Error(`manifest.json: ${manifest.status}`);
  const { id, files, versions } = (await manifest.json()) as Manifest;
  const held = await fetchAll(base, id, files);
  tell({ kind: "starting" });
  // Python's own loader asks for the packed parts by address: they are here already.
  const network = globalThis.fetch;
  globalThis.fetch = async (address: RequestInfo | URL, options?: RequestInit) => {
    const name =
      String(address instanceof Request ? address.url : address)
        .split("/")
        .pop() ?? "";
    const data = held.get(name);
    return data ? new Response(data) : network(address, options);
  };
  const script = new Blob([held.get("xpython_wasm.js") as Uint8Array<ArrayBuffer>], { type: "text/javascript" });
  const address = URL.createObjectURL(script);
  importScripts(address);
  URL.revokeObjectURL(address);
  console.log = () => undefined; // the loader reports every step
  const made = await createXeusModule({
    wasmBinary: held.get("xpython_wasm.wasm"),
    wasmMemory: new WebAssembly.Memory({ initial: 2048, maximum: PAGES }),
    print: () => undefined,
    printErr: () => undefined,
  });
  await made.bootstrap_from_empack_packed_environment("empack_env_meta.json", ".", false);
  globalThis.fetch = network;
  made.FS.writeFile("/runner.py", runner);
  made.exec("import sys\nsys.path.insert(0, '/')\nimport numpy\nimport runner");
  python = made;
  tell({ kind: "ready", versions });
}

let written: Record<string, string> = {};

function write(files: Record<string, string>): void {
  if (!python || Object.entries(files).every(([path, text]) => written[path] === text)) return;
  for (const [path, text] of Object.entries(files)) {
    python.FS.mkdirTree(`/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/${path}`, text);
  }
  written = files;
  python.exec("import importlib\nimportlib.invalidate_caches()");
}

function run(id: number, entry: string, job: unknown, files: Record<string, string>): void {
  if (!python) return;
  try {
    write(files);
    python.FS.writeFile("/job.json", JSON.stringify(job));
    python.exec(`import ${entry}\n${entry}.main("/job.json", "/answer.json")`);
    tell({ kind: "answer", id, answer: JSON.parse(python.FS.readFile("/answer.json", { encoding: "utf8" })) });
  } catch (error) {
    tell({ kind: "crashed", id, reason: String((error as { err?: unknown }).err ?? error) });
  }
}

globalThis.addEventListener("message", (event: MessageEvent<ToWorker>) => {
  const message = event.data;
  if (message.kind === "run") run(message.id, message.entry, message.job, message.files);
  else boot(message.base).catch((error: unknown) => tell({ kind: "unavailable", reason: String(error) }));
});
