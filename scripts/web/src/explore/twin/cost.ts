// What attention keeps and reads: the cards on variants, the KV cache and complexity.

export interface Shape {
  layers: number;
  C: number;
  H: number;
  D: number;
  G: number;
  R: number;
  q_rank: number;
  kv_rank: number;
}

/** Parameters of one layer, and cached numbers per token; G = 0 means MLA. */
export function layerNumbers({ C, H, D, G, R, q_rank, kv_rank }: Shape): { parameters: number; cache: number } {
  if (G) return { parameters: 2 * C * H * D + 2 * C * G * D, cache: 2 * G * D };
  const queries = C * q_rank + q_rank * H * D + q_rank * H * R;
  const keys = C * kv_rank + C * R + 2 * kv_rank * H * D;
  return { parameters: queries + keys + H * D * C, cache: kv_rank + R };
}

/** FLOPs of the products, bytes of weights and bytes of cache read in one pass. */
export function stepCost(weights: number, shape: Shape, S: number, B: number, T: number, width: number) {
  const { layers, H, D, G, R, kv_rank } = shape;
  const core = G ? 4 * H * D : 2 * H * (2 * kv_rank + R);
  const kept = G ? 2 * G * D : kv_rank + R;
  return {
    flops: B * T * (2 * weights + layers * S * core),
    weight_bytes: width * weights,
    cache_bytes: width * B * S * layers * kept,
  };
}

export interface Layer {
  C: number;
  H: number;
  G: number;
  D: number;
  F: number;
  matrices: number;
}

const attention = ({ C, H, G, D }: Layer) => 2 * C * H * D + 2 * C * G * D;
const feedForward = ({ C, F, matrices }: Layer) => matrices * C * F;

/** FLOPs of one layer by part: one pass over T tokens; `skip` leaves out the forbidden pairs of a causal mask. */
export function layerFlops(layer: Layer, T: number, skip: boolean) {
  const pairs = skip ? (T * (T + 1)) / 2 : T * T;
  return {
    projections: 2 * T * attention(layer),
    core: 4 * pairs * layer.H * layer.D,
    ffn: 2 * T * feedForward(layer),
  };
}

/** The length at which the core costs as much as all matrices of the layer. */
export function breakEven(layer: Layer, skip: boolean): number {
  const parameters = attention(layer) + feedForward(layer);
  return skip ? parameters / (layer.H * layer.D) - 1 : parameters / (2 * layer.H * layer.D);
}
