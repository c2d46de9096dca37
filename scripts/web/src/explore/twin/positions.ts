// Rotations and slopes: the RoPE, Position Encoding and ALiBi cards.
import { softmax } from "./softmax";

/** w_i = base^(-2i/D), one per pair of features. */
export const pairFrequencies = (D: number, base: number): number[] =>
  Array.from({ length: Math.ceil(D / 2) }, (_, i) => base ** ((-2 * i) / D));

/** A pair of features, turned by position times frequency. */
export function turned([even, odd]: readonly [number, number], position: number, frequency: number): [number, number] {
  const [cos, sin] = [Math.cos(position * frequency), Math.sin(position * frequency)];
  return [even * cos - odd * sin, even * sin + odd * cos];
}

/** The score of a query and a key with equal contents, one pair of features each. */
export function pairScore(query: number, key: number, frequency: number): number {
  const [a, b] = [turned([1, 0], query, frequency), turned([1, 0], key, frequency)];
  return a[0] * b[0] + a[1] * b[1];
}

/** The base that keeps the fastest pair and slows the slowest down by exactly `scale`. */
export const ntkBase = (base: number, scale: number, D: number): number => base * scale ** (D / (D - 2));

/** YaRN: fast pairs stay, slow ones are divided by scale, a ramp in between. */
export function yarnFrequencies(D: number, scale: number, length: number, base: number): number[] {
  const pairWith = (turns: number) => (D * Math.log(length / (2 * Math.PI * turns))) / (2 * Math.log(base));
  const low = Math.max(Math.floor(pairWith(32)), 0);
  const high = Math.min(Math.ceil(pairWith(1)), D - 1);
  return pairFrequencies(D, base).map((w, pair) => {
    const ramp = Math.min(Math.max((pair - low) / Math.max(high - low, 1e-3), 0), 1);
    return w * (1 - ramp + ramp / scale);
  });
}

/** m_h = 2^(-8h/H) for a power of two; otherwise filled up with every second slope of twice as many heads. */
export function alibiSlopes(H: number): number[] {
  const n = 2 ** Math.floor(Math.log2(H));
  const slopes = Array.from({ length: n }, (_, h) => 2 ** ((-8 * (h + 1)) / n));
  const between = Array.from({ length: H - n }, (_, h) => 2 ** ((-4 * (2 * h + 1)) / n));
  return [...slopes, ...between];
}

/** The weights of the last of S queries on all keys, nearest first, if the scores are equal. */
export const alibiWeights = (slope: number, S: number): number[] =>
  softmax(Array.from({ length: S }, (_, distance) => -slope * distance));
