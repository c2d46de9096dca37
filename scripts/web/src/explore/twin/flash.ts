// The FlashAttention card's functions.

export interface Tile {
  first: number;
  stop: number;
  start: number;
  end: number;
}

/** Every tile: queries first … stop, keys start … end; query t may see key j if j <= t + shift. */
export function tiles(T: number, S: number, shift: number, blockQ: number, blockK: number): Tile[] {
  const all: Tile[] = [];
  for (let begin = 0; begin < T; begin += blockQ) {
    const stop = Math.min(begin + blockQ, T);
    const end = Math.max(0, Math.min(S, stop + shift));
    for (let j = 0; j < end; j += blockK) {
      all.push({ first: Math.max(begin, j - shift), stop, start: j, end: Math.min(j + blockK, end) });
    }
  }
  return all;
}

/** Numbers of one head that cross between slow and fast memory; 0 stands for three kernels without tiles. */
export function attentionTraffic(T: number, S: number, D: number, blockQ: number): number {
  if (blockQ === 0) return 2 * T * D + 2 * S * D + 4 * T * S;
  return 2 * T * D + Math.ceil(T / blockQ) * 2 * S * D;
}
