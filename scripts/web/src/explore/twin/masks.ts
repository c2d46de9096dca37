// Masks of the Causal Mask and Sparse Attention cards: true means "may attend".

type Mask = boolean[][];

const mask = (T: number, may: (query: number, key: number) => boolean): Mask =>
  Array.from({ length: T }, (_, i) => Array.from({ length: T }, (_, j) => may(i, j)));

export const causalMask = (T: number): Mask => mask(T, (i, j) => j <= i);

/** The `window` newest keys, the query's own included. */
export const windowMask = (T: number, window: number): Mask => mask(T, (i, j) => j <= i && j > i - window);

/** The first `prefix` tokens see each other, the rest is causal. */
export const prefixMask = (T: number, prefix: number): Mask => mask(T, (i, j) => j <= i || j < prefix);

/** A causal window, and the first `sinks` keys for everyone after them. */
export const sinkMask = (T: number, window: number, sinks: number): Mask =>
  mask(T, (i, j) => j <= i && (j > i - window || j < sinks));

/** Which tokens can influence which outputs after so many layers. */
export function reach(step: Mask, layers: number): Mask {
  let seen = mask(step.length, (i, j) => i === j);
  for (let layer = 0; layer < layers; layer++) {
    const before = seen;
    seen = mask(step.length, (i, j) => before[i]![j]! || step[i]!.some((may, via) => may && before[via]![j]!));
  }
  return seen;
}
