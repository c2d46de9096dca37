// Minutes as hours: half hours below ten, whole ones above, never less than there is. The terminal: `plan_words.py`.
import type { Words } from "./words";

export function hoursText(words: Words, minutes: number): string {
  return words.hours(String(minutes < 600 ? Math.ceil(minutes / 30) / 2 : Math.ceil(minutes / 60)));
}
