// What a budget buys: the best size, and the loss of models that are smaller or larger.
import { legend, lines } from "../chart";
import LAWS from "../data/laws.json";
import { type Both, num, type Panel } from "../panel";
import { lossParts, optimalSize, tokensFor } from "../twin/scaling";

const FITS = {
  corrected: ["corrected (2024)", "修正的（2024）"],
  printed: ["printed (2022)", "印出的（2022）"],
  unrounded: ["in its source (2022)", "源文件里的（2022）"],
} as const satisfies Record<keyof typeof LAWS, Both>;
const SPAN = 2 ** 5.5; // how far the curve goes to either side of the best size
const HEIGHT = 240;

const ENGLISH = [
  [1e12, "T"],
  [1e9, "B"],
  [1e6, "M"],
  [1e3, "k"],
] as const;
const CHINESE = [
  [1e12, "万亿"],
  [1e8, "亿"],
  [1e4, "万"],
] as const;

export function draw(panel: Panel): void {
  const large = (value: number) => {
    const [unit, name] = (panel.zh ? CHINESE : ENGLISH).find(([unit]) => value >= unit) ?? [1, ""];
    return `${Number((value / unit).toPrecision(3)).toLocaleString("en")} ${name}`.trim();
  };
  panel.title(["A budget, and how it is spent", "一份预算，怎么花"]);
  const fit = panel.choice(
    ["fit", "拟合"],
    (Object.keys(FITS) as (keyof typeof FITS)[]).map((name) => [name, FITS[name]] as const),
    "corrected",
  );
  const flops = (power: number) => (10 ** power).toExponential(1).replace("e+", "e");
  const budget = panel.slider(["FLOPs C", "计算量 C"], { min: 18, max: 28, step: 0.25, value: 23.75, show: flops });
  const factor = panel.slider(["size, times the best", "最佳规模的倍数"], {
    min: -5,
    max: 5,
    step: 0.25,
    value: -1,
    show: (power) => `× ${Number((2 ** power).toPrecision(3))}`,
  });
  const picture = panel.picture();
  panel.draws((width) => {
    const [law, C, share] = [LAWS[fit()], 10 ** budget(), 2 ** factor()];
    const best = optimalSize(law, C);
    const at = (N: number) => ({ N, D: C / (6 * N), ...lossParts(law, N, C / (6 * N)) });
    const [least, chosen] = [at(best), at(share * best)];
    const curve = Array.from({ length: 89 }, (_, step) => at(best * SPAN ** (step / 44 - 1)));
    const top = Math.max(...curve.map(({ loss }) => loss));
    const decades = Array.from({ length: 24 }, (_, power) => 10 ** power);
    const sizes = decades.filter((N) => N >= best / SPAN && N <= best * SPAN);
    picture.clear(width, 10_000);
    const names = [
      ["a", ["loss", "损失"]],
      ["c", ["E + A / N^α: too small", "E + A / N^α：模型太小"]],
      ["d", ["E + B / D^β: read too little", "E + B / D^β：读得太少"]],
    ] as const;
    const below = legend(
      picture,
      names.map(([ink, name]) => [ink, panel.say(name)] as const),
      width,
    );
    const place = lines(
      picture.shifted(below),
      [
        { ink: "c", points: curve.map(({ N, size }) => [N, law.E + size] as const), dash: "4 3" },
        { ink: "d", points: curve.map(({ N, data }) => [N, law.E + data] as const), dash: "4 3" },
        { ink: "a", points: curve.map(({ N, loss }) => [N, loss] as const) },
      ],
      [
        {
          min: best / SPAN,
          max: best * SPAN,
          log: true,
          ticks: sizes.map((N) => [N, large(N)] as const),
          label: panel.say(["parameters N, at 6 N D = C", "参数 N，6 N D = C"]),
        },
        {
          min: law.E,
          max: top,
          ticks: [law.E, least.loss, top].map((loss) => [loss, num(loss, 2)] as const),
          label: panel.say(["loss, nats a token", "损失，每词元 nat"]),
        },
      ],
      [width, HEIGHT],
    );
    for (const [{ N, loss }, ink] of [
      [least, "text"],
      [chosen, "b"],
    ] as const) {
      const [x, y] = place([N, loss]);
      picture.dot(x, below + y, 4.5, ink);
    }
    picture.cut(below + HEIGHT);
    const tokens = tokensFor(least.loss, chosen.N, law);
    const digits = (value: number) =>
      Number(value.toPrecision(3)).toLocaleString("en", { maximumSignificantDigits: 3 });
    const compute = (tokens * chosen.N) / (least.D * least.N);
    const reach: Both = Number.isFinite(tokens)
      ? [
          `takes ${digits(compute)} times the compute and ${large(tokens)} tokens`,
          `要 ${digits(compute)} 倍的计算量、${large(tokens)}个词元`,
        ]
      : ["has too few parameters, whatever it reads", "参数太少，读多少都不够"];
    const each = ({ N, D }: { N: number; D: number }) => digits(D / N);
    const [higher, of] = [num(chosen.loss - least.loss, 4), digits(share)];
    panel.tell([
      `Best for ${flops(budget())} FLOPs, the lowest point: N = ${large(best)}, D = ${large(least.D)}, ${each(least)} tokens a parameter, loss ${num(least.loss, 4)}. The orange dot, ${of} times the size: N = ${large(chosen.N)}, D = ${large(chosen.D)}, ${each(chosen)} tokens a parameter, loss ${higher} higher. To reach the lowest loss, this size ${reach[0]}; a token served costs ${of} times as much.`,
      `${flops(budget())} 次浮点运算的最优选择，即最低点：N = ${large(best)}，D = ${large(least.D)}，每个参数 ${each(least)} 个词元，损失 ${num(least.loss, 4)}。橙色点，规模是它的 ${of} 倍：N = ${large(chosen.N)}，D = ${large(chosen.D)}，每个参数 ${each(chosen)} 个词元，损失高 ${higher}。要降到最低点的损失，这个规模${reach[1]}；服务一个词元的成本是 ${of} 倍。`,
    ]);
    panel.values(
      [panel.say(["size, times", "规模的倍数"]), "N", "D", "D / N", panel.say(["loss", "损失"])],
      [0.125, 0.25, 0.5, 1, 2, 4, 8].map((times) => {
        const run = at(times * best);
        return [String(times), large(run.N), large(run.D), each(run), num(run.loss, 6)];
      }),
    );
  });
}
