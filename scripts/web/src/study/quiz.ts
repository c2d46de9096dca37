// A session of quizzes: choose, answer one after the other, see what to read again.
import type { Verdict } from "../page/quiz";
import type { Item } from "./deck";
import { cardAddress, origin, record, show, studyOf, type View } from "./desk";
import { actsItself, attend, button, isElsewhere, make, makeStatus } from "./dom";
import { drawQuizzes } from "./draw";
import { quizDeeds } from "./events";
import { type QuizBox, quizBox } from "./quiz_box";
import { type QuizPlan, quizSetup } from "./quiz_setup";
import { loadSession, saveSession } from "./session";

interface Session {
  items: string[];
  results: boolean[];
}

export const quizView: View = (root, desk) => {
  const { words } = desk;
  const text = words.quiz;
  const stage = make("div", { class: "zx-stage" });
  const status = makeStatus();
  root.replaceChildren(stage, status);
  let box: QuizBox | undefined;
  let goOn: (() => void) | undefined;

  function put(element: HTMLElement, focus: boolean): void {
    stage.replaceChildren(element);
    if (focus) attend(stage);
  }

  function setup(focus: boolean): void {
    [box, goOn] = [undefined, undefined];
    saveSession("quiz", undefined);
    const begin = (plan: QuizPlan): void => {
      const pool = plan.topics.length ? desk.deck.select(["quiz"], plan.topics) : [];
      const drawn = drawQuizzes(pool, studyOf(desk), plan.choice, plan.count, new Date(), Math.random);
      status.textContent = drawn.length ? "" : text.none;
      if (drawn.length) play({ items: drawn.map((item) => item.id), results: [] }, true);
    };
    put(quizSetup(desk, begin), focus);
  }

  function play(session: Session, focus: boolean): void {
    saveSession("quiz", session);
    const index = session.results.length;
    const item = desk.deck.item(session.items[index] ?? "");
    if (!item) {
      finish(session, focus);
      return;
    }
    const isLast = index + 1 === session.items.length;
    const next = button(isLast ? text.finish : text.next, () => goOn?.(), {
      class: "zx-button zx-primary",
      hidden: true,
    });
    const stop = button(text.stop, () => finish(session, true));
    goOn = undefined;
    box = quizBox(desk, item, ({ picked, right }: Verdict) => {
      session.results.push(right);
      saveSession("quiz", session);
      record(desk, quizDeeds(item.id, picked, right));
      goOn = () => play(session, true);
      next.hidden = false;
      box?.attendVerdict();
    });
    const bar = make("progress", {
      max: session.items.length,
      value: index,
      "aria-label": text.number(index + 1, session.items.length),
    });
    const prompt = make(
      "div",
      { tabindex: -1, "data-focus": true, role: "group", "aria-label": words.review.question },
      show(desk, item.prompt, "zx-prompt"),
    );
    const head = make(
      "div",
      { class: "zx-session-head" },
      make("span", {}, text.number(index + 1, session.items.length)),
      bar,
    );
    const row = make("div", { class: "zx-row" }, next, stop);
    put(
      make(
        "article",
        { class: "zx-study-card", "data-item": item.id },
        head,
        origin(desk, item),
        prompt,
        box.element,
        row,
      ),
      focus,
    );
  }

  function wrongOnes(session: Session): Item[] {
    return session.items.flatMap((id, index) => (session.results[index] === false ? (desk.deck.item(id) ?? []) : []));
  }

  function finish(session: Session, focus: boolean): void {
    [box, goOn] = [undefined, undefined];
    const cut = { items: session.items.slice(0, session.results.length), results: session.results };
    if (!cut.results.length) {
      setup(focus);
      return;
    }
    saveSession("quiz", cut);
    const right = cut.results.filter(Boolean).length;
    const wrong = wrongOnes(cut);
    const rows = wrong.map((item) =>
      make(
        "li",
        {},
        make("a", { href: cardAddress(desk, item) }, desk.deck.cardOf(item).title),
        show(desk, item.prompt),
      ),
    );
    put(
      make(
        "div",
        { class: "zx-study-card zx-result", tabindex: -1, "data-focus": true },
        make("h2", {}, text.result(right, cut.results.length)),
        wrong.length ? make("h3", {}, text.wrong) : make("p", {}, text.perfect),
        wrong.length > 0 && make("ul", { class: "zx-reading" }, ...rows),
        make("p", { class: "zx-hint" }, text.scheduled),
        make(
          "div",
          { class: "zx-row" },
          button(text.again, () => setup(true), { class: "zx-button zx-primary" }),
        ),
      ),
      focus,
    );
  }

  document.addEventListener("keydown", (event) => {
    if (isElsewhere(event) || event.repeat || !box) return;
    const isSpace = event.key === " " || event.key === "Enter";
    if (isSpace && actsItself(event)) return;
    if (isSpace && goOn) {
      if (box.isRead()) goOn();
    } else if (!box.press(event.key)) return;
    event.preventDefault();
  });

  const stored = loadSession<Session>("quiz");
  if (stored) play(stored, false);
  else setup(false);
};
