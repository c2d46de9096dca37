// The rate of a step, and what it does to a noisy quadratic: the card on learning rate schedules.

/** How much of the way from start to end lies behind step t: 0 to 1. */
export function progress(t: number, start: number, end: number): number {
  return Math.min(1, Math.max(0, (t - start) / (end - start)));
}

/** Warmup, then half a cosine from the peak down to the floor; steps count from 1. */
export function cosine(t: number, warm: number, total: number, floor: number): number {
  const fall = (1 + Math.cos(Math.PI * progress(t, warm, total))) / 2;
  return Math.min(t / warm, floor + (1 - floor) * fall);
}

/** Warmup, stable, a straight line down over the last steps. */
export function wsd(t: number, warm: number, total: number, cooldown: number, floor: number): number {
  const fall = 1 - progress(t, total - cooldown, total);
  return Math.min(t / warm, floor + (1 - floor) * fall);
}

export function inverseSqrt(t: number, warm: number): number {
  return Math.min(t / warm, Math.sqrt(warm / t));
}

/** So many curvatures between 0.001 and 1, each the same multiple of the one before. */
export function curvatures(count: number): number[] {
  return Array.from({ length: count }, (_, at) => 10 ** (-3 + (3 * at) / (count - 1)));
}

/** Mean of ½ Σ h w² before, between and after steps, if every mean w² is 1 at first; noise: variance of a gradient. */
export function expectedLosses(rates: readonly number[], curvature: readonly number[], noise: number): number[] {
  const second = curvature.map(() => 1);
  const loss = () => curvature.reduce((sum, h, at) => sum + h * second[at]!, 0) / 2;
  const losses = [loss()];
  for (const rate of rates) {
    curvature.forEach((h, at) => {
      second[at] = (1 - rate * h) ** 2 * second[at]! + rate ** 2 * noise;
    });
    losses.push(loss());
  }
  return losses;
}
