// The words of the plan: one file has them for the browser and for the terminal.
import type { Track } from "./events";
import file from "./plan_words.json";
import { daysUntil, FARTHEST } from "./planned";

export const LEAST = 10;
export const MOST = 960;

type Key = Exclude<keyof typeof file.en, "roles">;

export interface PlanWords {
  /** A sentence; each `{}` in it is filled. */
  say: (key: Key, ...values: (string | number)[]) => string;
  role: (name: Track) => string;
}

export function planWords(language: string): PlanWords {
  const words = language.startsWith("zh") ? file.zh : file.en;
  return {
    say: (key, ...values) => {
      let place = 0;
      return words[key].replaceAll("{}", () => String(values[place++]));
    },
    role: (name) => words.roles[name],
  };
}

/** Why there can be no such plan, in a sentence; "" if there can. */
export function refused(
  { say }: PlanWords,
  day: string,
  minutes: number | undefined,
  given: string,
  now: Date,
): string {
  const days = /^[1-9]\d{3}-\d\d-\d\d$/.test(day) ? daysUntil(day, now) : Number.NaN;
  if (Number.isNaN(days)) return say("need_date");
  if (days < 0) return say("past", day);
  if (days > FARTHEST) return say("far", day, FARTHEST);
  const fits = minutes !== undefined && Number.isInteger(minutes) && minutes >= LEAST && minutes <= MOST;
  return fits ? "" : say("bad_minutes", given.trim() || "?", LEAST, MOST);
}
