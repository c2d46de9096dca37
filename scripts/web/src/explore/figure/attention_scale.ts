// One query against 64 keys: what dividing by √d_k does to the weights and to the gradient.
import { legend, lines } from "../chart";
import PRODUCTS from "../data/dot_products.json";
import { num, type Panel } from "../panel";
import { scaledScores, scoreSpread } from "../twin/scores";
import { jacobianNorm, softmax } from "../twin/softmax";

const WIDTHS = Object.keys(PRODUCTS) as (keyof typeof PRODUCTS)[];

export function draw(panel: Panel): void {
  panel.title(["Scores and the scale √d_k: choose a width", "分数与 √d_k 缩放：选一个宽度"]);
  const width = panel.slider(["width of the head d_k", "头的宽度 d_k"], {
    min: 0,
    max: WIDTHS.length - 1,
    value: 3,
    show: (at) => WIDTHS[at]!,
  });
  const scaled = panel.tick(["divide by √d_k", "除以 √d_k"], true);
  const picture = panel.picture();
  panel.draws((across) => {
    const d = WIDTHS[width()]!;
    const scores = scaledScores(PRODUCTS[d], scaled() ? Number(d) : 1);
    const weights = softmax(scores).sort((a, b) => b - a);
    const other = softmax(scaledScores(PRODUCTS[d], scaled() ? 1 : Number(d))).sort((a, b) => b - a);
    const spread = scoreSpread(scores);
    const gradient = jacobianNorm(scores);
    picture.clear(across, 220);
    const place = lines(
      picture,
      [],
      [
        {
          min: -1,
          max: 64,
          ticks: [
            [0, "1"],
            [31, "32"],
            [63, "64"],
          ],
          label: panel.say(["keys, from the largest weight down", "键，按权重从大到小"]),
        },
        {
          min: 0,
          max: 1,
          ticks: [
            [0, "0"],
            [0.5, "0.5"],
            [1, "1"],
          ],
          label: panel.say(["weight", "权重"]),
        },
      ],
      [across, 220],
    );
    weights.forEach((value, at) => {
      const [x, y] = place([at, value]);
      const [, floor] = place([at, 0]);
      picture.rect(x - across / 180, y, across / 90, floor - y, "a");
    });
    picture.curve(
      other.map((value, at) => place([at, value])),
      "b",
    );
    const names = [panel.say(["divided by √d_k", "除以 √d_k"]), panel.say(["not divided", "不除"])];
    legend(
      picture,
      [
        ["a", names[scaled() ? 0 : 1]!],
        ["b", names[scaled() ? 1 : 0]!],
      ],
      across - 110,
      110,
    );
    panel.tell([
      `d_k = ${d}, ${scaled() ? "scaled" : "not scaled"}: the scores have standard deviation ${num(spread, 2)}, the largest of 64 weights is ${num(weights[0]!, 3)}, the norm of the softmax Jacobian is ${num(gradient, 4)}.`,
      `d_k = ${d}，${scaled() ? "已缩放" : "未缩放"}：分数的标准差是 ${num(spread, 2)}，64 个权重中最大的是 ${num(weights[0]!, 3)}，softmax 雅可比矩阵的范数是 ${num(gradient, 4)}。`,
    ]);
    panel.values(
      [panel.say(["rank", "名次"]), panel.say(["weight", "权重"])],
      weights.slice(0, 8).map((value, at) => [String(at + 1), num(value, 6)]),
    );
  });
}
