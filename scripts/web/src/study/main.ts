// Loaded on the study pages only: opens the history and the deck, then fills the page's placeholders.
import { forecastView, retentionView } from "./charts";
import { dataView } from "./data";
import { Deck, type DeckFile, type Texts } from "./deck";
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

declare global {
  interface Window {
    /** What the page asked for as it began. */
    zxDeck?: Promise<Response>;
  }
}

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

/** Views that show options and answers as soon as something is chosen: they wait for the whole deck. */
const WHOLE = ["quiz", "interview"];
const PAINTED = 1000; // milliseconds; a tab in the background paints nothing

async function read<T>(asked: Promise<Response>): Promise<T> {
  const response = await asked;
  if (!response.ok) throw new Error(`deck: ${response.status}`);
  return (await response.json()) as T;
}

function painted(): Promise<unknown> {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, PAINTED);
  });
}

/** What is asked; the answers, which are most of it, follow when the page is on the screen, or `atOnce`. */
async function loadDeck(atOnce: boolean): Promise<Deck> {
  // The page says where the deck of its language lies: only the engine knows what the language's folder is called.
  const address = document.querySelector<HTMLMetaElement>("meta[name=zx-deck]")?.content;
  if (!address || !window.zxDeck) throw new Error("deck: none");
  const later = new URL(address.replace(/json$/, "texts.json"), document.baseURI);
  const texts = (): Promise<Texts> => read<Texts>(fetch(later, { cache: "no-cache" }));
  const early = atOnce ? texts() : undefined;
  early?.catch(() => undefined); // who waits for it is told
  return new Deck(await read<DeckFile>(window.zxDeck), early ?? painted().then(texts));
}

async function start(places: readonly HTMLElement[]): Promise<void> {
  const language = document.documentElement.lang;
  const words = wordsFor(language);
  const logo = document.querySelector<HTMLAnchorElement>("a.md-logo");
  const home = new URL(".", logo?.href ?? new URL("../../", import.meta.url)).href;
  const isWhole = ({ dataset }: HTMLElement): boolean => WHOLE.includes(dataset.study ?? "");
  try {
    const [deck, history] = await Promise.all([loadDeck(places.some(isWhole)), History.open()]);
    const desk: Desk = { deck, history, words, home };
    if (places.some(isWhole)) await deck.whole;
    if (places[0]) watchTrouble(places[0], desk);
    for (const place of places) VIEWS[place.dataset.study ?? ""]?.(place, desk);
    void painted().then(() => document.fonts.load('1em "STIX Two Math"', "=")); // the answers have formulas
    await deck.whole;
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
