// The review page: one question at a time, the grade decides when it comes back.
import type { Verdict } from "../page/quiz";
import { dayEnd, dayNumber } from "./day";
import { TOP } from "./deck";
import { record, studyOf, type View } from "./desk";
import { actsItself, attend, isElsewhere, make, makeStatus } from "./dom";
import { until } from "./duration";
import { type Deed, type Grade, quizDeeds } from "./events";
import { deckQueue, moreItems, type Wish } from "./fresh";
import { isAside, lastStep } from "./queue";
import { takenBack } from "./replay";
import { type CardActions, reviewCard } from "./review_card";
import { reviewDone, reviewHead } from "./review_frame";
import { newMemory, review } from "./schedule";
import { loadSession, saveSession } from "./session";

interface Session {
  /** When it began: undo goes back no further. */
  since: string;
  deck: string;
  /** One card instead of a deck: then the day's limits do not count. */
  card: string;
  item: string;
  isShown: boolean;
  /** What was asked for beyond the limits, and when. */
  more: string[];
  moreAt: string;
}

const MORE = 10;

function openSession(now: Date): Session {
  const stored = loadSession<Session>("review");
  const isToday = stored && dayNumber(new Date(stored.since)) === dayNumber(now);
  const fresh = { since: now.toISOString(), card: "", item: "", isShown: false, more: [], moreAt: "" };
  const session = { ...fresh, deck: stored?.deck ?? "", ...(isToday ? stored : {}) };
  const asked = new URLSearchParams(location.search);
  const card = asked.get("card") ?? "";
  const deck = card ? "" : asked.get("deck");
  if (card ? card === session.card : deck === null || (deck === session.deck && !session.card)) return session;
  return { ...session, deck: deck ?? "", card, item: "", isShown: false, more: [], moreAt: "" };
}

export const reviewView: View = (root, desk) => {
  const { words } = desk;
  const session = openSession(new Date());
  const isTop = session.deck === TOP && desk.deck.top().length > 0;
  if (!isTop && !desk.deck.categories.some((category) => category.id === session.deck)) session.deck = "";
  if (!desk.deck.cards.some(({ key }) => key === session.card)) session.card = "";
  let isJudged = false; // a quiz was answered, and its explanation is being read
  let card: ReturnType<typeof reviewCard> | undefined;

  const status = makeStatus();
  const head = reviewHead(desk, session, chooseDeck);
  const stage = make("div", { class: "zx-stage" });
  root.replaceChildren(head.element, stage, status, make("p", { class: "zx-keys" }, words.review.keys));

  function wanted(): Wish {
    const items = desk.deck.select(studyOf(desk).settings.kinds, session.deck ? [session.deck] : []);
    const { card: key, more, moreAt } = session;
    return {
      items: key ? items.filter((item) => item.card === key) : items,
      isFree: key !== "" || session.deck === TOP,
      more,
      moreAt,
    };
  }

  function answered(): number {
    const undone = takenBack(desk.history.events);
    const answers = desk.history.events.filter((event) => event.type === "review" && event.at >= session.since);
    return answers.filter((event) => !undone.has(event.id)).length;
  }

  /** Draw the page anew; `focus` after something the learner did. */
  function render(focus: boolean): void {
    const now = new Date();
    const study = studyOf(desk);
    const queue = deckQueue(desk.deck, wanted(), study, now);
    head.update(queue);
    if (isJudged && card) return;
    const kept = queue.items.find((item) => item.id === session.item);
    const item = kept ?? queue.items[0];
    if (!kept) session.isShown = false;
    session.item = item?.id ?? "";
    saveSession("review", session);
    if (item && !desk.deck.isThere(item, session.isShown)) {
      if (!session.isShown) {
        card = undefined; // no key may answer for what is not seen yet
        stage.replaceChildren();
      }
      desk.deck.whenWhole(() => render(focus));
    } else if (item) {
      card = reviewCard(desk, item, session.isShown, actions);
      stage.replaceChildren(card.element);
    } else {
      card = undefined;
      const { items } = wanted();
      const unseen = items.filter((one) => !study.memories.has(one.id) && !isAside(one, study, now)).length;
      const more = moreItems(desk.deck, wanted(), study, now, MORE);
      stage.replaceChildren(reviewDone(desk, queue, answered(), unseen, more.length, () => askMore(more)));
    }
    if (focus) attend(stage);
  }

  /** Leave the question for another one, or for whatever comes next. */
  function turnTo(item: string): void {
    isJudged = false;
    session.item = item;
    session.isShown = false;
  }

  /** Put down what was done: the change redraws the page. */
  function finish(deeds: readonly Deed[], said: string): void {
    turnTo("");
    record(desk, deeds);
    status.textContent = said;
    attend(stage);
  }

  function askMore(more: string[]): void {
    session.more = more;
    session.moreAt = new Date().toISOString();
    render(true);
  }

  function chooseDeck(deck: string, byKey: boolean): void {
    turnTo("");
    Object.assign(session, { deck, card: "", more: [], moreAt: "" });
    const address = new URL(location.href);
    address.searchParams.delete("card");
    address.searchParams.set("deck", deck);
    history.replaceState(null, "", address);
    render(!byKey);
  }

  const actions: CardActions = {
    show() {
      session.isShown = true;
      render(true);
      status.textContent = words.review.shown;
    },
    grade(grade: Grade) {
      const study = studyOf(desk);
      const now = new Date();
      const memory = study.memories.get(session.item) ?? newMemory(now);
      const { due } = review(study.scheduler, memory, grade, now);
      const said = words.review.graded(words.review.grades[grade - 1]!, until(words, due.getTime() - now.getTime()));
      finish([{ type: "review", item: session.item, grade, source: "review" }], said);
    },
    judge({ picked, right }: Verdict) {
      isJudged = true;
      status.textContent = "";
      record(desk, quizDeeds(session.item, picked, right));
      card?.judged();
    },
    next() {
      turnTo("");
      render(true);
    },
    undo() {
      const step = lastStep(desk.history.events, session.since);
      const first = step[0];
      if (!first) {
        status.textContent = words.review.nothingToUndo;
        return;
      }
      turnTo("item" in first ? first.item : "");
      record(
        desk,
        step.map(({ id }) => ({ type: "undo", of: id })),
      );
      status.textContent = words.review.undone;
      attend(stage);
    },
    bury() {
      finish([{ type: "bury", item: session.item, until: dayEnd(new Date()).toISOString() }], words.review.buried);
    },
    suspend() {
      finish([{ type: "suspend", item: session.item }], words.review.suspended);
    },
  };

  document.addEventListener("keydown", (event) => {
    if (isElsewhere(event) || event.repeat) return;
    const isSpace = event.key === " " || event.key === "Enter";
    if (isSpace && actsItself(event)) return;
    const key = event.key.toLowerCase();
    if (key === "u") actions.undo();
    else if (!card?.press(isSpace ? event.key : key)) return;
    event.preventDefault();
  });

  desk.history.watch(() => render(false));
  setInterval(() => !card && render(false), 30_000); // a learning step may have come
  render(false);
};
