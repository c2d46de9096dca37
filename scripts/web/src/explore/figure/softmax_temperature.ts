// Four scores and a temperature: the weights of softmax(z / T).
import { bars } from "../chart";
import { num, type Panel } from "../panel";
import { softmax } from "../twin/softmax";

export function draw(panel: Panel): void {
  panel.title(["Softmax with a temperature: move it", "带温度的 softmax：动手试试"]);
  const temperature = panel.slider(["temperature T", "温度 T"], {
    min: -3,
    max: 3,
    step: 0.1,
    value: 0,
    show: (power) => num(2 ** power, 2),
  });
  const scores = [2, 1, 0.5, -1].map((value, at) =>
    panel.slider([`score z${at + 1}`, `分数 z${at + 1}`], {
      min: -4,
      max: 4,
      step: 0.1,
      value,
      show: (z) => num(z, 1),
    }),
  );
  const picture = panel.picture();
  panel.draws((width) => {
    const [T, z] = [2 ** temperature(), scores.map((score) => score())];
    const weights = softmax(z.map((score) => score / T));
    picture.clear(width, 4 + 4 * 22 + 6);
    const list = weights.map((value, at) => ({
      label: `z${at + 1} = ${num(z[at]!, 1)}`,
      value,
      text: num(value, 4),
      mark: 1 / 4,
    }));
    bars(picture, list, width, 1);
    const most = Math.max(...weights);
    const said = weights.map((value) => num(value, 3)).join(", ");
    panel.tell([
      `At T = ${num(T, 2)} the weights are ${said}. The largest is ${num(most, 3)}; the line marks the uniform weight, 0.25.`,
      `T = ${num(T, 2)} 时权重为 ${said}。最大的是 ${num(most, 3)}；竖线是均匀分布的权重 0.25。`,
    ]);
    panel.values(
      [panel.say(["score", "分数"]), "z / T", panel.say(["weight", "权重"])],
      weights.map((value, at) => [num(z[at]!, 1), num(z[at]! / T, 4), num(value, 6)]),
    );
  });
}
