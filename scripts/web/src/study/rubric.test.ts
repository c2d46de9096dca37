import assert from "node:assert/strict";
import { test } from "node:test";
import { Deck, type DeckFile } from "./deck";
import type { InterviewAnswer, Mark } from "./events";
import { card, item } from "./made";
import { nextSteps, percentOf } from "./next_steps";
import { markOf, sentences, spread } from "./rubric";

test("an answer is cut into its sentences, never inside a tag, a formula or an abbreviation", () => {
  const html =
    '<p>Each <em>head. Really</em> has one. By Leviathan et al. (2023) it is <span class="m">\\(x. Y\\)</span> at most.</p><p>Two; not 2.5 or e.g. Three.</p>';
  assert.deepEqual(sentences(html), [
    "Each <em>head. Really</em> has one.",
    'By Leviathan et al. (2023) it is <span class="m">\\(x. Y\\)</span> at most.',
    "Two; not 2.5 or e.g. Three.",
  ]);
  assert.deepEqual(sentences("<p>没有它。<b>不行。真的</b>！“好。”再说</p>"), [
    "没有它。",
    "<b>不行。真的</b>！",
    "“好。”",
    "再说",
  ]);
  assert.deepEqual(sentences("one<br>line <img src='a'> still. Two"), ["one<br>line <img src='a'> still.", "Two"]);
  assert.deepEqual(sentences(""), []);
});

test("no text is lost or added by cutting", () => {
  for (const html of ["<p>A. B! C? D</p>", "a <b>x</b>. <i>Y</i> z", "<ul><li>One. Two.</li></ul>"]) {
    const joined = sentences(html).join("").replace(/\s/g, "");
    assert.equal(joined, html.replace(/<\/?p>|\s/g, ""));
  }
});

test("nothing ticked is nothing, four fifths are an answer", () => {
  assert.deepEqual(
    [0, 1, 3, 4, 5].map((ticked) => markOf(ticked, 5)),
    [0, 1, 1, 2, 2],
  );
  assert.deepEqual(
    [0, 1].map((ticked) => markOf(ticked, 1)),
    [0, 2],
  );
});

test("a share of a rubric becomes six points, spread over the parts", () => {
  for (let sum = 0; sum <= 6; sum++) {
    const { short, depth, followup } = spread(sum / 6);
    assert.equal(short + depth + followup, sum);
    assert.ok(short >= depth && depth >= followup);
  }
});

const CARDS = ["a/A", "b/B", "c/C"].map((key) => card(key));
const DECK = new Deck({
  ...{ format: "zhixing-deck", version: 1, language: "en", categories: [], cards: CARDS },
  items: CARDS.map(({ key }) => item(`q-${key}`, key)),
  tasks: [{ id: "t", title: "t", card: "b/B", minutes: 5, url: "p/?task=t" }],
  cases: [
    {
      id: "case-x",
      title: "x",
      url: "d/",
      minutes: 30,
      prompt: "",
      points: ["p"],
      roles: [],
      level: "senior",
      often: 1,
    },
  ],
} as unknown as DeckFile);

function answered(id: string, sum: number): InterviewAnswer {
  return { item: id, ...spread(sum / 6), seconds: 1 } as InterviewAnswer & { short: Mark };
}

test("three things to do: the weakest card, its code, then the rest of what was weak", () => {
  const answers = [answered("q-a/A", 3), answered("q-b/B", 0), answered("case-x", 2), answered("q-c/C", 6)];
  assert.deepEqual(nextSteps(DECK, answers), [
    { kind: "read", card: "b/B" },
    { kind: "code", task: "t" },
    { kind: "case", case: "case-x" },
  ]);
  assert.deepEqual(nextSteps(DECK, [answered("q-a/A", 3), answered("task/t", 0)]), [
    { kind: "code", task: "t" },
    { kind: "read", card: "a/A" },
    { kind: "again", item: "q-a/A" },
  ]);
  assert.deepEqual(nextSteps(DECK, [answered("q-a/A", 1), answered("q-c/C", 6)]), [
    { kind: "read", card: "a/A" },
    { kind: "again", item: "q-a/A" },
    { kind: "again", item: "q-c/C" },
  ]);
  assert.equal(nextSteps(DECK, [answered("q-a/A", 6), answered("q-c/C", 5)])[0]!.kind, "harder");
  assert.equal(percentOf(answers), Math.round((100 * 11) / 24));
  assert.equal(percentOf([]), 0);
});
