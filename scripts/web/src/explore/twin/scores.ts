// The scores of the attention card.

/** q · k / √d for each key. */
export const scaledScores = (products: readonly number[], d: number): number[] =>
  products.map((product) => product / Math.sqrt(d));

/** The standard deviation, as NumPy has it. */
export function scoreSpread(x: readonly number[]): number {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
  return Math.sqrt(x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length);
}
