// The next word of the card's small model: temperature, top-k, top-p and min-p.
import { bars } from "../chart";
import DATA from "../data/bigrams.json";
import { num, type Panel } from "../panel";
import { bigramLogits, nextProbs } from "../twin/decoding";

export function draw(panel: Panel): void {
  panel.title(["Sampling the next word", "采样下一个词"]);
  const word = panel.choice(
    ["the word before", "前一个词"],
    DATA.words.map((text, at) => [String(at), [text, text]] as const),
    "1",
  );
  const temperature = panel.slider(["temperature", "温度"], {
    min: 0,
    max: 3,
    step: 0.05,
    value: 1,
    show: (t) => num(t, 2),
  });
  const k = panel.slider(["top-k (0: all)", "top-k（0：全部）"], { min: 0, max: DATA.words.length, value: 0 });
  const p = panel.slider(["top-p", "top-p"], {
    min: 0.05,
    max: 1,
    step: 0.05,
    value: 0.9,
    show: (value) => num(value, 2),
  });
  const least = panel.slider(["min-p", "min-p"], {
    min: 0,
    max: 1,
    step: 0.05,
    value: 0,
    show: (value) => num(value, 2),
  });
  const picture = panel.picture();
  panel.draws((width) => {
    const logits = bigramLogits(DATA.counts[Number(word())]!);
    const plain = nextProbs(logits, 1, 0, 1, 0);
    const probs = nextProbs(logits, temperature(), k(), p(), least());
    const list = probs.map((value, at) => ({
      label: DATA.words[at]!,
      value,
      text: value === 0 ? panel.say(["cut", "已截去"]) : num(value, 4),
      mark: plain[at]!,
    }));
    picture.clear(width, 4 + list.length * 22 + 4);
    bars(picture, list, width, 1, 4, 48);
    const kept = probs.filter((value) => value > 0).length;
    const best = probs.indexOf(Math.max(...probs));
    panel.tell([
      `After "${DATA.words[Number(word())]}", with temperature ${num(temperature(), 2)}, top-k ${k()}, top-p ${num(p(), 2)} and min-p ${num(least(), 2)}, ${kept} of ${probs.length} words remain; the most probable is "${DATA.words[best]}" with ${num(probs[best]!, 4)}. The lines mark the model's own probabilities.`,
      `“${DATA.words[Number(word())]}” 之后，温度 ${num(temperature(), 2)}、top-k ${k()}、top-p ${num(p(), 2)}、min-p ${num(least(), 2)} 时，${probs.length} 个词里剩 ${kept} 个；最可能的是 “${DATA.words[best]}”，概率 ${num(probs[best]!, 4)}。竖线是模型本来的概率。`,
    ]);
    panel.values(
      [panel.say(["word", "词"]), panel.say(["of the model", "模型的"]), panel.say(["to draw from", "用来采样的"])],
      probs.map((value, at) => [DATA.words[at]!, num(plain[at]!, 6), num(value, 6)]),
    );
  });
}
