// The mock interview: choose, be asked against the clock, and read the report.
import type { Case } from "./deck";
import { record, studyOf, type View } from "./desk";
import { attend, make, makeStatus } from "./dom";
import { drawItems } from "./draw";
import { taskItem } from "./due_tasks";
import { type InterviewAnswer, rubricGrade } from "./events";
import { interviewCase, interviewCode } from "./interview_case";
import { interviewQuestion, type QuestionActions, type Reached } from "./interview_question";
import { interviewReport } from "./interview_report";
import { interviewSetup, type Plan } from "./interview_setup";
import { loadSession, saveSession } from "./session";

export interface Session extends Plan {
  items: string[];
  /** Milliseconds since the epoch. */
  started: number;
  asked: number;
  answers: InterviewAnswer[];
  /** How far the question on the page has come: a reload goes on from there. */
  reached?: Reached;
  isOver: boolean;
  /** Questions that were still open when it was ended. */
  unanswered?: number;
  /** A case that is gone through by itself: it is no interview. */
  isAlone?: boolean;
}

/** Whoever ends early has not answered the rest: each part without a mark counts as missed. */
export function countOpen(session: Session, now = Date.now()): void {
  const open = session.items.slice(session.answers.length);
  session.unanswered = open.length;
  open.forEach((item, index) => {
    const marks = index === 0 ? session.reached?.marks : undefined;
    const seconds = index === 0 ? Math.round((now - session.asked) / 1000) : 0;
    session.answers.push({ item, short: 0, depth: 0, followup: 0, ...marks, seconds });
  });
  session.reached = undefined;
}

export const interviewView: View = (root, desk) => {
  const { interview: text } = desk.words;
  const stage = make("div", { class: "zx-stage" });
  const status = makeStatus();
  root.replaceChildren(stage, status);
  let leave: (() => void) | undefined;

  function put(element: HTMLElement, focus: boolean): void {
    stage.replaceChildren(element);
    if (focus) attend(stage);
  }

  function setup(focus: boolean): void {
    saveSession("interview", undefined);
    history.replaceState(null, "", location.pathname);
    put(interviewSetup(desk, begin), focus);
  }

  function begin(plan: Plan): void {
    const now = new Date();
    const items = drawItems(desk.deck, studyOf(desk), plan, plan.minutes, now, Math.random);
    status.textContent = items.length ? "" : text.none;
    if (!items.length) return;
    const started = now.getTime();
    ask({ ...plan, items, started, asked: started, answers: [], isOver: false }, true);
  }

  function ask(session: Session, focus: boolean): void {
    saveSession("interview", session);
    leave?.();
    const id = session.items[session.answers.length] ?? "";
    const item = desk.deck.item(id);
    const design = desk.deck.case(id);
    const code = desk.deck.tasks.find((task) => taskItem(task.id) === id);
    if (code && !session.reached) {
      // A task that was solved before is solved anew: without a start the judge's word would be no new proof.
      session.reached = { shown: 0, marks: {} };
      record(desk, [{ type: "practice", item: id, deed: "start", seconds: 0 }], new Date(session.asked));
      saveSession("interview", session);
    }
    const actions: QuestionActions = {
      done(marks) {
        const seconds = Math.round((Date.now() - session.asked) / 1000);
        session.answers.push({ item: id, ...marks, seconds });
        session.asked = Date.now();
        session.reached = undefined;
        if (item || design)
          record(desk, [{ type: "review", item: id, grade: rubricGrade(marks), source: "interview" }]);
        ask(session, true);
      },
      stop: () => end(session),
      keep(reached) {
        session.reached = reached;
        saveSession("interview", session);
      },
      say: (said) => (status.textContent = said),
    };
    const made = item
      ? interviewQuestion(desk, session, item, actions)
      : design
        ? interviewCase(desk, session, design, actions)
        : code && interviewCode(desk, session, code, actions);
    if (!made) {
      end(session);
      return;
    }
    leave = made.leave;
    put(made.element, focus);
  }

  /** Put the interview down and show its report. */
  function end(session: Session): void {
    leave?.();
    leave = undefined;
    status.textContent = "";
    if (!session.answers.length && !Object.keys(session.reached?.marks ?? {}).length) {
      setup(true);
      status.textContent = text.empty;
      return;
    }
    if (!session.isOver) countOpen(session);
    const { minutes, level, topics, answers, role } = session;
    if (!session.isOver && !session.isAlone)
      record(desk, [{ type: "interview", minutes, level, topics, role, answers }]);
    session.isOver = true;
    saveSession("interview", session);
    put(
      interviewReport(desk, session, () => setup(true)),
      true,
    );
  }

  /** Go through one case, as the plan wants it. */
  function practise({ id, minutes, level, roles }: Case): void {
    const started = Date.now();
    history.replaceState(null, "", location.pathname);
    const plan: Plan = { role: (roles[0] ?? "all") as Plan["role"], topics: [], minutes, level };
    ask({ ...plan, items: [id], started, asked: started, answers: [], isOver: false, isAlone: true }, false);
  }

  const stored = loadSession<Session>("interview");
  const wanted = desk.deck.case(new URLSearchParams(location.search).get("case") ?? "");
  if (wanted && (!stored || stored.isOver)) practise(wanted);
  else if (stored?.isOver) end(stored);
  else if (stored) ask(stored, false);
  else setup(false);
};
