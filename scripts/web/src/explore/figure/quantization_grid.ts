// The marks that a few bits leave to each group of weights, and what an outlier does to its group.
import { bars, legend } from "../chart";
import DATA from "../data/weights.json";
import { num, type Panel, percent } from "../panel";
import type { Picture } from "../picture";
import { errorNorm, quantizeGroups } from "../twin/integers";

const OUTLIER = 10;
const SIZES = [4, 8, 16, 32];
const [HALF, REACH] = [85, 2.8]; // pixels, and the weight that is drawn so far from the middle

/** The marks of one group, or a band where they lie too close to be told apart. */
function marks(picture: Picture, [left, width]: readonly [number, number], middle: number, scale: number, top: number) {
  const step = (scale * HALF) / REACH;
  const high = Math.min(top * step, HALF);
  if (step < 2.5) return picture.rect(left, middle - high, width, 2 * high, "line");
  for (let level = 0; level * step <= high + 1e-9; level++) {
    for (const y of [middle - level * step, middle + level * step]) picture.rect(left, y - 0.5, width, 1, "quiet", 0.5);
  }
}

export function draw(panel: Panel): void {
  panel.title(["Few bits: marks, groups and an outlier", "低位量化：刻度、分组与离群值"]);
  const width = panel.slider(["bits b", "位数 b"], { min: 2, max: 8, value: 4 });
  const power = panel.slider(["weights in a group", "每组权重数"], {
    min: 2,
    max: 5,
    value: 3,
    show: (value) => String(2 ** value),
  });
  const size = panel.slider(["the outlier (▲)", "离群值（▲）"], { min: 1, max: 60, value: 12 });
  const picture = panel.picture();
  panel.draws((across) => {
    const [bits, group, high] = [width(), 2 ** power(), size()];
    const w = DATA.map((value, at) => (at === OUTLIER ? high : value));
    const { q, scales, back } = quantizeGroups(w, bits, group);
    const groupOf = (at: number, many = group) => Math.floor(at / many);
    /** Error of the weights beside the outlier, in its group or outside. */
    const error = (inside: boolean, read = back, many = group) => {
      const of = (at: number) => at !== OUTLIER && (groupOf(at, many) === groupOf(OUTLIER, many)) === inside;
      const kept = (values: readonly number[]) => values.filter((_, at) => of(at));
      return errorNorm(kept(read), kept(w));
    };
    const rest = (values: readonly number[]) => values.filter((_, at) => at !== OUTLIER);
    picture.clear(across, 10_000);
    const top = legend(
      picture,
      [
        ["a", panel.say(["weight", "权重"])],
        ["b", panel.say(["rounded to a mark", "舍入到刻度"])],
        ["quiet", panel.say(["marks of the group", "这一组的刻度"])],
      ],
      across,
    );
    const [step, middle] = [across / w.length, top + HALF + 2];
    scales.forEach((scale, at) => {
      marks(picture, [at * group * step + 1, group * step - 4], middle, scale, 2 ** (bits - 1) - 1);
    });
    const y = (value: number) => middle - (Math.max(Math.min(value, REACH), -REACH) * HALF) / REACH;
    w.forEach((value, at) => {
      const x = (at + 0.5) * step - 1;
      if (at === OUTLIER && value > REACH) {
        picture.text(x, middle - HALF + 9, "▲", "middle", "b");
        return;
      }
      picture.line(x, y(value), x, y(back[at]!), "b");
      picture.dot(x, y(back[at]!), 3, "b");
      picture.dot(x, y(value), 2.2, "a");
    });
    const below = middle + HALF + 22;
    picture.text(
      0,
      below - 6,
      panel.say([`error of the other 31, at ${bits} bits`, `其余 31 个的误差，${bits} 位`]),
      "start",
    );
    const list = SIZES.map((many) => {
      const share = errorNorm(rest(quantizeGroups(w, bits, many).back), rest(w));
      return {
        label: panel.say([`groups of ${many}`, `每组 ${many} 个`]),
        value: share,
        text: percent(share),
        ink: many === group ? ("c" as const) : ("quiet" as const),
        stored: bits + 16 / many,
      };
    });
    picture.cut(bars(picture, list, across, Math.max(...list.map(({ value }) => value)), below, 84) + 4);
    const zeros = q.filter((value, at) => value === 0 && w[at] !== 0).length;
    const outside = group < w.length;
    const stored = num(bits + 16 / group, 2);
    panel.tell([
      `${bits} bits have ${2 ** bits - 1} marks. In the group of the outlier they lie ${num(scales[groupOf(OUTLIER)]!, 2)} apart: its ${group - 1} neighbours are off by ${percent(error(true))}${outside ? `, the weights of the other groups by ${percent(error(false))}` : ""}; rounded to 0: ${zeros} of 32. With a 16-bit scale for each ${group} weights a weight takes ${stored} bits.`,
      `${bits} 位有 ${2 ** bits - 1} 个刻度。离群值所在的组里，刻度相距 ${num(scales[groupOf(OUTLIER)]!, 2)}：它的 ${group - 1} 个邻居误差 ${percent(error(true))}${outside ? `，其他组的权重误差 ${percent(error(false))}` : ""}；32 个里有 ${zeros} 个舍入成 0。每 ${group} 个权重一个 16 位的缩放，每个权重占 ${stored} 位。`,
    ]);
    panel.values(
      [
        panel.say(["weight", "权重"]),
        panel.say(["integer q", "整数 q"]),
        panel.say(["scale s", "缩放 s"]),
        panel.say(["read back", "读回"]),
      ],
      w.map((value, at) => [num(value, 2), String(q[at]), num(scales[groupOf(at)]!, 6), num(back[at]!, 6)]),
    );
  });
}
