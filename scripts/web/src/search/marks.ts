// The words of a query in a text.
import { fold, HAN, stem, terms } from "./terms";

/** The text cut into pieces; those that were asked for are marked. */
export function marked(text: string, words: readonly string[]): { text: string; mark: boolean }[] {
  const folded = fold(text);
  const stems = new Set(words.filter((word) => !HAN.test(word)).map(stem));
  const runs = words.filter((word) => HAN.test(word));
  const pieces: { text: string; mark: boolean }[] = [];
  let done = 0;
  const add = (start: number, end: number): void => {
    if (start > done) pieces.push({ text: text.slice(done, start), mark: false });
    pieces.push({ text: text.slice(start, end), mark: true });
    done = end;
  };
  for (const found of folded.matchAll(/[a-z0-9]+|[\u3400-\u9fff]+/g)) {
    const [word] = found;
    if (HAN.test(word)) markRun(word, found.index, runs, add);
    else if (isAsked(text.slice(found.index, found.index + word.length), word, stems, words)) {
      add(found.index, found.index + word.length);
    }
  }
  if (done < text.length) pieces.push({ text: text.slice(done), mark: false });
  return pieces;
}

function isAsked(written: string, word: string, stems: Set<string>, words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  return terms(written).some((term) => stems.has(term)) || (last.length > 2 && word.startsWith(last));
}

/** Whole runs where they stand; else the longest parts of them, of two characters or more. */
function markRun(word: string, offset: number, runs: string[], add: (start: number, end: number) => void): void {
  for (let at = 0; at < word.length; ) {
    let length = 0;
    for (const run of runs) {
      for (let from = 0; from < run.length; from++) {
        let same = 0;
        while (same < run.length - from && word[at + same] === run[from + same] && at + same < word.length) same++;
        if (same >= 2 || same === run.length) length = Math.max(length, same);
      }
    }
    if (length) add(offset + at, offset + at + length);
    at += length || 1;
  }
}
