// The file of the tiny GPT (scripts/tiny_gpt/model_file.py writes it): a JSON header, then float16 weights.

/** Rows of equal length, in one array. */
export interface Matrix {
  rows: number;
  cols: number;
  data: Float64Array;
}

export interface Linear {
  weight: Matrix; // (out, in)
  bias: Float64Array;
}

export interface Norm {
  weight: Float64Array;
  bias: Float64Array;
}

export interface Block {
  q: Linear;
  k: Linear;
  v: Linear;
  o: Linear;
  up: Linear;
  down: Linear;
  norm1: Norm;
  norm2: Norm;
}

export interface Model {
  letters: readonly string[];
  positions: number;
  width: number;
  heads: number;
  tokens: Matrix;
  places: Matrix;
  blocks: readonly Block[];
  lastNorm: Norm;
}

interface Header {
  format: string;
  V: number;
  positions: number;
  C: number;
  H: number;
  layers: number;
  letters: string;
}

/** The value of a float16, exactly. */
export function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Takes arrays off the file, one after the other. */
class Shelf {
  #at: number;

  constructor(
    private readonly view: DataView,
    start: number,
  ) {
    this.#at = start;
  }

  get left(): number {
    return this.view.byteLength - this.#at;
  }

  vector(length: number): Float64Array {
    const values = new Float64Array(length);
    for (let i = 0; i < length; i++, this.#at += 2) values[i] = half(this.view.getUint16(this.#at, true));
    return values;
  }

  matrix(rows: number, cols: number): Matrix {
    return { rows, cols, data: this.vector(rows * cols) };
  }

  norm(width: number): Norm {
    return { weight: this.vector(width), bias: this.vector(width) };
  }

  /** The order of the card's `block_shapes`: all matrices, all biases, the norms. */
  block(C: number): Block {
    const shapes = [...Array<[number, number]>(4).fill([C, C]), [4 * C, C], [C, 4 * C]] as const;
    const weights = shapes.map(([rows, cols]) => this.matrix(rows, cols));
    const [q, k, v, o, up, down] = weights.map((weight) => ({ weight, bias: this.vector(weight.rows) }));
    return { q: q!, k: k!, v: v!, o: o!, up: up!, down: down!, norm1: this.norm(C), norm2: this.norm(C) };
  }
}

export function readModel(file: ArrayBuffer): Model {
  const view = new DataView(file);
  const length = view.getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 4, length))) as Header;
  if (header.format !== "zhixing-tiny-gpt-1") throw new Error("this is no file of the tiny GPT");
  const { C, H, V, layers, positions } = header;
  const shelf = new Shelf(view, 4 + length);
  const model = {
    letters: [...header.letters],
    positions,
    width: C,
    heads: H,
    tokens: shelf.matrix(V, C),
    places: shelf.matrix(positions, C),
    blocks: Array.from({ length: layers }, () => shelf.block(C)),
    lastNorm: shelf.norm(C),
  };
  if (shelf.left !== 0) throw new Error("the file does not fit its header");
  return model;
}

/** Ids of a text behind the line break that starts every text, and the characters that the vocabulary lacks. */
export function encode(model: Model, text: string): { ids: number[]; unknown: string[] } {
  const ids = ["\n", ...text].map((letter) => model.letters.indexOf(letter));
  const unknown = [...new Set([...text].filter((letter) => !model.letters.includes(letter)))];
  return { ids: ids.filter((id) => id >= 0), unknown };
}
