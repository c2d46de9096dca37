// Small integers times a shared scale: the card on quantization.
import { round } from "./float8";

/** Symmetric, one scale a group: the integers, the scale of each group, and what is read back. */
export function quantizeGroups(w: readonly number[], bits: number, group: number) {
  const top = 2 ** (bits - 1) - 1;
  const made = { q: [] as number[], scales: [] as number[], back: [] as number[] };
  for (let start = 0; start < w.length; start += group) {
    const part = w.slice(start, start + group);
    const scale = Math.max(...part.map(Math.abs)) / top;
    const q = part.map((value) => round(value / (scale || 1)));
    made.scales.push(scale);
    made.q.push(...q);
    made.back.push(...q.map((value) => value * scale));
  }
  return made;
}

/** ‖approximate − exact‖ / ‖exact‖. */
export function errorNorm(approximate: readonly number[], exact: readonly number[]): number {
  const wrong = approximate.reduce((sum, value, at) => sum + (value - exact[at]!) ** 2, 0);
  return Math.sqrt(wrong / exact.reduce((sum, value) => sum + value ** 2, 0));
}
