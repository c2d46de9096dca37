// How long until a moment, in one unit, as short as a button needs it.
import { DAY, MINUTE } from "./day";
import type { Words } from "./words";

function short(value: number): string {
  return value < 10 ? String(Math.round(value * 10) / 10) : String(Math.round(value));
}

export function until(words: Words, milliseconds: number): string {
  const { minutes, hours, days, months, years } = words.duration;
  if (milliseconds < 60 * MINUTE) return minutes(String(Math.max(1, Math.round(milliseconds / MINUTE))));
  if (milliseconds < DAY) return hours(short(milliseconds / (60 * MINUTE)));
  const count = milliseconds / DAY;
  if (count < 31) return days(String(Math.round(count)));
  return count < 365 ? months(short(count / 30.44)) : years(short(count / 365.25));
}

/** Seconds as 4:05. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
