// The shape of a schedule, and the loss at which it ends.
import { lines } from "../chart";
import { type Both, num, type Panel, percent } from "../panel";
import { cosine, curvatures, expectedLosses, inverseSqrt, wsd } from "../twin/schedules";

// The quadratic of the picture above.
const CURVATURES = curvatures(13);
const NOISE = 0.1;
const [RATE, LOSS] = [150, 200]; // heights of the two charts
/** Two digits that count. */
const short = (value: number) => String(Number(value.toPrecision(2)));

const KINDS = {
  wsd: ["WSD", "WSD"],
  cosine: ["cosine", "余弦"],
  linear: ["linear", "线性"],
  inverse: ["inverse square root", "平方根倒数"],
  constant: ["constant", "常数"],
} as const satisfies Record<string, Both>;
type Kind = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as Kind[];

/** Some two hundred of the points, the last one among them. */
function thinned(values: readonly number[], first: number): (readonly [number, number])[] {
  const every = Math.ceil(values.length / 200);
  const kept = values.map((value, at) => [at + first, value] as const);
  return kept.filter((_, at) => at % every === 0 || at === values.length - 1);
}

export function draw(panel: Panel): void {
  panel.title(["Learning rate schedules: shape and loss", "学习率调度：形状与损失"]);
  const kind = panel.choice(
    ["schedule", "调度"],
    NAMES.map((name) => [name, KINDS[name]] as const),
    "wsd",
  );
  const peak = panel.slider(["peak rate", "峰值学习率"], {
    min: -8,
    max: 0,
    value: -4,
    show: (power) => short(10 ** (power / 4)),
  });
  const warmup = panel.slider(["steps of warmup", "预热步数"], { min: 10, max: 500, step: 10, value: 50 });
  const length = panel.slider(["steps in all", "总步数"], { min: 600, max: 4000, step: 200, value: 2000, show: num });
  const cooling = panel.slider(["cooldown of WSD", "WSD 的冷却"], {
    min: 0.02,
    max: 0.8,
    step: 0.02,
    value: 0.2,
    show: (share) => percent(share, 0),
  });
  const lowest = panel.slider(["floor", "最低值"], {
    min: 0,
    max: 0.5,
    step: 0.02,
    value: 0.1,
    show: (f) => num(f, 2),
  });
  const picture = panel.picture();
  panel.draws((width) => {
    const [W, T, f, top] = [warmup(), length(), lowest(), 10 ** (peak() / 4)];
    const cooldown = Math.min(Math.round(cooling() * T), T - W);
    const shapes: Record<Kind, (t: number) => number> = {
      wsd: (t) => wsd(t, W, T, cooldown, f),
      cosine: (t) => cosine(t, W, T, f),
      linear: (t) => wsd(t, W, T, T - W, f),
      inverse: (t) => inverseSqrt(t, W),
      constant: (t) => wsd(t, W, T, cooldown, 1),
    };
    const runs = NAMES.map((name) => {
      const shares = Array.from({ length: T }, (_, at) => shapes[name](at + 1));
      const losses = expectedLosses(
        shares.map((share) => top * share),
        CURVATURES,
        NOISE,
      );
      const area = shares.reduce((sum, share) => sum + share, 0);
      return { name, title: panel.say(KINDS[name]), shares, losses, area, end: losses[T]! };
    });
    const own = runs.find(({ name }) => name === kind())!;
    const others = runs.filter((run) => run !== own).map((run) => ({ run, dash: "2 4" }));
    const drawn = [...others, { run: own, dash: "" }];
    const steps = {
      min: 0,
      max: T,
      ticks: [0, T / 2, T].map((step) => [step, num(step)] as const),
      label: panel.say(["step", "步"]),
    };
    picture.clear(width, RATE + LOSS);
    lines(
      picture,
      drawn.map(
        ({ run, ...how }) => ({ ...how, ink: how.dash ? "quiet" : "a", points: thinned(run.shares, 1) }) as const,
      ),
      [
        steps,
        {
          min: 0,
          max: 1,
          ticks: [
            [0, "0"],
            [0.5, "0.5"],
            [1, "1"],
          ],
          label: panel.say(["share of peak", "峰值的比例"]),
        },
      ],
      [width, RATE],
    );
    const place = lines(
      picture.shifted(RATE),
      drawn.map(
        ({ run, ...how }) => ({ ...how, ink: how.dash ? "quiet" : "b", points: thinned(run.losses, 0) }) as const,
      ),
      [
        steps,
        {
          min: 0.005,
          max: 1.2,
          log: true,
          ticks: [
            [0.01, "0.01"],
            [0.1, "0.1"],
            [1, "1"],
          ],
          label: panel.say(["expected loss", "期望损失"]),
        },
      ],
      [width, LOSS],
    );
    const [x, y] = place([T, own.end]);
    picture.dot(x, RATE + y, 3.5, "b");
    const best = runs.reduce((one, other) => (other.end < one.end ? other : one));
    panel.tell([
      `Peak ${short(top)}, ${own.title}, ${num(W)} of ${num(T)} steps of warmup: the last rate is ${percent(own.shares[T - 1]!, 0)} of the peak, the area under the curve that of ${num(own.area)} steps at the peak. The expected loss ends at ${num(own.end, 4)}; lowest of the five at this peak: ${best.title}, ${num(best.end, 4)}. Dotted: the others.`,
      `峰值 ${short(top)}，${own.title}，共 ${num(T)} 步，预热 ${num(W)} 步：最后一步的学习率是峰值的 ${percent(own.shares[T - 1]!, 0)}，曲线下的面积等于在峰值走 ${num(own.area)} 步。期望损失最后是 ${num(own.end, 4)}；同样的峰值下五种里最低的是${best.title}，${num(best.end, 4)}。虚线：其他几种。`,
    ]);
    panel.values(
      [
        panel.say(["schedule", "调度"]),
        panel.say(["area, in steps", "面积（步）"]),
        panel.say(["last rate", "最后的学习率"]),
        panel.say(["last loss", "最后的损失"]),
      ],
      runs.map(({ title, area, shares, end }) => [title, num(area), num(top * shares[T - 1]!, 6), num(end, 6)]),
    );
  });
}
