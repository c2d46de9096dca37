// The loss of a training run from its size: the card on scaling laws.

/** L(N, D) = E + A/N^α + B/D^β. */
export interface Law {
  E: number;
  A: number;
  B: number;
  alpha: number;
  beta: number;
}

/** The loss of N parameters after D tokens, and what each of the two terms adds to the floor. */
export function lossParts(law: Law, N: number, D: number) {
  const size = law.A / N ** law.alpha;
  const data = law.B / D ** law.beta;
  return { size, data, loss: law.E + size + data };
}

/** The N of least loss among those with 6 N D = C. */
export function optimalSize({ A, B, alpha, beta }: Law, C: number): number {
  const G = ((alpha * A) / (beta * B)) ** (1 / (alpha + beta));
  return G * (C / 6) ** (beta / (alpha + beta));
}

/** Tokens with which N parameters reach the target loss; infinite if they never do. */
export function tokensFor(target: number, N: number, law: Law): number {
  const left = target - law.E - law.A / N ** law.alpha;
  return left > 0 ? (law.B / left) ** (1 / law.beta) : Number.POSITIVE_INFINITY;
}
