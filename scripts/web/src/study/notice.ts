// A notice above everything when answers are not being kept.
import { saveToFile } from "./data";
import type { Desk } from "./desk";
import { button, make } from "./dom";

export function watchTrouble(place: Element, desk: Pick<Desk, "history" | "words">): void {
  const box = make("div", { class: "zx-trouble", role: "alert" });
  const { trouble: text } = desk.words;
  function render(): void {
    const { trouble, unsavedCount } = desk.history;
    box.hidden = !trouble;
    if (!trouble) return;
    const said = trouble === "blocked" ? text.blocked : text[trouble](unsavedCount);
    box.replaceChildren(
      make("p", {}, said),
      button(text.save, () => saveToFile(desk)),
    );
  }
  place.before(box);
  desk.history.watch(render);
  render();
}
