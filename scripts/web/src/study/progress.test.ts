import assert from "node:assert/strict";
import { test } from "node:test";
import { roundUp } from "./chart_frame";
import { dayNumber } from "./day";
import { clock, until } from "./duration";
import type { StudyEvent } from "./events";
import { answer, at, card, deck, item, local } from "./made";
import { merge } from "./merge";
import { allProgress, nextCard, stretches, thisWeek, ticked, weeksInARow } from "./progress";
import { replay } from "./replay";
import { forecast, retentionByWeek } from "./statistics";
import { wordsFor } from "./words";

const NOW = local("2026-11-18 09:00"); // a Wednesday
const CARDS = [
  card("f/Softmax", { minutes: 20, tasks: 2 }),
  card("a/Attention", { minutes: 30, tasks: 3, prerequisites: ["f/Softmax"] }),
  card("a/Heads", { minutes: 40, prerequisites: ["a/Attention", "elsewhere/Unknown"] }),
];
const ITEMS = ["f/Softmax", "a/Attention", "a/Heads"].flatMap((key) => [item(`${key}-1`, key), item(`${key}-2`, key)]);
const DECK = deck(CARDS, ITEMS);

function progress(...events: StudyEvent[]) {
  return allProgress(DECK, replay(merge(events)), NOW);
}

function tick(key: string, number: number, on = true): StudyEvent {
  return at("2026-11-17 09:00", { type: "tick", key: `${key}#${number}`, on });
}

function next(...events: StudyEvent[]): string {
  const found = nextCard(progress(...events));
  return found ? `${found.reason} ${found.of.card.key}` : "none";
}

test("at the start everything is left: the minutes of the cards, and four answers an item", () => {
  assert.deepEqual(
    progress().map((one) => one.minutesLeft),
    [20 + 8, 30 + 8, 40 + 8],
  );
});

test("a tick takes its share of the reading, an answer its share of the answering", () => {
  assert.equal(progress(tick("a/Attention", 1))[1]!.minutesLeft, 20 + 8);
  assert.equal(progress(answer("2026-11-18 08:00", "a/Attention-1", 3))[1]!.minutesLeft, 30 + 4 + 2);
  assert.equal(progress(tick("a/Attention", 1), tick("a/Attention", 1, false))[1]!.ticked, 0);
});

test("a learned item is left alone until it is due", () => {
  const easy = answer("2026-11-17 08:00", "f/Softmax-1", 4);
  assert.equal(progress(easy)[0]!.learned, 1);
  assert.equal(progress(easy)[0]!.minutesLeft, 20 + 4);
  const due = allProgress(DECK, replay([easy]), local("2026-11-26 09:00"))[0]!;
  assert.deepEqual([due.due, due.minutesLeft], [1, 20 + 4 + 1]);
});

test("when all is ticked and learned, nothing is left", () => {
  const events = [
    ...[1, 2].map((number) => tick("f/Softmax", number)),
    ...[1, 2].map((number) => answer("2026-11-17 08:00", `f/Softmax-${number}`, 4)),
  ];
  assert.equal(progress(...events)[0]!.minutesLeft, 0);
});

test("suspended items and kinds that are switched off do not count", () => {
  assert.equal(progress(at("2026-11-17 09:00", { type: "suspend", item: "f/Softmax-1" }))[0]!.items, 1);
  assert.equal(progress(at("2026-11-17 09:00", { type: "settings", kinds: ["quiz"] }))[0]!.items, 0);
});

test("the next card is the first whose prerequisites are read", () => {
  assert.equal(next(), "next f/Softmax");
  const read = [tick("f/Softmax", 1), tick("f/Softmax", 2)];
  assert.equal(next(...read), "next a/Attention");
  assert.equal(next(...[1, 2, 3].map((number) => tick("a/Attention", number))), "next f/Softmax");
  const asked = ["a/Attention-1", "a/Attention-2"].map((id) => answer("2026-11-17 08:00", id, 3));
  assert.equal(next(...read, ...asked), "next a/Heads", "a card whose questions were all asked counts as read");
  const all = [...read, ...asked, ...["a/Heads-1", "a/Heads-2"].map((id) => answer("2026-11-17 08:00", id, 3))];
  assert.equal(next(...all), "none");
});

