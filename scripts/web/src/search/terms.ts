// Words → terms, as the engine's page/search_terms.py makes them; a test compares the two.

const TOKEN = /[A-Za-z0-9]+(?:[-_^][A-Za-z0-9]+)*|[\u3400-\u9fff]+|√/g;
const CAMEL = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ";
const LARGE = "01234567890123456789aehijklmnoprstuvx";
const SMALLS = new RegExp(`[${SMALL}]`, "g");
const MOST_JOINED = 3;
const SPELLINGS = new Map(
  Object.entries({
    grey: "gray",
    artefact: "artifact",
    programme: "program",
    licence: "license",
    defence: "defense",
    paged: "page",
    tiled: "tile",
    gated: "gate",
    fused: "fuse",
    tied: "tie",
    tying: "tie",
  }),
);

export const HAN = /[\u3400-\u9fff]/;

/** The form in which words are compared; the engine's `fold` is the same. */
export function fold(text: string): string {
  const lowered = text.toLowerCase();
  return (lowered.length === text.length ? lowered : text).replaceAll("iz", "is");
}

/** A folded Latin word without its ending and in one spelling. */
export function stem(folded: string): string {
  let word = (SPELLINGS.get(folded) ?? folded).replaceAll("yz", "ys");
  if (word.length >= 6) word = word.replaceAll("our", "or");
  word = withoutSuffix(singular(word));
  if (/[tb]re$/.test(word)) word = `${word.slice(0, -2)}er`;
  else if (word.length > 3 && word.endsWith("e")) word = word.slice(0, -1);
  const last = word.at(-1) ?? "";
  return word.length > 3 && last === word.at(-2) && !/[0-9]/.test(last) ? word.slice(0, -1) : word;
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:sses|xes|ches|shes|ases)$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /s$/.test(word) && !/[suia]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutSuffix(word: string): string {
  for (const [suffix, kept] of [
    ["isation", "is"],
    ["iser", "is"],
    ["ation", "at"],
  ] as const) {
    if (word.length > suffix.length + 2 && word.endsWith(suffix)) return word.slice(0, -suffix.length) + kept;
  }
  if (word.length > 5 && word.endsWith("ing") && /[aeiouy]/.test(word.slice(0, -3))) return word.slice(0, -3);
  if (word.length > 5 && /(?<!e)ed$/.test(word) && /[aeiouy]/.test(word.slice(0, -2))) return word.slice(0, -2);
  return word;
}

/** The words in `FlashAttention` or `KVCache`; none in `RoPE`, which is one. */
function camel(word: string): string[] {
  const pieces = word.match(CAMEL) ?? [];
  const whole = pieces.length > 1 && pieces.every((p) => p.length >= 3 || /^[A-Z]{2,}$/.test(p) || /^[0-9]+$/.test(p));
  return whole ? pieces.filter((piece) => piece.length > 1) : [];
}

/** Words and runs of Chinese of a text in their order; each Latin one with its parts. */
export function tokens(text: string): { text: string; parts: string[]; han: boolean }[] {
  const plain = text.replace(SMALLS, (c) => LARGE[SMALL.indexOf(c)] ?? c);
  return (plain.match(TOKEN) ?? []).map((token) => {
    if (token === "√") return { text: token, parts: ["sqrt"], han: false };
    if (HAN.test(token)) return { text: token, parts: [token], han: true };
    return { text: token, parts: token.split(/[-_^]/), han: false };
  });
}

/** The terms of a text: those of each Latin word and of its parts, and pairs of Chinese characters. */
export function terms(text: string): string[] {
  return tokens(text).flatMap(({ text: whole, parts, han }) => {
    if (han) return pairs(whole);
    if (whole === "√") return ["sqrt", "根号"];
    const found = parts.flatMap((part) => [
      ...(part.length > 1 ? [stem(fold(part))] : []),
      ...camel(part).map((piece) => stem(fold(piece))),
    ]);
    if (parts.length > 1 && parts.length <= MOST_JOINED) found.push(stem(fold(parts.join(""))));
    return found;
  });
}

/** The words that a Latin token is made of, for a query: parts between marks and humps. */
export function pieces(parts: readonly string[]): string[] {
  return parts.flatMap((part) => {
    const humps = camel(part);
    return humps.length ? humps : [part];
  });
}

/** Each two neighbouring characters. */
export function pairs(run: string): string[] {
  return Array.from({ length: Math.max(0, run.length - 1) }, (_, at) => run.slice(at, at + 2));
}
