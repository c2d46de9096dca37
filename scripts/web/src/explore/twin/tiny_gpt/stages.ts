// The computation as a list of steps, and the numbers of one position at each of them.
import { type LayerTrace, row, type Trace } from "./forward";

const BEFORE = ["token", "place", "input"] as const;
const INSIDE = [
  "norm1",
  "q",
  "k",
  "v",
  "scores",
  "weights",
  "heads",
  "attention",
  "middle",
  "norm2",
  "hidden",
  "active",
  "ffn",
  "output",
] as const satisfies readonly (keyof LayerTrace)[];
const AFTER = ["last", "logits", "probabilities"] as const;

type Inside = (typeof INSIDE)[number];
export type StageName = (typeof BEFORE)[number] | Inside | (typeof AFTER)[number];

export interface Stage {
  name: StageName;
  /** Counted from 0; undefined outside the layers. */
  layer: number | undefined;
}

export function stages(layers: number): Stage[] {
  const inside = Array.from({ length: layers }, (_, layer) => INSIDE.map((name) => ({ name, layer })));
  const outside = (names: readonly StageName[]) => names.map((name) => ({ name, layer: undefined }));
  return [...outside(BEFORE), ...inside.flat(), ...outside(AFTER)];
}

/** Whether a step is one of a single head. */
export const ofHead = (name: StageName): boolean => ["q", "k", "v", "scores", "weights", "heads"].includes(name);

/** The same step in another layer; outside the layers, where it was. */
export function inLayer(list: readonly Stage[], at: number, layer: number): number {
  const name = list[at]?.name;
  const found = list.findIndex((stage) => stage.layer === layer && stage.name === name);
  return list[at]?.layer === undefined ? at : found;
}

/** What a step leaves at a position: scores and weights up to that position, everything else a vector. */
export function valuesAt(trace: Trace, { name, layer }: Stage, head: number, position: number): Float64Array {
  const place = layer === undefined ? trace : trace.layers[layer]!;
  const found = (place as unknown as Record<StageName, Trace["token"] | Trace["token"][]>)[name];
  const values = row(Array.isArray(found) ? found[head]! : found, position);
  return name === "scores" || name === "weights" ? values.subarray(0, position + 1) : values;
}
