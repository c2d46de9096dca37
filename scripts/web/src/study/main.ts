// Loaded on the study pages only: opens the history and the deck, then fills the page's placeholders.
import { forecastView, retentionView } from "./charts";
import { dataView } from "./data";
import { Deck, type DeckFile } from "./deck";
import type { Desk, View } from "./desk";
import { isElsewhere, make } from "./dom";
import { History } from "./history";
import { interviewView } from "./interview";
import { watchTrouble } from "./notice";
import { nextView, pathView, summaryView } from "./overview";
import { planView } from "./plan_view";
import { quizView } from "./quiz";
import { reviewView } from "./review";
import { settingsView } from "./settings";
import { todayView } from "./today";
import { topView } from "./top";
import { wordsFor } from "./words";

const VIEWS: Record<string, View> = {
  today: todayView,
  plan: planView,
  settings: settingsView,
  data: dataView,
  review: reviewView,
  quiz: quizView,
  interview: interviewView,
  top: topView,
  summary: summaryView,
  next: nextView,
  path: pathView,
  forecast: forecastView,
  retention: retentionView,
};

async function loadDeck(): Promise<Deck> {
  // The page says where the deck of its language lies: only the engine knows what the language's folder is called.
  const address = document.querySelector<HTMLMetaElement>("meta[name=zx-deck]")?.content;
  if (!address) throw new Error("deck: none");
  // Asked for each time: after an update of the site the questions must be those of the pages.
  const response = await fetch(new URL(address, document.baseURI), { cache: "no-cache" });
  if (!response.ok) throw new Error(`deck: ${response.status}`);
  return new Deck((await response.json()) as DeckFile);
}

async function start(places: readonly HTMLElement[]): Promise<void> {
  const language = document.documentElement.lang;
  const words = wordsFor(language);
  const logo = document.querySelector<HTMLAnchorElement>("a.md-logo");
  const home = new URL(".", logo?.href ?? new URL("../../", import.meta.url)).href;
  try {
    const [deck, history] = await Promise.all([loadDeck(), History.open()]);
    const desk: Desk = { deck, history, words, home };
    if (places[0]) watchTrouble(places[0], desk);
    for (const place of places) VIEWS[place.dataset.study ?? ""]?.(place, desk);
  } catch (error) {
    console.error(error);
    places[0]?.replaceChildren(make("p", { class: "zx-trouble", role: "alert" }, words.fail));
  }
}

const SITTINGS = ["review", "quiz", "interview"];
const TURNS = ["n", "p", ",", "."]; // by which the theme leaves for the next or the previous page

/** Who is being asked does not lose the question by a key that only looks like one of the sitting's. */
function stay(event: KeyboardEvent): void {
  if (TURNS.includes(event.key) && !isElsewhere(event)) event.stopImmediatePropagation();
}

const places = [...document.querySelectorAll<HTMLElement>("[data-study]")];
if (places.some((place) => SITTINGS.includes(place.dataset.study ?? ""))) {
  window.addEventListener("keydown", stay, { capture: true });
}
void start(places);
