// The attention card's example: features that are set by hand, and the weights that the real function gives.
import DATA from "../data/sentence.json";
import { softmax } from "./softmax";

const WANTS: Record<string, string> = DATA.wants;
const STRENGTH = 4.5;

/** The weights of every word on every word; a word is given by its kinds, the first of which decides what it looks for. */
export function sentenceWeights(words: readonly string[]): number[][] {
  const keys = words.map((kinds) => DATA.kinds.map((kind) => Number(kinds.split(" ").includes(kind))));
  return words.map((kinds) => {
    const wanted = WANTS[kinds.split(" ")[0]!]!.split(" ");
    const query = DATA.kinds.map((kind) => STRENGTH * Number(wanted.includes(kind)));
    const scores = keys.map((key) => key.reduce((sum, value, at) => sum + value * query[at]!, 0));
    return softmax(scores.map((score) => score / Math.sqrt(DATA.kinds.length)));
  });
}
