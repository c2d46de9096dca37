import assert from "node:assert/strict";
import { test } from "node:test";
import { shuffle } from "../page/order";
import { Deck, type DeckFile } from "./deck";
import { drawInterview, drawParts, drawQuizzes, questionCount, weakness } from "./draw";
import type { Level, StudyEvent } from "./events";
import { countOpen, type Session } from "./interview";
import { scoreOf } from "./interview_report";
import { answer, at, card, deck, item, local, seeded } from "./made";
import { merge } from "./merge";
import { replay } from "./replay";
import { rolesFor } from "./roles";

const NOW = local("2026-11-16 09:00");
const QUIZZES = Array.from({ length: 20 }, (_, index) => item(`q${index}`, "x/Y", "quiz"));

function studied(...events: StudyEvent[]) {
  return replay(merge(events));
}

/** How often each item is drawn in a thousand sessions of five. */
function tally(draw: (random: () => number) => { id: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  const random = seeded(42);
  for (let round = 0; round < 1000; round++)
    for (const { id } of draw(random)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

test("what was just missed is weak, what was never asked stands in the middle, what is known is strong", () => {
  const study = studied(
    answer("2026-11-16 08:00", "q0", 1),
    answer("2026-11-16 08:00", "q1", 4),
    answer("2026-11-16 08:00", "q3", 2),
  );
  const [missed, known, unseen, hard] = [0, 1, 2, 3].map((index) => weakness(QUIZZES[index]!, study, NOW));
  assert.ok(missed! > unseen! && unseen! > hard! && hard! > known!);
  assert.ok(missed! <= 1 && known! > 0);
});

test("forgetting makes weak", () => {
  const study = studied(answer("2026-11-01 08:00", "q0", 4));
  assert.ok(weakness(QUIZZES[0]!, study, local("2027-11-01 08:00")) > weakness(QUIZZES[0]!, study, NOW));
});

test("a session by weakness draws the missed more often than the known, and still not only them", () => {
  const events = QUIZZES.map((quiz, index) => answer("2026-11-16 08:00", quiz.id, index < 5 ? 1 : 4));
  const counts = tally((random) => drawQuizzes(QUIZZES, studied(...events), "weak", 5, NOW, random));
  const missed = [0, 1, 2, 3, 4].reduce((sum, index) => sum + (counts.get(`q${index}`) ?? 0), 0);
  assert.ok(missed > 4500, `${missed} of 5000`);
  const any = tally((random) => drawQuizzes(QUIZZES, studied(...events), "any", 5, NOW, random));
  const share = [0, 1, 2, 3, 4].reduce((sum, index) => sum + any.get(`q${index}`)!, 0) / 5000;
  assert.ok(Math.abs(share - 0.25) < 0.03, String(share));
});

test("no item twice, none that is suspended, no more than there are", () => {
  const study = studied(at("2026-11-16 08:00", { type: "suspend", item: "q3" }));
  const drawn = drawQuizzes(QUIZZES, study, "weak", 50, NOW, seeded(1)).map(({ id }) => id);
  assert.equal(drawn.length, 19);
  assert.equal(new Set(drawn).size, 19);
  assert.ok(!drawn.includes("q3"));
});

test("the same seed draws the same session", () => {
  const draw = (seed: number): string[] =>
    drawQuizzes(QUIZZES, studied(), "weak", 5, NOW, seeded(seed)).map(({ id }) => id);
  assert.deepEqual(draw(5), draw(5));
  assert.notDeepEqual(draw(5), draw(6));
});

test("shuffling keeps every value and prefers no place", () => {
  const random = seeded(3);
  const first = new Map<number, number>();
  for (let round = 0; round < 4000; round++) {
    const mixed = shuffle([0, 1, 2, 3], random);
    assert.deepEqual(mixed.toSorted(), [0, 1, 2, 3]);
    first.set(mixed[0]!, (first.get(mixed[0]!) ?? 0) + 1);
  }
  for (const count of first.values()) assert.ok(Math.abs(count - 1000) < 120, String(count));
});

const CARDS = [1, 2, 3, 4, 5].flatMap((difficulty) =>
  ["a", "b"].map((name) => card(`${name}/Stars_${difficulty}`, { difficulty })),
);
const DECK = deck(
  CARDS,
  CARDS.flatMap(({ key }) => [1, 2, 3, 4].map((number) => item(`${key}-${number}`, key))),
);

const ANYONE = { role: "all", topics: [], level: "middle" } as const;
const TAGGED = deck(
  CARDS,
  CARDS.flatMap(({ key }) =>
    (["junior", "middle", "senior"] as const).flatMap((level) =>
      (["inference", "research"] as const).map((role) => ({
        ...item(`${key}-${level}-${role}`, key),
        roles: [role],
        level,
      })),
    ),
  ),
);

test("an interview asks its role and level and nothing else, whatever the dice say", () => {
  const levels = { junior: ["junior"], middle: ["junior", "middle"], senior: ["middle", "senior"] } as const;
  for (const level of ["junior", "middle", "senior"] as const) {
    const wanted = { role: "inference", topics: [], level } as const;
    const counts = tally((random) => drawInterview(TAGGED, studied(), wanted, 5, NOW, random));
    for (const id of counts.keys()) {
      const asked = TAGGED.item(id)!;
      assert.deepEqual(asked.roles, ["inference"]);
      assert.ok((levels[level] as readonly string[]).includes(asked.level), `${level} was asked ${id}`);
    }
    const own = [...counts].filter(([id]) => TAGGED.item(id)!.level === level).reduce((sum, [, n]) => sum + n, 0);
    assert.ok(own > 2500, "the own level more often than the one below");
    const many = drawInterview(TAGGED, studied(), wanted, 999, NOW, seeded(1));
    assert.equal(many.length, CARDS.length * levels[level].length, "rather fewer questions than others");
  }
});

test("only the chosen topics, from easy to hard, at most two of a card while there are others", () => {
  const wanted = { ...ANYONE, topics: ["b"] };
  const drawn = drawInterview(DECK, studied(), wanted, 8, NOW, seeded(9));
  assert.equal(drawn.length, 8);
  assert.ok(drawn.every((one) => one.card.startsWith("b/")));
  const difficulties = drawn.map((one) => DECK.cardOf(one).difficulty);
  assert.deepEqual(difficulties, difficulties.toSorted());
  const most = Math.max(...CARDS.map(({ key }) => drawn.filter((one) => one.card === key).length));
  assert.equal(most, 2);
  assert.equal(drawInterview(DECK, studied(), wanted, 99, NOW, seeded(9)).length, 20);
});

test("an interview asks what is weak more often", () => {
  const events = DECK.items.map((one) => answer("2026-11-16 08:00", one.id, one.card === "a/Stars_3" ? 1 : 4));
  const counts = tally((random) => drawInterview(DECK, studied(...events), ANYONE, 2, NOW, random));
  const of = (key: string): number =>
    [1, 2, 3, 4].reduce((sum, number) => sum + (counts.get(`${key}-${number}`) ?? 0), 0);
  assert.ok(of("a/Stars_3") > 2 * of("b/Stars_3"), `${of("a/Stars_3")} ${of("b/Stars_3")}`);
});

test("a longer interview has code, a still longer one a task of design, both of the role", () => {
  const task = { id: "norm", title: "norm", card: "a/Stars_1", minutes: 10, url: "practice/?task=norm" };
  const design = {
    ...{ id: "case-x", title: "x", url: "design/x/", minutes: 40, prompt: "", points: ["p"] },
    ...{ roles: ["inference"], level: "senior", often: 1 },
  } as const;
  const cards = CARDS.map((one) => ({ ...one, roles: ["inference"] }));
  const file = {
    ...{ format: "zhixing-deck", version: 1, language: "en", categories: [] },
    cards,
    items: TAGGED.items,
  };
  const full = new Deck({ ...file, tasks: [task], cases: [design] } as unknown as DeckFile);
  const parts = (role: "inference" | "research", level: Level, minutes: number) =>
    drawParts(full, studied(), { role, level, topics: [] }, minutes, seeded(3));
  assert.deepEqual(parts("inference", "senior", 20), { questions: 5, task: undefined, case: undefined });
  assert.deepEqual(parts("inference", "senior", 30), { questions: 5, task, case: undefined });
  assert.deepEqual(parts("inference", "senior", 60), { questions: 6, task, case: design });
  assert.deepEqual(parts("inference", "junior", 60), { questions: 10, task, case: undefined });
  assert.deepEqual(parts("research", "senior", 60), { questions: 15, task: undefined, case: undefined });
});

test("four minutes a question", () => assert.deepEqual([1, 10, 20, 60].map(questionCount), [1, 3, 5, 15]));

test("a role is offered if it asks something", () => {
  assert.deepEqual(rolesFor(TAGGED), ["all", "research", "inference"]);
  assert.deepEqual(rolesFor(DECK), ["all"]);
});

test("an interview that is ended early counts what was not answered", () => {
  const marks = { short: 2, depth: 2, followup: 2 } as const;
  const session = {
    minutes: 20,
    level: "middle",
    topics: [],
    items: ["a", "b", "c"],
    started: 0,
    asked: Date.now(),
    answers: [{ item: "a", ...marks, seconds: 5 }],
    reached: { shown: 1, marks: { short: 1 } },
    isOver: false,
  } as unknown as Session;
  countOpen(session);
  assert.equal(session.unanswered, 2);
  assert.equal(scoreOf(session.answers), 6 + 1);
  assert.deepEqual(
    session.answers.map(({ item }) => item),
    ["a", "b", "c"],
  );
});
