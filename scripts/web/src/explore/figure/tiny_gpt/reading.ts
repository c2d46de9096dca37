// A text as the model reads it: its characters, everything computed for it, and what can be said about a position.
import { num, type Panel } from "../../panel";
import { lens, row, softmax, type Trace, trace } from "../../twin/tiny_gpt/forward";
import { type Stage, valuesAt } from "../../twin/tiny_gpt/stages";
import { encode, type Matrix, type Model } from "../../twin/tiny_gpt/weights";
import type { Guess, Station } from "./drawings";
import { seen, unseen } from "./words";

export class Reading {
  readonly trace: Trace;
  readonly unknown: readonly string[];
  readonly #ids: readonly number[];

  constructor(
    private readonly model: Model,
    readonly text: string,
  ) {
    const { ids, unknown } = encode(model, unseen(text));
    this.#ids = ids.slice(-model.positions); // as the card's `generate`: the last that have a position
    this.unknown = unknown;
    this.trace = trace(model, this.#ids);
  }

  get length(): number {
    return this.#ids.length;
  }

  letter(t: number): string {
    return seen(this.model.letters[this.#ids[t]!] ?? "");
  }

  /** What a number of a step belongs to: a position, a character of the vocabulary, or nothing that has a name. */
  name({ name }: Stage, i: number): string {
    if (name === "scores" || name === "weights") return this.letter(i);
    return name === "logits" || name === "probabilities" ? seen(this.model.letters[i] ?? "") : "";
  }

  values(stage: Stage, head: number, t: number): Float64Array {
    return valuesAt(this.trace, stage, head, t);
  }

  /** The most likely characters, best first. */
  best(p: Float64Array, count: number): Guess[] {
    const order = [...p.keys()].sort((a, b) => p[b]! - p[a]! || a - b);
    return order.slice(0, count).map((id) => ({ letter: seen(this.model.letters[id]!), p: p[id]! }));
  }

  /** The character at which the sum of the probabilities passes a number between 0 and 1. */
  draw(p: Float64Array, chance: number): number {
    let sum = 0;
    const found = p.findIndex((one) => {
      sum += one;
      return sum > chance;
    });
    return found < 0 ? p.length - 1 : found;
  }

  /** The stream after each addition. */
  stations(t: number, panel: Panel): Station[] {
    const { input, layers } = this.trace;
    const named: [string, Matrix][] = [[panel.say(["token + position", "词元 + 位置"]), input]];
    for (const [at, { middle, output }] of layers.entries()) {
      const layer = panel.say([`layer ${num(at + 1)}`, `第 ${num(at + 1)} 层`]);
      named.push([panel.say([`${layer}: + attention`, `${layer}：+ 注意力`]), middle]);
      named.push([panel.say([`${layer}: + FFN`, `${layer}：+ FFN`]), output]);
    }
    return named.map(([name, matrix]) => {
      const x = row(matrix, t);
      const p = softmax(lens(this.model, { rows: 1, cols: x.length, data: x }).data);
      return { name, norm: Math.hypot(...x), guesses: this.best(p, 3) };
    });
  }
}
