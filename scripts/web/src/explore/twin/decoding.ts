// Filters and drafts: the Autoregressive Decoding card.
import { softmax } from "./softmax";

/** Logits of the word after one, from the counts. */
export const bigramLogits = (counts: readonly number[]): number[] => counts.map((count) => Math.log(count + 0.02));

/** Place of each token, 0 = most probable; equal logits: lower id first. */
export function ranks(logits: readonly number[]): number[] {
  const order = logits.map((_, at) => at).sort((a, b) => logits[b]! - logits[a]! || a - b);
  const places = new Array<number>(logits.length);
  order.forEach((token, place) => {
    places[token] = place;
  });
  return places;
}

export function topK(logits: readonly number[], k: number): number[] {
  const places = ranks(logits);
  return k > 0 ? logits.map((z, at) => (places[at]! < k ? z : -Infinity)) : [...logits];
}

/** Keep the shortest list of most probable tokens with total >= p. */
export function topP(logits: readonly number[], p: number): number[] {
  if (p >= 1) return [...logits];
  const probs = softmax(logits).sort((a, b) => b - a);
  let total = 0;
  const before = probs.map((value) => {
    total += value;
    return total - value;
  });
  const places = ranks(logits);
  return logits.map((z, at) => (before[places[at]!]! < p ? z : -Infinity));
}

/** Keep tokens at least p times as probable as the best one. */
export function minP(logits: readonly number[], p: number): number[] {
  const best = Math.max(...logits);
  return logits.map((z) => (Math.exp(z - best) >= p ? z : -Infinity));
}

/** Temperature, top-k, top-p, min-p, then softmax; temperature 0 is greedy. */
export function nextProbs(
  logits: readonly number[],
  temperature: number,
  k: number,
  p: number,
  least: number,
): number[] {
  if (temperature === 0) {
    const best = logits.indexOf(Math.max(...logits));
    return logits.map((_, at) => Number(at === best));
  }
  const heated = logits.map((z) => z / temperature);
  return softmax(minP(topP(topK(heated, k), p), least));
}

/** The chance that a drafted token is accepted: what target and draft share. */
export const acceptance = (p: readonly number[], q: readonly number[]): number =>
  p.reduce((sum, value, at) => sum + Math.min(value, q[at]!), 0);

/** What a rejected draft is replaced from, normalised. */
export function residual(p: readonly number[], q: readonly number[]): number[] {
  const left = p.map((value, at) => Math.max(value - q[at]!, 0));
  const total = left.reduce((sum, value) => sum + value, 0);
  return total > 0 ? left.map((value) => value / total) : [...p];
}

/** Tokens that one pass of the target yields on average, with γ drafts and a constant acceptance rate. */
export const tokensPerPass = (alpha: number, gamma: number): number =>
  alpha === 1 ? gamma + 1 : (1 - alpha ** (gamma + 1)) / (1 - alpha);
