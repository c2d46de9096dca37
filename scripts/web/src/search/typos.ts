// What a word that nobody wrote was meant to be.

/** Edits between two words, up to two: letters put in, left out, changed, or two neighbours swapped; 3 for more. */
export function distance(a: string, b: string): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > 2) return 3;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const x = a.slice(start, a.length - end);
  const y = b.slice(start, b.length - end);
  if (x.length > 6 || y.length > 6) return 3; // two edits further apart than a word is long
  return Math.min(3, table(x, y));
}

function table(x: string, y: string): number {
  const rows = [Array.from({ length: y.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= x.length; i++) {
    const row = [i];
    for (let j = 1; j <= y.length; j++) {
      const changed = (rows[i - 1]?.[j - 1] ?? 0) + (x[i - 1] === y[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1] ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : 9;
      row.push(Math.min(changed, swapped, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j] ?? 0) + 1));
    }
    rows.push(row);
  }
  return rows[x.length]?.[y.length] ?? 3;
}

/** The known words nearest to one that is not known: one letter off from five letters on, two from nine on. */
export function nearest(word: string, known: Iterable<string>): string[] {
  if (word.length < 5) return [];
  let best = word.length >= 9 ? 2 : 1;
  let found: string[] = [];
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > best || candidate.length < 4) continue;
    const edits = distance(word, candidate);
    if (edits > best) continue;
    if (edits < best) {
      best = edits;
      found = [];
    }
    found.push(candidate);
  }
  return found.slice(0, 6);
}

/** Two known words that were written as one. */
export function split(word: string, isKnown: (word: string) => boolean): [string, string] | null {
  for (let at = word.length - 2; at >= 2; at--) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (isKnown(head) && isKnown(tail)) return [head, tail];
  }
  return null;
}

/** Where a Chinese run holds a known name of four characters or more with one of them wrong: place, and the name. */
export function misspelt(run: string, names: Iterable<string>): [at: number, name: string][] {
  const found: [number, string][] = [];
  for (const name of names) {
    if (name.length < 4 || run.includes(name)) continue;
    for (let at = 0; at + name.length <= run.length; at++) {
      if (run[at] !== name[0] && at > 0) continue; // inside a run another word may begin here
      let wrong = 0;
      for (let i = 0; i < name.length && wrong < 2; i++) if (run[at + i] !== name[i]) wrong++;
      if (wrong === 1) found.push([at, name]);
    }
  }
  return found;
}
