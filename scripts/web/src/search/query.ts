// A query → what to look for: each unit is a word or a pair of Chinese characters.
import { fold, HAN, pairs, pieces, stem, terms, tokens } from "./terms";

export interface Unit {
  /** As it was typed, folded. */
  word: string;
  /** Terms of the index that mean it. */
  terms: Map<string, number>;
  weight: number;
  /** Number of the Chinese run that it is a pair of; -1 for a Latin word. */
  run: number;
  /** Its place in the run. */
  at: number;
  /** Whether more letters may follow. */
  open: boolean;
}

export interface Query {
  units: Unit[];
  /** Chinese runs and Latin words to mark in texts; what they were meant to be joins them. */
  words: string[];
  runs: string[];
}

export const STOP = new Set(
  (
    "a an the is are was be do does did how what why when where which who can could should of in on at to for from by " +
    "with and or not vs versus it its as that this these those there than then if we i you my me much many difference " +
    "between about into explain mean means meaning work works use used using need needs get give have has please tell " +
    "compared compare different same vs."
  ).split(" "),
);
// Words of a question in Chinese. What is left between them is what is asked for.
const ASKED =
  /为什么|为啥|为何|怎么样|怎么办|(?:怎么|怎样|如何)(?:计算|估算|算|求|取|选|设|理解)?|什么是|是什么|什么|哪些|哪个|哪种|哪里|[取选设]?多[少大]|合适|有没有|是否|可以|能不能|要不要|该不该|会不会|需不需要|请问|一下|之间|这么|那么|关于|以及|到底|有何|有什么|是不是|的?时候|应该|区别|不同|解释|介绍|作用|坏处|好处|[的吗呢啊吧了呀太很]/g;
// Letters that stand one by one: `Q, K, V` is QKV. The words "a" and "I" are none.
const SPELT = /(?<![\p{L}\p{N}_-])[B-HJ-Zb-hj-z](?:[\s,，、/&+]{1,3}[B-HJ-Zb-hj-z](?![\p{L}\p{N}_-]))+/gu;
const FAINT = /[和与跟及是在有要会能把被对比或做让给用里中上下为这那它个每各不得还就]/;

export function parse(text: string): Query {
  const units: Unit[] = [];
  const runs: string[] = [];
  const wordsSeen: string[] = [];
  const open = !/\s$/.test(text);
  let before: { unit: Unit; word: string } | null = null;
  const all = tokens(text.replace(SPELT, (letters) => letters.replaceAll(/[^A-Za-z]/g, "")));
  all.forEach((token, number) => {
    const last = open && number === all.length - 1;
    if (token.han) {
      before = null;
      asked(token.text).forEach((run, place, left) => {
        wordsSeen.push(run);
        runs.push(run);
        addRun(units, run, runs.length - 1, left[place - 1]);
      });
      return;
    }
    const found = pieces(token.parts);
    const joined = found.length > 1 ? [stem(fold(found.join(""))), stem(fold(token.parts.join("")))] : [];
    for (const [place, piece] of found.entries()) {
      const word = fold(piece);
      if (word.length < 2 && all.length + found.length > 2 && !joined.length) continue;
      const unit: Unit = {
        word,
        terms: new Map([...joined, ...(word.length > 1 ? [stem(word)] : [])].map((term) => [term, 1])),
        weight: STOP.has(word) ? 0.08 : word.length < 2 ? 0.1 : 1,
        run: -1,
        at: 0,
        open: last && place === found.length - 1 && word.length > 1,
      };
      if (before && before.unit.weight === 1 && unit.weight === 1) {
        const pair = stem(before.word + word); // "multi head" is written "multihead" too
        before.unit.terms.set(pair, 0.95);
        unit.terms.set(pair, 0.95);
      }
      units.push(unit);
      wordsSeen.push(word);
      before = { unit, word };
    }
  });
  const isFaint = units.every(({ weight }) => weight < 0.2);
  const kept = isFaint ? units.map((unit) => ({ ...unit, weight: 1 })) : units.filter(({ weight }) => weight > 0.2);
  const words = wordsSeen.filter((word) => HAN.test(word) || !STOP.has(word));
  return { units: kept, words: [...new Set(words.length ? words : wordsSeen)], runs };
}

/** What a Chinese run asks for, without the words of the question; all of it if nothing else is left. */
function asked(run: string): string[] {
  const left = run.split(ASKED).filter((part) => part.length > 1 || (part && !FAINT.test(part)));
  return left.length ? left : [run];
}

/** Each pair of a run. A character that the words of the question cut off also makes a pair with what stands before it:
 * 解码为什么慢 asks for 解码慢. */
function addRun(units: Unit[], run: string, number: number, before = ""): void {
  const found = run.length > 1 ? pairs(run) : [run];
  found.forEach((word, at) => {
    const weight = (FAINT.test(word) ? 0.3 : 1) * (run.length > 2 ? 0.75 : 1);
    const meant = new Map([[word, 1]]);
    if (run.length === 1 && before) meant.set(before.slice(-1) + run, 1);
    units.push({ word, terms: meant, weight, run: number, at, open: run.length === 1 });
  });
}

/** Let a unit also mean the terms of a text. */
export function alsoMeans(unit: Unit, text: string, weight: number): void {
  for (const term of terms(text)) if (!unit.terms.has(term)) unit.terms.set(term, weight);
}
