// Attention over a sentence that the reader types, in the card's own small model: a word is of a kind, and looks for kinds.
import { grid } from "../chart";
import DATA from "../data/sentence.json";
import { num, type Panel } from "../panel";
import { sentenceWeights } from "../twin/sentence";

const MOST = 14;
const CHOICES = ["determiner", "noun", "noun animal", "pronoun", "copula", "verb", "adverb", "adjective", "mark"];
const ZH = ["限定词", "名词", "名词（动物）", "代词", "系词", "动词", "副词", "形容词", "标点"];
const KNOWN: Record<string, string> = {
  ...Object.fromEntries(DATA.sentence.map(([word, kinds]) => [word!.toLowerCase(), kinds!])),
  ...words("determiner", "a an this that these my 这 那 一只 这只 那只 一条 这条 那条"),
  ...words("noun animal", "dog bird mouse horse cow 猫 狗 鸟 老鼠 马 牛"),
  ...words("noun", "鱼 饭 水 食物"),
  ...words("pronoun", "who it he she they 它 他 她 它们 他们"),
  ...words("copula", "is are were be 是"),
  ...words("verb", "eats eat saw sees sleeps slept runs ran likes chased 吃 吃了 看见 喜欢 追 睡 跑"),
  ...words("adverb", "quite too so 很 非常 太"),
  ...words("adjective", "big small black white happy old 饿 大 小 黑 白 高兴 老"),
};

function words(kind: string, list: string): Record<string, string> {
  return Object.fromEntries(list.split(" ").map((word) => [word, kind]));
}

/** Words and marks; Chinese is cut by the browser's own dictionary. */
function cut(text: string): string[] {
  const found = [...new Intl.Segmenter("zh", { granularity: "word" }).segment(text)].map(({ segment }) =>
    segment.trim(),
  );
  return found.filter((word) => word !== "").slice(0, MOST);
}

function guess(word: string): string {
  if (/^[^\p{L}\p{N}]+$/u.test(word)) return "mark";
  return KNOWN[word.toLowerCase()] ?? "noun";
}

export function draw(panel: Panel): void {
  panel.title(["Attention over your own sentence", "你自己的句子里的注意力"]);
  const typed = panel.field(
    [`a sentence of up to ${MOST} words`, `一个句子，最多 ${MOST} 个词`],
    panel.say(["The cat, which was very hungry, ate the fish.", "那只 猫 很 饿，它 吃了 鱼。"]),
    90,
  );
  const asking = panel.slider(["word that asks", "提问的词"], { min: 1, max: MOST, value: 2 });
  const row = document.createElement("div");
  row.className = "zx-explore-row";
  panel.place(row);
  const picture = panel.picture();
  let shown: string[] = [];
  const selects: HTMLSelectElement[] = [];

  function offer(tokens: string[]): void {
    if (tokens.join("\n") === shown.join("\n")) return;
    const before = new Map(shown.map((word, at) => [word, selects[at]!.value]));
    selects.length = 0;
    row.replaceChildren(
      ...tokens.map((word) => {
        const select = document.createElement("select");
        CHOICES.forEach((kind, at) => {
          select.add(new Option(panel.zh ? ZH[at] : kind, kind));
        });
        select.value = before.get(word) ?? guess(word);
        selects.push(select);
        const label = document.createElement("label");
        label.append(word, select);
        return label;
      }),
    );
    shown = tokens;
  }

  panel.draws((width) => {
    offer(cut(typed()));
    const kinds = selects.map(({ value }) => value);
    if (kinds.length === 0) {
      picture.clear(width, 1);
      panel.tell(["Type a sentence.", "请输入一个句子。"]);
      panel.values([], []);
      return;
    }
    const weights = sentenceWeights(kinds);
    const at = Math.min(asking(), shown.length) - 1;
    const left = 84;
    const side = Math.min((width - left - 4) / shown.length, 26);
    const short = (word: string) => (word.length > 9 ? `${word.slice(0, 8)}…` : word);
    const above = 70;
    picture.clear(width, above + side * shown.length + 6);
    shown.forEach((word, j) => {
      const x = left + (j + 0.6) * side;
      const turned = { transform: `translate(${x} ${above - 6}) rotate(-55)`, class: "fill-text" };
      picture.add("text", turned, short(word));
      picture.text(left - 6, above + (j + 0.65) * side, short(word), "end", j === at ? "b" : "text");
    });
    grid(
      picture,
      weights.map((line, i) =>
        line.map((shade) => ({ ink: i === at ? "b" : "a", shade: 0.06 + 0.94 * shade }) as const),
      ),
      [left, above, side],
    );
    const best = weights[at]!.map((weight, j) => [weight, j] as const).sort(([a, i], [b, j]) => b - a || i - j);
    const said = best.slice(0, 3).map(([weight, j]) => `${shown[j]} ${num(weight, 3)}`);
    panel.tell([
      `"${shown[at]}" (word ${at + 1}) looks most at ${said.join(", ")}. The kinds are set by hand, as on the card: choose another kind for a word and its row and column change.`,
      `“${shown[at]}”（第 ${at + 1} 个词）最关注 ${said.join("、")}。词类和卡片上一样由人设定：给一个词换一类，它的行和列都会变。`,
    ]);
    panel.values(
      [panel.say(["asks ↓ is asked →", "提问 ↓ 被问 →"]), ...shown],
      weights.map((line, i) => [shown[i]!, ...line.map((weight) => num(weight, 6))]),
    );
  });
}
