// When the interview is, how long a day, for which role.

import type { Desk } from "./desk";
import { record, studyOf } from "./desk";
import { button, make } from "./dom";
import { TRACKS, type Track } from "./events";
import { LEAST, MOST, type PlanWords, refused } from "./plan_words";

/** `say` tells the learner how it went. */
export function planForm(desk: Desk, words: PlanWords, say: (text: string, isProblem: boolean) => void): HTMLElement {
  const { interview_date, minutes_per_day, role } = studyOf(desk).settings;
  const date = make("input", { type: "date", name: "interview_date", value: interview_date });
  const minutes = make("input", {
    type: "number",
    name: "minutes_per_day",
    min: LEAST,
    max: MOST,
    step: 1,
    value: minutes_per_day,
    inputmode: "numeric",
  });
  const roles = make(
    "select",
    { name: "role" },
    ...TRACKS.map((track) => make("option", { value: track, selected: track === role }, words.role(track))),
  );
  const field = (label: string, control: HTMLElement): HTMLElement =>
    make("label", { class: "zx-field" }, make("span", {}, label), control);

  function submit(event: Event): void {
    event.preventDefault();
    const wanted = minutes.value.trim() === "" ? undefined : Number(minutes.value);
    const problem = refused(words, date.value, wanted, minutes.value, new Date());
    if (problem) {
      say(problem, true);
      return;
    }
    say(words.say("made"), false);
    const values = { interview_date: date.value, minutes_per_day: wanted!, role: roles.value as Track };
    record(desk, [{ type: "settings", ...values }]);
  }

  function remove(): void {
    say(words.say("removed"), false);
    record(desk, [{ type: "settings", interview_date: "" }]);
  }
  return make(
    "form",
    { class: "zx-form zx-plan-form", novalidate: true, onsubmit: submit },
    field(words.say("date"), date),
    field(words.say("minutes"), minutes),
    field(words.say("role"), roles),
    make(
      "div",
      { class: "zx-row" },
      make("button", { class: "zx-button zx-primary" }, words.say(interview_date ? "change" : "make")),
      interview_date !== "" && button(words.say("remove"), remove),
    ),
  );
}
