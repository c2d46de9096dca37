// Places for the choices of a batch: what a capacity drops, and what it leaves empty.
import { bars, legend, lines } from "../chart";
import NOISE from "../data/router_noise.json";
import { num, type Panel, percent } from "../panel";
import { capacityCost, chooseExperts } from "../twin/capacity";

const E = NOISE[0]!.length;
const [LEAST, MOST] = [0.5, 4];
const HEIGHT = 170;

export function draw(panel: Panel): void {
  panel.title(["Expert capacity: dropped or empty", "专家容量：丢弃还是空着"]);
  const factor = panel.slider(["capacity factor", "容量系数"], {
    min: LEAST,
    max: MOST,
    step: 0.05,
    value: 1.25,
    show: (value) => num(value, 2),
  });
  const skew = panel.slider(["skew s of the router", "路由的偏斜 s"], {
    min: 0,
    max: 2,
    step: 0.1,
    value: 0.5,
    show: (value) => num(value, 1),
  });
  const tokens = panel.slider(["tokens N", "词元数 N"], { min: 4, max: 7, value: 7, show: (power) => num(2 ** power) });
  const each = panel.slider(["experts a token, k", "每个词元的专家数 k"], { min: 1, max: 4, value: 2 });
  const picture = panel.picture();
  panel.draws((width) => {
    const [N, k] = [2 ** tokens(), each()];
    // Expert i is wanted in proportion to 1 / i^s: the noise of a draw on top of the logarithm.
    const scores = NOISE.slice(0, N).map((row) => row.map((noise, at) => noise - skew() * Math.log(at + 1)));
    const chosen = chooseExperts(scores, k);
    const { asked, kept, room, dropped, empty } = capacityCost(chosen, E, factor());
    picture.clear(width, 10_000);
    const names = [
      ["a", ["kept", "留下"]],
      ["b", ["dropped", "丢弃"]],
      ["line", ["empty places", "空名额"]],
    ] as const;
    const top = legend(
      picture,
      names.map(([ink, name]) => [ink, panel.say(name)] as const),
      width,
    );
    const list = asked.map((count, at) => ({
      label: `${panel.say(["expert", "专家"])} ${at + 1}`,
      value: Math.max(count, room),
      text: num(count),
      mark: room,
      parts: [
        { ink: "a", value: kept[at]! },
        { ink: "b", value: count - kept[at]! },
        { ink: "line", value: Math.max(room - count, 0) },
      ] as const,
    }));
    const below = bars(picture, list, width, Math.max(room, ...asked), top, 60) + 10;
    const steps = Array.from({ length: 71 }, (_, at) => LEAST + (at * (MOST - LEAST)) / 70);
    const costs = steps.map((step) => capacityCost(chosen, E, step));
    const curves = [
      ["b", ["dropped, of the choices", "丢弃的选择"]],
      ["quiet", ["empty, of the places", "空着的名额"]],
    ] as const;
    const under = legend(
      picture.shifted(below),
      curves.map(([ink, name]) => [ink, panel.say(name)] as const),
      width,
    );
    const chart = picture.shifted(below + under);
    const place = lines(
      chart,
      [
        { ink: "b", points: costs.map((cost, at) => [steps[at]!, cost.dropped] as const) },
        { ink: "quiet", points: costs.map((cost, at) => [steps[at]!, cost.empty] as const) },
      ],
      [
        {
          min: LEAST,
          max: MOST,
          ticks: [1, 2, 3, 4].map((step) => [step, String(step)] as const),
          label: panel.say(["capacity factor", "容量系数"]),
        },
        {
          min: 0,
          max: 1,
          ticks: [
            [0, "0"],
            [0.5, "50%"],
            [1, "100%"],
          ],
          label: panel.say(["share", "占比"]),
        },
      ],
      [width, HEIGHT],
    );
    for (const [share, ink] of [
      [dropped, "b"],
      [empty, "quiet"],
    ] as const) {
      const [x, y] = place([factor(), share]);
      chart.dot(x, y, 4, ink);
    }
    picture.cut(below + under + HEIGHT);
    const busiest = Math.max(...asked);
    const enough = num((busiest * E) / (N * k), 2);
    const even = num((N * k) / E);
    const [wanted, unwanted] = [num(busiest), num(Math.min(...asked))];
    const power = num(skew(), 1);
    panel.tell([
      `${num(N)} tokens choose ${k} of ${E} experts, expert i in proportion to 1 / i^${power}: an even share is ${even} choices, the busiest expert has ${wanted}, the idlest ${unwanted}. Factor ${num(factor(), 2)}, places for each: ${num(room)} (the line). ${percent(dropped)} of the choices are dropped, ${percent(empty)} of the places stay empty. From a factor of ${enough} on nothing is dropped.`,
      `${num(N)} 个词元，从 ${E} 个专家里选 ${k} 个，选专家 i 的机会与 1 / i^${power} 成正比：平均每个专家 ${even} 个选择，最忙的有 ${wanted} 个，最闲的有 ${unwanted} 个。系数 ${num(factor(), 2)}，每个专家 ${num(room)} 个名额（竖线）。丢弃 ${percent(dropped)} 的选择，${percent(empty)} 的名额空着。系数到 ${enough}，就一个也不丢。`,
    ]);
    panel.values(
      [
        panel.say(["capacity factor", "容量系数"]),
        panel.say(["places of each", "每个的名额"]),
        panel.say(["dropped", "丢弃"]),
        panel.say(["empty", "空着"]),
      ],
      [1, 1.25, 1.5, 2, 3, 4].map((step) => {
        const cost = capacityCost(chosen, E, step);
        return [num(step, 2), num(cost.room), num(cost.dropped, 6), num(cost.empty, 6)];
      }),
    );
  });
}
