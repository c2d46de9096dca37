// A draft at another temperature: what is accepted, and what it brings.
import { bars, legend, lines } from "../chart";
import DATA from "../data/bigrams.json";
import { num, type Panel } from "../panel";
import { acceptance, bigramLogits, nextProbs, residual, tokensPerPass } from "../twin/decoding";

export function draw(panel: Panel): void {
  panel.title(["Speculative decoding: what is accepted", "投机解码：哪些草稿被接受"]);
  const word = panel.choice(
    ["the word before", "前一个词"],
    DATA.words.map((text, at) => [String(at), [text, text]] as const),
    "1",
  );
  const heat = panel.slider(["temperature of the draft", "草稿的温度"], {
    min: 0.1,
    max: 4,
    step: 0.1,
    value: 2,
    show: (t) => num(t, 1),
  });
  const drafts = panel.slider(["drafts γ", "草稿数 γ"], { min: 1, max: 10, value: 4 });
  const picture = panel.picture();
  panel.draws((width) => {
    const logits = bigramLogits(DATA.counts[Number(word())]!);
    const [p, q] = [nextProbs(logits, 1, 0, 1, 0), nextProbs(logits, heat(), 0, 1, 0)];
    const alpha = acceptance(p, q);
    const left = residual(p, q);
    const gamma = drafts();
    const list = p.map((value, at) => ({
      label: DATA.words[at]!,
      value: Math.min(value, q[at]!),
      text: num(Math.min(value, q[at]!), 3),
      ink: "d" as const,
      mark: q[at]!,
    }));
    const most = Math.max(...p, ...q);
    picture.clear(width, 10_000);
    const top = legend(
      picture,
      [
        ["d", panel.say(["accepted: min(p, q)", "接受：min(p, q)"])],
        ["text", panel.say(["line: the draft q", "竖线：草稿 q"])],
      ],
      width,
    );
    const below = bars(picture, list, width, most, top, 48) + 8;
    const chart = picture.shifted(below);
    const points = (count: number) =>
      Array.from({ length: 50 }, (_, at) => [at / 50, tokensPerPass(at / 50, count)] as const);
    const place = lines(
      chart,
      [{ ink: "a", points: points(gamma) }],
      [
        {
          min: 0,
          max: 1,
          ticks: [
            [0, "0"],
            [0.5, "0.5"],
            [1, "1"],
          ],
          label: panel.say(["acceptance rate α", "接受率 α"]),
        },
        {
          min: 1,
          max: gamma + 1,
          ticks: [
            [1, "1"],
            [gamma + 1, String(gamma + 1)],
          ],
          label: panel.say(["tokens per pass", "每次得到的词元"]),
        },
      ],
      [width, 180],
    );
    const tokens = tokensPerPass(alpha, gamma);
    const [x, y] = place([alpha, tokens]);
    chart.dot(x, y, 4, "b");
    picture.cut(below + 184);
    panel.tell([
      `With the draft at temperature ${num(heat(), 1)}, α = ${num(alpha, 4)}. If it were the same at every word, ${gamma} drafts would yield ${num(tokens, 3)} tokens per pass of the target.`,
      `草稿温度 ${num(heat(), 1)} 时 α = ${num(alpha, 4)}。如果每个词都是这个接受率，${gamma} 个草稿使目标模型每次前向平均得到 ${num(tokens, 3)} 个词元。`,
    ]);
    panel.values(
      [
        panel.say(["word", "词"]),
        panel.say(["target p", "目标 p"]),
        panel.say(["draft q", "草稿 q"]),
        panel.say(["drawn after a rejection", "拒绝后从此采样"]),
      ],
      p.map((value, at) => [DATA.words[at]!, num(value, 6), num(q[at]!, 6), num(left[at]!, 6)]),
    );
  });
}
