// The order in which options are shown: another one in each sitting, the same one for all of it.

const KEY = "zx-sitting";

/** A number that lasts as long as the tab; without storage, as long as the page. */
let sitting: string | undefined;
function seed(): string {
  if (sitting === undefined) {
    const fresh = String(Math.floor(Math.random() * 2 ** 32));
    try {
      sitting = sessionStorage.getItem(KEY) ?? fresh;
      sessionStorage.setItem(KEY, sitting);
    } catch {
      sitting = fresh;
    }
  }
  return sitting;
}

/** Thirty-two bits of a text (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

/** Numbers from 0 to below 1 that follow from a text (mulberry32). */
export function seeded(text: string): () => number {
  let state = hash(text);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The random numbers of this sitting for one question. */
export function sittingRandom(id: string): () => number {
  return seeded(`${seed()}:${id}`);
}

/** The values in a random order, each order as likely as any other. */
export function shuffle<T>(values: readonly T[], random: () => number): T[] {
  const out = [...values];
  for (let last = out.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [out[last], out[other]] = [out[other]!, out[last]!];
  }
  return out;
}
