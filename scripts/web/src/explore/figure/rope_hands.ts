// Two hands that turn with their positions: the angle between them knows only the distance.
import { num, type Panel } from "../panel";
import { pairFrequencies, pairScore, turned } from "../twin/positions";

const D = 64;

export function draw(panel: Panel): void {
  panel.title(["RoPE: turn the hands", "RoPE：转动指针"]);
  const query = panel.slider(["position of q", "q 的位置"], { min: 0, max: 64, value: 9 });
  const key = panel.slider(["position of k", "k 的位置"], { min: 0, max: 64, value: 6 });
  const pair = panel.slider(["pair p of 32", "第 p 对（共 32 对）"], { min: 0, max: D / 2 - 1, value: 3 });
  const base = panel.slider(["base", "基数"], { min: 3, max: 7, value: 4, show: (power) => num(10 ** power) });
  const picture = panel.picture();
  panel.draws((width) => {
    const frequencies = pairFrequencies(D, 10 ** base());
    const across = Math.min(width, 640);
    const big = Math.min(across * 0.36, 130);
    const small = Math.min((across - 2 * big - 30) / 2, big);
    const count = Math.min(Math.max(Math.floor((across - 2 * big - 24) / 46), 1), 6);
    picture.clear(width, 2 * big + 34);
    const dial = (cx: number, cy: number, r: number, p: number, large: boolean) => {
      picture.add("circle", { cx, cy, r, class: "stroke-line", fill: "none" });
      for (const [name, position, ink] of [
        ["q", query(), "a"],
        ["k", key(), "b"],
      ] as const) {
        const [x, y] = turned([1, 0], position, frequencies[p]!);
        picture.curve(
          [
            [cx, cy],
            [cx + r * x, cy - r * y],
          ],
          ink,
        );
        picture.dot(cx + r * x, cy - r * y, large ? 3.5 : 2, ink);
        if (large) picture.text(cx + (r - 14) * x + 8 * y, cy - (r - 14) * y + 4 + 8 * x, name, "middle", ink);
      }
    };
    dial(big + 4, big + 6, big - 4, pair(), true);
    picture.text(big + 4, 2 * big + 22, `p = ${pair()}`, "middle", "quiet");
    const rows = Math.max(Math.min(Math.floor((2 * big) / 58), 4), 1);
    const shown = Array.from({ length: count * rows }, (_, at) =>
      Math.round((at * (D / 2 - 1)) / Math.max(count * rows - 1, 1)),
    );
    const r = Math.min(19, small);
    shown.forEach((p, at) => {
      const x = 2 * big + 40 + (at % count) * 46;
      const y = 26 + Math.floor(at / count) * 58;
      dial(x, y, r, p, false);
      picture.text(x, y + r + 13, `p = ${p}`, "middle", "quiet");
    });
    const w = frequencies[pair()]!;
    const score = pairScore(query(), key(), w);
    const distance = query() - key();
    panel.tell([
      `Pair ${pair()} turns by ${num(w, 6)} rad per position: q at ${query()} and k at ${key()} are ${num(distance)} apart, an angle of ${num(distance * w, 4)} rad; the score of equal contents is ${num(score, 4)}. Move both by the same amount: it stays.`,
      `第 ${pair()} 对每个位置转 ${num(w, 6)} 弧度：q 在 ${query()}、k 在 ${key()}，相距 ${num(distance)}，夹角 ${num(distance * w, 4)} 弧度；内容相同时分数为 ${num(score, 4)}。两个位置同时移动同样多，它不变。`,
    ]);
    panel.values(
      [panel.say(["pair", "对"]), panel.say(["rad per position", "每位置弧度"]), "cos"],
      frequencies.map((frequency, p) => [String(p), num(frequency, 8), num(pairScore(query(), key(), frequency), 6)]),
    );
  });
}
