// The settings: each change is an event, so it moves to other devices like everything else.
import { record, show, studyOf, type View } from "./desk";
import { button, choices, chosen, make, makeStatus } from "./dom";
import { KINDS, type Kind, type Settings } from "./events";

type Numbers = "retention" | "new_per_day" | "reviews_per_day";

export const settingsView: View = (root, desk) => {
  const { settings: text, kinds } = desk.words;
  const status = makeStatus();

  function save(values: Partial<Settings>): void {
    record(desk, [{ type: "settings", ...values }]);
    status.textContent = text.saved;
  }

  /** A number field that saves itself; what is out of range is refused with a sentence, and goes back to what it was. */
  function numberField(name: Numbers, label: string, low: number, high: number, step: number, hint = ""): HTMLElement {
    const value = studyOf(desk).settings[name];
    const input = make("input", { type: "number", name, min: low, max: high, step, value, inputmode: "decimal" });
    input.addEventListener("change", () => {
      const wanted = input.value.trim() === "" ? NaN : Number(input.value);
      if (!input.validity.valid || !(wanted >= low && wanted <= high)) {
        status.textContent = text.refused(input.value, low, high, studyOf(desk).settings[name]);
        input.value = String(studyOf(desk).settings[name]);
      } else if (wanted !== studyOf(desk).settings[name]) save({ [name]: wanted });
    });
    return make("label", { class: "zx-field" }, make("span", {}, label), input, hint !== "" && make("small", {}, hint));
  }

  function suspended(): HTMLDetailsElement | false {
    const items = [...studyOf(desk).suspended].flatMap((id) => desk.deck.item(id) ?? []);
    if (!items.length) return false;
    const rows = items.map((item) => {
      const resume = button(text.resume, () => record(desk, [{ type: "resume", item: item.id }]));
      return make("li", {}, show(desk, item.prompt), resume);
    });
    return make(
      "details",
      { class: "zx-fold" },
      make("summary", {}, text.suspended(items.length)),
      make("ul", {}, ...rows),
    );
  }

  function render(): void {
    const { settings } = studyOf(desk);
    const isOpen = root.querySelector("details")?.open ?? false;
    const options = KINDS.map((kind) => ({ value: kind, label: kinds[kind], checked: settings.kinds.includes(kind) }));
    const form: HTMLFormElement = make(
      "form",
      { class: "zx-form", onsubmit: (event) => event.preventDefault() },
      numberField("retention", text.retention, 0.7, 0.97, 0.01, text.retentionHint),
      numberField("new_per_day", text.fresh, 0, 9999, 1),
      numberField("reviews_per_day", text.reviews, 0, 9999, 1),
      choices("checkbox", "kinds", text.kinds, options, text.kindsHint),
    );
    form.querySelector("fieldset")!.addEventListener("change", () => save({ kinds: chosen(form, "kinds") as Kind[] }));
    const list = suspended();
    root.replaceChildren(form, ...(list ? [list] : []), status);
    if (list) list.open = isOpen;
  }

  /** A field that is being used must not be replaced under the reader's hand. */
  function renew(): void {
    if (!root.querySelector("form")?.contains(document.activeElement)) render();
  }
  desk.history.watch(renew);
  desk.deck.whenWhole(() => studyOf(desk).suspended.size && renew());
  render();
};
