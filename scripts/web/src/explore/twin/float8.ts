// FP8 with tiles: the DeepSeek-V3 card.

/** To the nearest whole number, halves to the even one. */
export function round(x: number): number {
  const low = Math.floor(x);
  const rest = x - low;
  if (rest !== 0.5) return rest < 0.5 ? low : low + 1;
  return low % 2 === 0 ? low : low + 1;
}

const top = (exponentBits: number): number => (exponentBits === 4 ? 448 : 57344);

/** The nearest number of the format; saturates. */
export function float8(x: number, exponentBits: number, mantissaBits: number): number {
  const lowest = 2 - 2 ** (exponentBits - 1);
  const exponent = Math.floor(Math.log2(Math.max(Math.abs(x), 2 ** lowest)));
  const step = 2 ** (exponent - mantissaBits);
  return Math.min(Math.max(round(x / step) * step, -top(exponentBits)), top(exponentBits));
}

/** Scale to the top, round, scale back: one scale per `tile` numbers. */
export function quantize(x: readonly number[], tile: number, exponentBits: number, mantissaBits: number): number[] {
  const out: number[] = [];
  for (let start = 0; start < x.length; start += tile) {
    const part = x.slice(start, start + tile);
    const scale = Math.max(...part.map(Math.abs)) / top(exponentBits) || 1;
    out.push(...part.map((value) => float8(value / scale, exponentBits, mantissaBits) * scale));
  }
  return out;
}

/** ‖rounded - x‖ / ‖x‖ over the numbers that are no outlier. */
export function relativeError(x: readonly number[], rounded: readonly number[], outlier: number): number {
  let [wrong, size] = [0, 0];
  x.forEach((value, at) => {
    if (at === outlier) return;
    wrong += (rounded[at]! - value) ** 2;
    size += value ** 2;
  });
  return Math.sqrt(wrong / size);
}
