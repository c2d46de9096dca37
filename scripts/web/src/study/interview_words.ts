// The words of the interview: one file has them for the browser and for the terminal.
import type { Level, Track } from "./events";
import file from "./interview_words.json";

type Part = "short" | "depth" | "followup";
type File = typeof file.en;
type Sentences = Omit<File, "roles" | "levels" | "marks" | "steps" | "part" | "reveal" | "terminal">;

/** A sentence; each `{}` in it is filled. */
function filled(text: string, values: readonly (string | number)[]): string {
  let place = 0;
  return text.replaceAll("{}", () => String(values[place++]));
}

export interface InterviewWords extends Sentences {
  roles: Record<Track, string>;
  levels: Record<Level, string>;
  marks: Record<Part, string[]>;
  steps: File["steps"];
  part: Record<Part, string>;
  reveal: File["reveal"];
  say: (key: keyof Sentences, ...values: (string | number)[]) => string;
}

export function interviewWords(language: string): InterviewWords {
  const words = language.startsWith("zh") ? file.zh : file.en;
  return { ...words, say: (key, ...values) => filled(words[key], values) };
}
