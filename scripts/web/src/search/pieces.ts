// The pieces of the index: fetched, or, where the page was opened from a disk, run as scripts.

declare global {
  var zxPiece: ((name: string, value: unknown) => void) | undefined;
}

const CALL = /^zxPiece\("[^"]*",/;
const waiting = new Map<string, (value: unknown) => void>();

export type Load = <T>(name: string) => Promise<T>;

/** A reader of pieces below a folder (its address, with a slash at the end) that asks for each once. */
export function pieceReader(folder: string): Load {
  const known = new Map<string, Promise<unknown>>();
  return <T>(name: string): Promise<T> => {
    let loading = known.get(name);
    if (!loading) {
      const address = `${folder}${name}.js`;
      loading = address.startsWith("file:") ? run(address, name) : fetched(address);
      loading.catch(() => known.delete(name)); // the next key asks again
      known.set(name, loading);
    }
    return loading as Promise<T>;
  };
}

async function fetched(address: string): Promise<unknown> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return read(await answer.text());
}

/** What a piece holds. */
export function read(text: string): unknown {
  return JSON.parse(text.replace(CALL, "").trimEnd().slice(0, -1));
}

function run(address: string, name: string): Promise<unknown> {
  globalThis.zxPiece = (piece, value) => waiting.get(piece)?.(value);
  return new Promise((resolve, reject) => {
    waiting.set(name, resolve);
    const script = document.createElement("script");
    script.src = address;
    script.onerror = () => reject(new Error(address));
    script.onload = () => script.remove();
    document.head.append(script);
  });
}
