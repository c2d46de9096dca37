// A verdict as the page shows it: what the terminal says, in its order and words.
import { button, make } from "../study/dom";
import { type Catalogue, fill, say } from "./catalogue";
import { inline } from "./inline";
import type { Verdict } from "./judge";
import type { Room } from "./room";

export function pre(text: string, label: string, className = ""): HTMLPreElement {
  const code = make("code", {}, text);
  return make("pre", { class: `zx-task-pre ${className}`.trim(), tabindex: 0, "aria-label": label }, code);
}

/** A link of the judge as the reader's language has it. */
export function linkTo(room: Room, link: string): HTMLElement | string {
  const found = room.catalogue.links[link];
  return found ? make("a", { href: new URL(found[1], room.home).href }, inline(found[0])) : link;
}

/** The verdict that a time limit or the end of Python amounts to. */
export function lostVerdict(
  catalogue: Catalogue,
  reason: "time" | "memory" | "died",
  seconds: number,
): {
  verdict: Verdict;
  sentence: string;
} {
  const { words } = catalogue;
  const nothing = { seed: 0, number: 0, total: 0, property: "", inputs: [], got: "", expected: "" };
  return {
    verdict: { accepted: false, reason, ...nothing, line: 0, mistake: "", link: "", printed: "" },
    sentence: `${words.rejected} ${fill(words[reason] ?? "", { seconds })}`,
  };
}

export function showVerdict(room: Room, verdict: Verdict, sentence: string, goTo: (line: number) => void): HTMLElement {
  const { words, place } = room.catalogue;
  const word = (key: string, values: Record<string, unknown> = {}): string => fill(words[key] ?? "", values);
  const { number, total, line, seed } = verdict;
  const head = make("p", { class: "zx-verdict-head" }, make("strong", {}, sentence));
  if (line)
    head.append(
      " ",
      button(word("line", { line }), () => goTo(line), { "aria-label": room.words.goLine(line) }),
    );
  const values = verdict.inputs.map(
    ([name, shown]) => `${name} = ${shown.replaceAll("\n", `\n${" ".repeat(name.length + 3)}`)}`,
  );
  const pair = [
    ["got", verdict.got],
    ["expected", verdict.expected],
  ].filter(([, shown]) => shown) as [string, string][];
  return make(
    "section",
    {
      class: "zx-verdict",
      "data-accepted": verdict.accepted,
      "data-reason": verdict.reason,
      "aria-label": room.words.verdict,
    },
    head,
    Boolean(verdict.property.length) &&
      make(
        "p",
        { class: "zx-verdict-property" },
        make("span", { class: "zx-verdict-label" }, word("property", { number, total })),
        inline(say(verdict.property, place)),
      ),
    Boolean(verdict.mistake.length) &&
      make(
        "p",
        { class: "zx-verdict-mistake" },
        make("span", { class: "zx-verdict-label" }, word("mistake")),
        make("strong", {}, inline(say(verdict.mistake, place))),
        verdict.link !== "" && make("span", {}, `${word("read")} `, linkTo(room, verdict.link)),
      ),
    values.length > 0 &&
      make("div", {}, make("p", { class: "zx-verdict-label" }, word("input")), pre(values.join("\n"), word("input"))),
    pair.length > 0 &&
      make(
        "div",
        { class: "zx-verdict-pair" },
        ...pair.map(([key, shown]) =>
          make("div", { "data-part": key }, make("p", { class: "zx-verdict-label" }, word(key)), pre(shown, word(key))),
        ),
      ),
    verdict.printed !== "" &&
      make(
        "div",
        {},
        make("p", { class: "zx-verdict-label" }, word("printed")),
        pre(verdict.printed.trimEnd().slice(0, 4000), word("printed")),
      ),
    !verdict.accepted && seed > 0 && make("p", { class: "zx-hint" }, word("seed", { seed })),
  );
}
