// Which part of a layer costs what, by length and width.
import { lines } from "../chart";
import LAYERS from "../data/layers.json";
import { num, type Panel, percent } from "../panel";
import { breakEven, type Layer, layerFlops } from "../twin/cost";

const NAMES = Object.keys(LAYERS) as (keyof typeof LAYERS)[];
const INKS = ["a", "b", "c"] as const;
const LOW = 7;
const HIGH = 20;

export function draw(panel: Panel): void {
  panel.title(["Share of the FLOPs by length and width", "按长度和宽度看运算量的占比"]);
  const model = panel.choice(
    ["layer of", "哪个模型的层"],
    NAMES.map((name) => [name, [name, name]] as const),
    "Llama 3.1 8B",
  );
  const length = panel.slider(["tokens n", "词元数 n"], {
    min: LOW,
    max: HIGH,
    step: 0.5,
    value: 13,
    show: (power) => num(Math.round(2 ** power)),
  });
  const factor = panel.slider(["width, times", "宽度的倍数"], {
    min: -2,
    max: 2,
    value: 0,
    show: (power) => `× ${2 ** power}`,
  });
  const skip = panel.tick(["skip masked pairs", "跳过被掩掉的配对"], false);
  const picture = panel.picture();
  panel.draws((width) => {
    const { C, H, G, D, F, matrices } = LAYERS[model()];
    const times = 2 ** factor();
    // Heads keep their width; there are more or fewer of them.
    const heads = (count: number) => Math.max(Math.round(count * times), 1);
    const layer: Layer = { C: C * times, H: heads(H), G: heads(G), D, F: F * times, matrices };
    const parts = (n: number) => {
      const { projections, core, ffn } = layerFlops(layer, n, skip());
      const total = projections + core + ffn;
      return [core / total, ffn / total, projections / total] as const;
    };
    const steps = Array.from({ length: 4 * (HIGH - LOW) + 1 }, (_, at) => Math.round(2 ** (LOW + at / 4)));
    const n = Math.round(2 ** length());
    const now = parts(n);
    picture.clear(width, 230);
    const short: [number, string][] = [
      [128, "128"],
      [1024, "1k"],
      [8192, "8k"],
      [65536, "64k"],
      [524288, "512k"],
    ];
    const place = lines(
      picture,
      INKS.map((ink, at) => ({ ink, points: steps.map((step) => [step, parts(step)[at]!] as const) })),
      [
        { min: 2 ** LOW, max: 2 ** HIGH, log: true, ticks: short, label: panel.say(["tokens n", "词元数 n"]) },
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
      [width, 230],
    );
    const names = [panel.say(["core", "核心"]), panel.say(["FFN", "FFN"]), panel.say(["projections", "投影"])];
    const [x] = place([n, 0]);
    picture.line(x, 10, x, 196, "text", "3 3");
    now.forEach((share, at) => {
      const [, y] = place([n, share]);
      picture.dot(x, y, 3.5, INKS[at]!);
      const right = x < width - 90;
      picture.text(right ? x + 6 : x - 6, y - 5, names[at]!, right ? "start" : "end", INKS[at]!);
    });
    const even = breakEven(layer, skip());
    const said = now.map((share, at) => `${names[at]} ${percent(share)}`);
    panel.tell([
      `C = ${num(layer.C)}, n = ${num(n)}: ${said.join(", ")}. The core overtakes all matrices at n = ${num(even)}.`,
      `C = ${num(layer.C)}，n = ${num(n)}：${said.join("、")}。n = ${num(even)} 时核心的开销超过全部矩阵。`,
    ]);
    panel.values(
      ["n", ...names],
      [256, 1024, 4096, 16384, 65536, 262144].map((step) => [num(step), ...parts(step).map((share) => num(share, 6))]),
    );
  });
}
