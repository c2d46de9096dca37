// A study day begins at four in the morning, local time: who studies past midnight is still in the evening.

const BEGINS = 4;
export const DAY = 86_400_000;
export const MINUTE = 60_000;

/** Days since the epoch, by the local calendar. */
export function dayNumber(at: Date): number {
  const date = Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY;
  return at.getHours() < BEGINS ? date - 1 : date;
}

/** The moment at which the study day of `at`, or the one so many days later, ends. */
export function dayEnd(at: Date, later = 0): Date {
  const days = (at.getHours() < BEGINS ? 0 : 1) + later;
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days, BEGINS);
}

/** Weeks since the epoch; they begin on Monday, and the epoch was a Thursday. */
export function weekNumber(day: number): number {
  return Math.floor((day + 3) / 7);
}

/** The first day of a week. */
export function mondayOf(week: number): number {
  return week * 7 - 3;
}

/** The calendar date of a study day, for display. */
export function dateOf(day: number): Date {
  const utc = new Date(day * DAY);
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate());
}

/** The date of a study day, so many after that of a moment: "2026-11-30". */
export function dateText(now: Date, later = 0): string {
  return new Date((dayNumber(now) + later) * DAY).toISOString().slice(0, 10);
}
