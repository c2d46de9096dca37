// The Softmax card's functions.

/** softmax(x)_i = exp(x_i - m) / sum_j exp(x_j - m), m = max(x). */
export function softmax(x: readonly number[]): number[] {
  const peak = Math.max(...x);
  const exps = x.map((value) => Math.exp(value - peak));
  const total = exps.reduce((sum, value) => sum + value, 0);
  return exps.map((value) => value / total);
}

/** The norm of diag(s) - s sᵀ, over all its entries. */
export function jacobianNorm(x: readonly number[]): number {
  const s = softmax(x);
  let sum = 0;
  s.forEach((a, i) => {
    s.forEach((b, j) => {
      sum += ((i === j ? a : 0) - a * b) ** 2;
    });
  });
  return Math.sqrt(sum);
}
