// What the study pages say, in the page's language.
import { english } from "./words_en";
import { chinese } from "./words_zh";

export type Words = typeof english;

export function wordsFor(language: string): Words {
  return language.startsWith("zh") ? chinese : english;
}
