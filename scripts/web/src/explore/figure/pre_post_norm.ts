// Gradient norms and the spread of the stream, layer by layer, as the card's code computed them.
import { legend, lines } from "../chart";
import DATA from "../data/norm_profiles.json";
import { num, type Panel } from "../panel";

const DEPTHS = Object.keys(DATA.pre) as (keyof typeof DATA.pre)[];

export function draw(panel: Panel): void {
  panel.title(["Pre-Norm and Post-Norm by depth", "不同深度下的 Pre-Norm 与 Post-Norm"]);
  const what = panel.choice(
    ["show", "显示"],
    [
      ["grads", ["gradient norm of each layer", "每层的梯度范数"]],
      ["stds", ["spread of the stream", "残差流的标准差"]],
    ],
    "grads",
  );
  const depth = panel.slider(["layers", "层数"], {
    min: 0,
    max: DEPTHS.length - 1,
    value: 5,
    show: (at) => DEPTHS[at]!,
  });
  const place = panel.slider(["layer, from the input", "看哪一层（占深度）"], {
    min: 0,
    max: 100,
    step: 5,
    value: 100,
    show: (at) => `${at} %`,
  });
  const picture = panel.picture();
  panel.draws((width) => {
    const key = DEPTHS[depth()]!;
    const [pre, post] = [DATA.pre[key][what()], DATA.post[key][what()]];
    const at = Math.round((place() / 100) * (pre.length - 1));
    const layer = what() === "grads" ? at + 1 : at;
    const most = Math.max(...pre, ...post);
    const first = what() === "grads" ? 1 : 0;
    const points = (list: readonly number[]) => list.map((value, i) => [i + first, value] as const);
    const last = pre.length - 1 + first;
    picture.clear(width, 240);
    const name =
      what() === "grads" ? panel.say(["gradient norm", "梯度范数"]) : panel.say(["standard deviation", "标准差"]);
    const put = lines(
      picture,
      [
        { ink: "a", points: points(pre) },
        { ink: "b", points: points(post) },
      ],
      [
        {
          min: first,
          max: Math.max(last, first + 1),
          ticks: [
            [first, String(first)],
            [Math.max(last, first + 1), String(Math.max(last, first + 1))],
          ],
          label: panel.say(["layer", "层"]),
        },
        {
          min: 0,
          max: most * 1.15,
          ticks: [
            [0, "0"],
            [most / 2, num(most / 2, most > 20 ? 0 : 1)],
            [most, num(most, most > 20 ? 0 : 1)],
          ],
          label: name,
        },
      ],
      [width, 240],
    );
    for (const [list, ink] of [
      [pre, "a"],
      [post, "b"],
    ] as const) {
      const [x, y] = put([layer, list[at]!]);
      picture.dot(x, y, 4, ink);
    }
    legend(
      picture,
      [
        ["a", "Pre-Norm"],
        ["b", "Post-Norm"],
      ],
      width - 60,
      56,
    );
    panel.tell([
      `${key} layers, ${name} at layer ${layer}: Pre-Norm ${num(pre[at]!, 3)}, Post-Norm ${num(post[at]!, 3)} (random weights, seed 0; looked at ${place()} % of the depth).`,
      `${key} 层，第 ${layer} 层的${name}：Pre-Norm ${num(pre[at]!, 3)}，Post-Norm ${num(post[at]!, 3)}（随机权重，种子 0；位于深度的 ${place()} %）。`,
    ]);
    panel.values(
      [panel.say(["layer", "层"]), "Pre-Norm", "Post-Norm"],
      pre.map((value, i) => [String(i + first), num(value, 6), num(post[i]!, 6)]),
    );
  });
}
