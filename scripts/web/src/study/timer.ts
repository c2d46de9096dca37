// The clock of an interview.
import type { Desk } from "./desk";
import { make } from "./dom";
import { clock } from "./duration";
import type { Session } from "./interview";

/** Counts down; says once that a minute is left, and once that the time is over. */
export function startTimer(
  desk: Desk,
  session: Session,
  say: (text: string) => void,
): { element: HTMLElement; stop: () => void } {
  const { interview: text } = desk.words;
  const time = make("span", { class: "zx-timer", role: "timer", "aria-label": text.timeLeft });
  let before = Infinity;
  function tick(): void {
    const left = session.minutes * 60 - (Date.now() - session.started) / 1000;
    time.textContent = clock(left);
    time.toggleAttribute("data-over", left <= 0);
    if (before > 60 && left <= 60 && left > 0 && before !== Infinity) say(text.oneMinute);
    if (before > 0 && left <= 0) say(text.over);
    before = left;
  }
  tick();
  const interval = setInterval(tick, 1000);
  return { element: time, stop: () => clearInterval(interval) };
}
