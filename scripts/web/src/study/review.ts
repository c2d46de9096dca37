// The review page: one question at a time, the grade decides when it comes back.
import type { Verdict } from "../page/quiz";
import { dayEnd, dayNumber } from "./day";
import type { Item } from "./deck";
import { record, studyOf, type View } from "./desk";
import { actsItself, attend, isElsewhere, make, makeStatus } from "./dom";
import { until } from "./duration";
import { type Deed, type Grade, quizDeeds } from "./events";
import { isAside, lastStep, makeQueue } from "./queue";
import { takenBack } from "./replay";
import { type CardActions, reviewCard } from "./review_card";
import { reviewDone, reviewHead } from "./review_frame";
import { newMemory, review } from "./schedule";
import { loadSession, saveSession } from "./session";

interface Session {
  /** When it began: undo goes back no further. */
  since: string;
  deck: string;
  item: string;
  isShown: boolean;
}

function openSession(now: Date): Session {
  const stored = loadSession<Session>("review");
  const isToday = stored && dayNumber(new Date(stored.since)) === dayNumber(now);
  const session = isToday ? stored : { since: now.toISOString(), deck: stored?.deck ?? "", item: "", isShown: false };
  const wanted = new URLSearchParams(location.search).get("deck");
  return wanted === null || wanted === session.deck ? session : { ...session, deck: wanted, item: "", isShown: false };
}

export const reviewView: View = (root, desk) => {
  const { words } = desk;
  const session = openSession(new Date());
  if (!desk.deck.categories.some((category) => category.id === session.deck)) session.deck = "";
  let isJudged = false; // a quiz was answered, and its explanation is being read
  let card: ReturnType<typeof reviewCard> | undefined;

  const status = makeStatus();
  const head = reviewHead(desk, session.deck, chooseDeck);
  const stage = make("div", { class: "zx-stage" });
  root.replaceChildren(head.element, stage, status, make("p", { class: "zx-keys" }, words.review.keys));

  function pool(): Item[] {
    return desk.deck.select(studyOf(desk).settings.kinds, session.deck ? [session.deck] : []);
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
    const queue = makeQueue(pool(), study, now);
    head.update(queue);
    if (isJudged && card) return;
    const kept = queue.items.find((item) => item.id === session.item);
    const item = kept ?? queue.items[0];
    if (!kept) session.isShown = false;
    session.item = item?.id ?? "";
    saveSession("review", session);
    if (item) {
      card = reviewCard(desk, item, session.isShown, actions);
      stage.replaceChildren(card.element);
    } else {
      card = undefined;
      const unseen = pool().filter((one) => !study.memories.has(one.id) && !isAside(one, study, now)).length;
      stage.replaceChildren(reviewDone(desk, queue, answered(), unseen));
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

  function chooseDeck(deck: string, byKey: boolean): void {
    turnTo("");
    session.deck = deck;
    const address = new URL(location.href);
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
