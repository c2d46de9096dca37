// The study page: what is due now, deck by deck, and the week so far.
import { codingToday } from "./coding";
import { type Desk, studyOf, studyPage, type View } from "./desk";
import { make } from "./dom";
import { figures, type Row } from "./figures";
import { thisWeek, weeksInARow } from "./progress";

export function tile(value: string | Node, label: string): HTMLElement {
  return make("div", { class: "zx-tile" }, make("b", {}, value), make("span", {}, label));
}

/** Seven dots, and how many weeks in a row. Missed days are not mentioned. */
export function weekTile(desk: Desk, now: Date): HTMLElement {
  const { week: text } = desk.words;
  const { days } = studyOf(desk);
  const dots = thisWeek(days, now).map(({ done }, index) =>
    make(
      "li",
      { class: "zx-dot", "data-done": done },
      make("span", { "aria-hidden": "true" }, text.days[index]!),
      make("span", { class: "zx-unseen" }, `${text.days[index]}: ${done ? text.done : text.open}`),
    ),
  );
  const weeks = weeksInARow(days, now);
  return make(
    "div",
    { class: "zx-tile zx-week" },
    make("ul", { "aria-label": text.title }, ...dots),
    make("span", {}, weeks ? text.weeks(weeks) : text.none),
  );
}

function deckRow(desk: Desk, { id, due, unseen, learned, items }: Row): HTMLElement {
  const { today: text } = desk.words;
  const name = desk.deck.categoryName(id);
  const address = `${studyPage(desk, "review/")}?deck=${encodeURIComponent(id)}`;
  return make(
    "tr",
    { "data-deck": id },
    make("th", { scope: "row" }, name),
    make("td", { class: due ? "zx-due" : "" }, String(due)),
    make("td", {}, String(unseen)),
    make("td", {}, `${learned}/${items}`),
    make("td", {}, make("a", { href: address, "aria-label": text.reviewOf(name) }, text.review)),
  );
}

/** Sheets to print: all questions, and those of each deck that asks some. */
function sheets(desk: Desk): HTMLElement | "" {
  const { all, paper } = desk.words.today;
  const asked = (decks?: string[]) => desk.deck.select(["question", "quiz"], decks).length > 0;
  const link = (id: string, name: string) => make("a", { href: new URL(`print/${id}/`, desk.home).href }, name);
  const decks = desk.deck.categories.filter(({ id }) => asked([id])).map(({ id, name }) => link(id, name));
  if (!decks.length) return "";
  const parts = [link("questions", all), ...decks].flatMap((one, place) => (place ? [" · ", one] : [one]));
  return make("p", { class: "zx-sheets" }, paper, ...parts);
}

export const todayView: View = (root, desk) => {
  const { words } = desk;
  function render(): void {
    const now = new Date();
    const { due, fresh, learned, items, rows } = figures(desk.deck, studyOf(desk), now);
    const count = due + fresh;
    const heads = [words.today.deck, words.today.due, words.today.unseen, words.today.learned];
    root.replaceChildren(
      make(
        "div",
        { class: "zx-tiles" },
        tile(String(due), words.today.due),
        tile(String(fresh), words.today.fresh),
        tile(words.today.of(learned, items), words.today.learned),
        weekTile(desk, now),
      ),
      count > 0
        ? make(
            "p",
            {},
            make(
              "a",
              { class: "zx-button zx-primary", href: `${studyPage(desk, "review/")}?deck=` },
              words.today.start(count),
            ),
          )
        : make("p", { class: "zx-hint" }, items ? words.today.nothing : words.empty),
      codingToday(desk, now) || "",
      make(
        "table",
        { class: "zx-decks" },
        make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)), make("td"))),
        make("tbody", {}, ...rows.map((row) => deckRow(desk, row))),
      ),
      sheets(desk),
    );
  }
  desk.history.watch(render);
  render();
};