test("a card that is being forgotten comes first", () => {
  const missed = ["a/Attention-1", "a/Attention-2"].map((id) => answer("2026-11-17 08:00", id, 1));
  assert.equal(next(...missed), "again a/Attention");
  assert.equal(next(missed[0]!), "next f/Softmax", "one slip is no reason");
});

test("the path goes module by module, then through the other cards by category", () => {
  const module = (name: string, ...cards: string[]) => ({ key: name, title: name, url: "", tasks: 2, cards });
  const path = deck(CARDS, ITEMS);
  Object.assign(path, { modules: [module("one", "a/Attention"), module("two", "a/Attention", "gone/Card")] });
  const found = stretches(path, allProgress(path, replay([]), NOW));
  const shown = found.map(({ name, cards }) => [name, ...cards.map((one) => one.card.key)]);
  assert.deepEqual(shown, [["one", "a/Attention"], ["two"], ["f", "f/Softmax"], ["a", "a/Heads"]]);
  assert.equal(ticked(path.modules[0]!, replay([tick("one", 2), tick("one", 3)])), 1);
});

function days(...dates: string[]): Set<number> {
  return new Set(dates.map((date) => dayNumber(local(`${date} 12:00`))));
}

test("weeks in a row: one day is enough, the present week breaks nothing before it is over", () => {
  assert.equal(weeksInARow(days(), NOW), 0);
  assert.equal(weeksInARow(days("2026-11-16"), NOW), 1);
  assert.equal(weeksInARow(days("2026-11-15", "2026-11-02"), NOW), 2);
  assert.equal(weeksInARow(days("2026-11-17", "2026-11-09", "2026-11-08"), NOW), 3);
  assert.equal(weeksInARow(days("2026-11-01"), NOW), 0);
});

test("this week runs from Monday", () => {
  const week = thisWeek(days("2026-11-15", "2026-11-16", "2026-11-18"), NOW);
  assert.deepEqual(
    week.map(({ done }) => done),
    [true, false, true, false, false, false, false],
  );
});

test("the forecast puts what is overdue on today, and nothing beyond its days", () => {
  const events = [answer("2026-10-01 09:00", "f/Softmax-1", 4), answer("2026-11-17 09:00", "f/Softmax-2", 4)];
  const counts = forecast(ITEMS, replay(merge(events)), NOW, 30);
  assert.equal(counts.length, 30);
  assert.deepEqual([counts[0], counts[7]], [1, 1]); // eight days after the 17th
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    2,
  );
  assert.equal(
    forecast(ITEMS, replay(merge(events)), NOW, 7).reduce((sum, count) => sum + count, 0),
    1,
  );
});

test("retention counts reviews past the learning steps", () => {
  const events = [
    answer("2026-10-01 09:00", "f/Softmax-1", 4),
    answer("2026-10-01 09:00", "f/Softmax-2", 4),
    answer("2026-11-10 09:00", "f/Softmax-1", 3),
    answer("2026-11-10 09:05", "f/Softmax-2", 1),
    answer("2026-11-10 09:16", "f/Softmax-2", 3), // relearning
    answer("2026-11-17 09:00", "f/Softmax-1", 2),
  ];
  const weeks = retentionByWeek(replay(merge(events)), NOW, 12);
  assert.deepEqual(
    weeks.slice(-2).map(({ asked, remembered }) => [asked, remembered]),
    [
      [2, 1],
      [1, 1],
    ],
  );
  assert.equal(weeks.at(-1)!.monday, dayNumber(local("2026-11-16 12:00")));
  assert.equal(
    weeks.slice(0, -2).reduce((sum, { asked }) => sum + asked, 0),
    0,
  );
});

test("times are short, in both languages", () => {
  const [english, chinese] = [wordsFor("en"), wordsFor("zh")];
  const hour = 3_600_000;
  assert.deepEqual(
    [0.01, 5.5 / 60, 5, 24, 24 * 8, 24 * 45, 24 * 730].map((count) => until(english, count * hour)),
    ["1 min", "6 min", "5 h", "1 d", "8 d", "1.5 mo", "2 y"],
  );
  assert.equal(until(chinese, 24 * 8 * hour), "8 天");
  assert.deepEqual([0, 65, 600, -5].map(clock), ["0:00", "1:05", "10:00", "0:00"]);
  assert.deepEqual([0, 1, 3, 7, 11, 60, 130].map(roundUp), [1, 1, 5, 10, 20, 100, 200]);
});
