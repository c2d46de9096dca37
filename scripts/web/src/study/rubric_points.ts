// Points to tick against what one said, each with where it is explained; and the field in which one says it.
import { type Desk, show } from "./desk";
import { make } from "./dom";

/** A list of points with a box each. `place` is where those are explained that do not say so themselves. */
export function pointList(
  desk: Desk,
  points: readonly string[],
  ticked: readonly number[],
  place: string,
  changed: (ticked: number[]) => void,
): HTMLElement {
  const { interview: text } = desk.words;
  const boxes: HTMLInputElement[] = [];
  const rows = points.map((html, index) => {
    const box = make("input", { type: "checkbox", checked: ticked.includes(index) });
    boxes.push(box);
    const content = show(desk, html, "zx-point");
    const leads = content.querySelector("a[href]") !== null;
    return make(
      "li",
      {},
      make("label", {}, box, content),
      !leads && make("a", { class: "zx-explained", href: place }, text.explained),
    );
  });
  const list = make("ul", { class: "zx-points", role: "group", "aria-label": text.points }, ...rows);
  list.addEventListener("change", () => changed(boxes.flatMap((box, index) => (box.checked ? [index] : []))));
  return list;
}

export function tickAll(list: HTMLElement | null, on: boolean): number[] {
  const boxes = [...(list?.querySelectorAll<HTMLInputElement>("input") ?? [])];
  for (const box of boxes) box.checked = on;
  return on ? boxes.map((_, index) => index) : [];
}

/** The field for an answer: it is kept in this tab, and nobody reads it. */
export function answerField(desk: Desk, typed: string, keep: (typed: string) => void): HTMLElement {
  const { interview: text } = desk.words;
  const field = make("textarea", { rows: 3, class: "zx-typed", placeholder: text.typeHint });
  field.value = typed;
  field.addEventListener("input", () => keep(field.value));
  return make("label", { class: "zx-typing" }, make("span", {}, text.type), field);
}

export function youWrote(desk: Desk, typed: string): HTMLElement | false {
  return (
    typed.trim() !== "" &&
    make("div", { class: "zx-wrote" }, make("b", {}, desk.words.interview.wrote), make("p", {}, typed.trim()))
  );
}
