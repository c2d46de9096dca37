// The clock of a timed attempt.
import { clock } from "../study/duration";
import { type Attempt, secondsOf } from "./attempt";

/** Counts down while there is a limit; says once that the time is over. Ends when `mine` gives false. */
export function startClock(
  place: HTMLElement,
  mine: () => Attempt | false,
  say: (text: string) => void,
  over: string,
): void {
  let before = 0;
  function tick(): void {
    const now = mine();
    if (!now) {
      clearInterval(interval);
      return;
    }
    const left = now.limit - secondsOf(now, new Date());
    place.hidden = !now.limit;
    place.textContent = clock(left);
    place.toggleAttribute("data-over", left <= 0);
    if (now.limit && before > 0 && left <= 0) say(over);
    before = now.limit ? left : 0;
  }
  const interval = setInterval(tick, 1000);
  tick();
}
