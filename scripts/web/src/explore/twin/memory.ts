// What a device holds while it trains: the card on training memory.

/** A dense decoder with grouped queries and SwiGLU, whose output layer is not its input table. */
export interface Decoder {
  layers: number;
  width: number;
  hidden: number;
  heads: number;
  kv_heads: number;
  vocab: number;
}

const keys = ({ width, heads, kv_heads }: Decoder) => (width / heads) * kv_heads;

/** Weights of all layers, of both tables and of the last norm. */
export function parameters(m: Decoder): number {
  const layer = 2 * m.width * (m.width + keys(m)) + 3 * m.width * m.hidden + 2 * m.width;
  return m.layers * layer + 2 * m.vocab * m.width + m.width;
}

/** Bytes of state, of kept activations, and of the peak on top; chunk 0: the loss takes all tokens at once. */
export function trainingBytes(m: Decoder, tokens: number, full: boolean, chunk: number, state: number) {
  const layer = 2 * (6 * m.width + 2 * keys(m) + 4 * m.hidden) + 4 * m.heads + 8;
  const opened = 4 * m.hidden + (full ? layer : 2 * m.width);
  const head = 12 * m.vocab * (chunk || tokens) + 4 * m.width * tokens;
  return {
    state: state * parameters(m),
    kept: (full ? 2 * m.width : layer) * m.layers * tokens,
    peak: Math.max(head, opened * tokens),
  };
}

/** Bytes a parameter on each of p ranks of ZeRO; a recipe: weight, gradient, master copy, optimizer. */
export function rankState(recipe: readonly number[], p: number, stage: number) {
  const [weight, gradient, master, moments] = recipe as [number, number, number, number];
  const weights = weight / (stage >= 3 ? p : 1);
  const gradients = gradient / (stage >= 2 ? p : 1);
  const optimizer = (master + moments) / (stage >= 1 ? p : 1);
  return { weights, gradients, optimizer, sum: weights + gradients + optimizer };
}
