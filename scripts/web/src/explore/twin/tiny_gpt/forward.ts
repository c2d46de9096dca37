// The forward pass of the GPT card (docs/en/architecture/GPT.md, section 3.2), with everything it computes on the way.
// tests/web/test_tiny_gpt_twin.py compares every array with the card's NumPy code.
import type { Block, Linear, Matrix, Model, Norm } from "./weights";

export interface LayerTrace {
  norm1: Matrix; // (T, C)
  q: Matrix[]; // H of (T, D); so are k, v, heads
  k: Matrix[];
  v: Matrix[];
  scores: Matrix[]; // H of (T, T), before the mask
  weights: Matrix[]; // H of (T, T)
  heads: Matrix[];
  attention: Matrix; // (T, C): heads side by side, times W_O
  middle: Matrix; // (T, C): the stream with attention added
  norm2: Matrix;
  hidden: Matrix; // (T, 4C)
  active: Matrix; // (T, 4C): GELU of hidden
  ffn: Matrix; // (T, C)
  output: Matrix; // (T, C): the stream after the layer
}

export interface Trace {
  token: Matrix; // (T, C): rows of the token table
  place: Matrix; // (T, C): rows of the position table
  input: Matrix; // (T, C): their sum
  layers: LayerTrace[];
  last: Matrix; // (T, C): the last norm
  logits: Matrix; // (T, V)
  probabilities: Matrix; // (T, V)
}

export const row = (m: Matrix, i: number): Float64Array => m.data.subarray(i * m.cols, (i + 1) * m.cols);

const zeros = (rows: number, cols: number): Matrix => ({ rows, cols, data: new Float64Array(rows * cols) });

function map(m: Matrix, value: (x: number, i: number) => number): Matrix {
  return { ...m, data: m.data.map(value) };
}

export const add = (a: Matrix, b: Matrix): Matrix => map(a, (x, i) => x + b.data[i]!);

/** a bᵀ: (n, m), (k, m) -> (n, k). */
function timesTransposed(a: Matrix, b: Matrix): Matrix {
  const out = zeros(a.rows, b.rows);
  for (let i = 0; i < a.rows; i++) {
    const x = row(a, i);
    for (let j = 0; j < b.rows; j++) {
      const y = row(b, j);
      let sum = 0;
      for (let c = 0; c < x.length; c++) sum += x[c]! * y[c]!;
      out.data[i * b.rows + j] = sum;
    }
  }
  return out;
}

const linear = ({ weight, bias }: Linear, x: Matrix): Matrix =>
  map(timesTransposed(x, weight), (y, i) => y + bias[i % bias.length]!);

function transpose(m: Matrix): Matrix {
  const out = zeros(m.cols, m.rows);
  for (let i = 0; i < m.rows; i++) for (let j = 0; j < m.cols; j++) out.data[j * m.rows + i] = m.data[i * m.cols + j]!;
  return out;
}

export function layerNorm({ weight, bias }: Norm, x: Matrix): Matrix {
  const out = zeros(x.rows, x.cols);
  for (let i = 0; i < x.rows; i++) {
    const values = row(x, i);
    const mean = values.reduce((sum, value) => sum + value, 0) / x.cols;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.cols;
    const root = Math.sqrt(variance + 1e-5);
    for (let c = 0; c < x.cols; c++) out.data[i * x.cols + c] = (weight[c]! * (values[c]! - mean)) / root + bias[c]!;
  }
  return out;
}

/** softmax(z / temperature). */
export function softmax(z: ArrayLike<number>, temperature = 1): Float64Array {
  const scaled = Float64Array.from(z, (value) => value / temperature);
  const most = scaled.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const exps = scaled.map((value) => Math.exp(value - most));
  const sum = exps.reduce((a, b) => a + b, 0);
  return exps.map((value) => value / sum);
}

function softmaxRows(m: Matrix, seen: (i: number) => number): Matrix {
  const out = zeros(m.rows, m.cols);
  for (let i = 0; i < m.rows; i++) out.data.set(softmax(row(m, i).subarray(0, seen(i))), i * m.cols);
  return out;
}

const gelu = (x: number): number => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

/** (T, C) -> H of (T, D). */
function splitHeads(m: Matrix, H: number): Matrix[] {
  const D = m.cols / H;
  return Array.from({ length: H }, (_, h) => {
    const out = zeros(m.rows, D);
    for (let t = 0; t < m.rows; t++) out.data.set(row(m, t).subarray(h * D, (h + 1) * D), t * D);
    return out;
  });
}

/** H of (T, D) -> (T, C). */
function mergeHeads(heads: readonly Matrix[]): Matrix {
  const { rows, cols } = heads[0]!;
  const out = zeros(rows, cols * heads.length);
  for (const [h, head] of heads.entries())
    for (let t = 0; t < rows; t++) out.data.set(row(head, t), t * out.cols + h * cols);
  return out;
}

function traceLayer(block: Block, x: Matrix, H: number): LayerTrace {
  const norm1 = layerNorm(block.norm1, x);
  const [q, k, v] = [block.q, block.k, block.v].map((part) => splitHeads(linear(part, norm1), H)) as Matrix[][];
  const root = Math.sqrt(x.cols / H);
  const scores = q!.map((queries, h) => map(timesTransposed(queries, k![h]!), (score) => score / root));
  const weights = scores.map((one) => softmaxRows(one, (t) => t + 1)); // position t sees 0 … t
  const heads = weights.map((one, h) => timesTransposed(one, transpose(v![h]!)));
  const attention = linear(block.o, mergeHeads(heads));
  const middle = add(x, attention);
  const norm2 = layerNorm(block.norm2, middle);
  const hidden = linear(block.up, norm2);
  const active = map(hidden, gelu);
  const ffn = linear(block.down, active);
  const output = add(middle, ffn);
  return { norm1, q: q!, k: k!, v: v!, scores, weights, heads, attention, middle, norm2, hidden, active, ffn, output };
}

/** What the model would answer if it ended with this stream: last norm, token table. With the last layer's: its logits. */
export const lens = (model: Model, stream: Matrix): Matrix =>
  timesTransposed(layerNorm(model.lastNorm, stream), model.tokens);

export function trace(model: Model, ids: readonly number[]): Trace {
  const token = zeros(ids.length, model.width);
  for (const [t, id] of ids.entries()) token.data.set(row(model.tokens, id), t * model.width);
  const place = { ...token, data: model.places.data.slice(0, token.data.length) };
  const input = add(token, place);
  const layers: LayerTrace[] = [];
  for (const block of model.blocks) layers.push(traceLayer(block, layers.at(-1)?.output ?? input, model.heads));
  const stream = layers.at(-1)!.output;
  const last = layerNorm(model.lastNorm, stream);
  const logits = timesTransposed(last, model.tokens);
  return { token, place, input, layers, last, logits, probabilities: softmaxRows(logits, () => logits.cols) };
}
