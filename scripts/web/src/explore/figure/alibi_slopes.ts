// How fast each head forgets.
import { lines } from "../chart";
import { num, type Panel } from "../panel";
import { alibiSlopes, alibiWeights } from "../twin/positions";

export function draw(panel: Panel): void {
  panel.title(["ALiBi: how fast each head forgets", "ALiBi：每个头忘得多快"]);
  const heads = panel.slider(["heads H", "头数 H"], { min: 1, max: 32, value: 8 });
  const chosen = panel.slider(["head h", "第 h 个头"], { min: 1, max: 32, value: 3 });
  const keys = panel.slider(["keys S", "键数 S"], { min: 4, max: 10, value: 6, show: (power) => num(2 ** power) });
  const picture = panel.picture();
  panel.draws((width) => {
    const slopes = alibiSlopes(heads());
    const h = Math.min(chosen(), heads());
    const S = 2 ** keys();
    const all = slopes.map((slope) => alibiWeights(slope, S));
    const own = all[h - 1]!;
    picture.clear(width, 230);
    const top = Math.max(...all.map(([first]) => first!));
    const step = S / 4;
    lines(
      picture,
      [
        ...all.map((weights) => ({ ink: "line", points: weights.map((value, at) => [at, value] as const) }) as const),
        { ink: "a", points: own.map((value, at) => [at, value] as const) },
      ],
      [
        {
          min: 0,
          max: S - 1,
          ticks: [0, 1, 2, 3].map((at) => [at * step, num(at * step)] as const),
          label: panel.say(["distance of the key", "键的距离"]),
        },
        {
          min: 0,
          max: top,
          ticks: [
            [0, "0"],
            [top / 2, num(top / 2, 2)],
            [top, num(top, 2)],
          ],
          label: panel.say(["weight, equal scores", "分数相等时的权重"]),
        },
      ],
      [width, 230],
    );
    let [total, reached] = [0, 0];
    while (total < 0.9 && reached < S) total += own[reached++]!;
    panel.tell([
      `Head ${h} of ${heads()} has slope ${num(slopes[h - 1]!, 6)}. With equal scores and ${num(S)} keys the nearest key gets ${num(own[0]!, 4)}, the farthest ${own[S - 1]!.toExponential(2)}; the nearest ${reached} keys hold 90 % of the weight. Grey: the other heads.`,
      `${heads()} 个头中的第 ${h} 个，斜率 ${num(slopes[h - 1]!, 6)}。分数相等、${num(S)} 个键时，最近的键得 ${num(own[0]!, 4)}，最远的得 ${own[S - 1]!.toExponential(2)}；最近 ${reached} 个键占 90 % 的权重。灰线：其他的头。`,
    ]);
    panel.values(
      [
        panel.say(["head", "头"]),
        panel.say(["slope", "斜率"]),
        panel.say(["weight of the nearest key", "最近的键的权重"]),
      ],
      slopes.map((slope, at) => [String(at + 1), num(slope, 8), num(all[at]![0]!, 6)]),
    );
  });
}
