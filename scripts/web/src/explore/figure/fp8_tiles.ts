// One outlier among 32 numbers: what rounding to eight bits does to the others, with one scale and with tiles.
import { legend } from "../chart";
import { num, type Panel, percent } from "../panel";
import { quantize, relativeError } from "../twin/float8";

const NUMBERS = [
  0.13, -0.13, 0.64, 0.1, -0.54, 0.36, 1.3, 0.95, -0.7, -1.27, -0.62, 0.04, -2.33, -0.22, -1.25, -0.73, -0.54, -0.32,
  0.41, 1.04, -0.13, 1.37, -0.67, 0.35, 0.9, 0.09, -0.74, -0.92, -0.46, 0.22, -1.01, -0.21,
];
const OUTLIER = 10;

export function draw(panel: Panel): void {
  panel.title(["FP8: one outlier, with and without tiles", "FP8：一个离群值，分块与不分块"]);
  const size = panel.slider(["size of the outlier", "离群值的大小"], {
    min: 0,
    max: 8,
    step: 0.5,
    value: 5,
    show: (power) => num(Math.round(10 ** power)),
  });
  const tile = panel.slider(["numbers in a tile", "每块多少个数"], {
    min: 1,
    max: 5,
    value: 3,
    show: (power) => String(2 ** power),
  });
  const format = panel.choice(
    ["format", "格式"],
    [
      ["4 3", ["E4M3", "E4M3"]],
      ["5 2", ["E5M2", "E5M2"]],
    ],
    "4 3",
  );
  const picture = panel.picture();
  panel.draws((width) => {
    const [exponent, mantissa] = format().split(" ").map(Number) as [number, number];
    const x = NUMBERS.map((value, at) => (at === OUTLIER ? Math.round(10 ** size()) : value));
    const one = quantize(x, x.length, exponent, mantissa);
    const tiled = quantize(x, 2 ** tile(), exponent, mantissa);
    const errors = [one, tiled].map((rounded) => relativeError(x, rounded, OUTLIER));
    picture.clear(width, 10_000);
    const top = legend(
      picture,
      [
        ["quiet", panel.say(["exact", "精确值"])],
        ["b", panel.say(["one scale", "一个缩放"])],
        ["a", panel.say([`tiles of ${2 ** tile()}`, `每块 ${2 ** tile()} 个`])],
      ],
      width,
    );
    const step = width / x.length;
    const middle = top + 70;
    const y = (value: number) => middle - Math.max(Math.min(value, 2.6), -2.6) * 26;
    picture.line(0, middle, width, middle, "line");
    x.forEach((value, at) => {
      const left = at * step;
      if (at % 2 ** tile() === 0) picture.line(left, top, left, top + 140, "line");
      if (at === OUTLIER) {
        picture.text(left + step / 2, top + 10, "▲", "middle", "quiet");
        return;
      }
      const bar = (height: number, from: number, ink: "quiet" | "a" | "b", part: number) =>
        picture.rect(left + from * step, Math.min(y(height), middle), part * step, Math.abs(y(height) - middle), ink);
      bar(value, 0.1, "quiet", 0.22);
      bar(one[at]!, 0.38, "b", 0.22);
      bar(tiled[at]!, 0.66, "a", 0.22);
    });
    picture.cut(top + 146);
    const lost = (rounded: number[]) => rounded.filter((value, at) => value === 0 && x[at] !== 0).length;
    panel.tell([
      `An outlier of ${num(x[OUTLIER]!)} (▲): with one scale the other 31 numbers are off by ${percent(errors[0]!, 2)} and ${lost(one)} become 0; with tiles of ${2 ** tile()} by ${percent(errors[1]!, 2)}, and ${lost(tiled)} become 0.`,
      `离群值为 ${num(x[OUTLIER]!)}（▲）：只用一个缩放时，其余 31 个数的误差是 ${percent(errors[0]!, 2)}，${lost(one)} 个变成 0；每块 ${2 ** tile()} 个时误差 ${percent(errors[1]!, 2)}，${lost(tiled)} 个变成 0。`,
    ]);
    panel.values(
      [panel.say(["exact", "精确值"]), panel.say(["one scale", "一个缩放"]), panel.say(["tiles", "分块"])],
      x.map((value, at) => [num(value, 2), num(one[at]!, 6), num(tiled[at]!, 6)]),
    );
  });
}
