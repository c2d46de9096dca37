// How three ways of stretching a context slow the pairs down.
import { legend, lines } from "../chart";
import { num, type Panel } from "../panel";
import { ntkBase, pairFrequencies, yarnFrequencies } from "../twin/positions";

const D = 64;

export function draw(panel: Panel): void {
  panel.title(["Stretching a context: PI, NTK-aware, YaRN", "扩展上下文：PI、NTK-aware、YaRN"]);
  const stretch = panel.slider(["stretched by s", "扩展倍数 s"], {
    min: 1,
    max: 5,
    value: 3,
    show: (power) => num(2 ** power),
  });
  const trained = panel.slider(["trained on L tokens", "训练长度 L"], {
    min: 9,
    max: 14,
    value: 11,
    show: (power) => num(2 ** power),
  });
  const base = panel.slider(["base", "基数"], {
    min: 3,
    max: 6,
    step: 0.5,
    value: 4,
    show: (power) => num(10 ** power),
  });
  const chosen = panel.slider(["pair p", "第 p 对"], { min: 0, max: D / 2 - 1, value: 16 });
  const picture = panel.picture();
  panel.draws((width) => {
    const [s, L, b, p] = [2 ** stretch(), 2 ** trained(), 10 ** base(), chosen()];
    const w = pairFrequencies(D, b);
    const methods = [
      ["PI", "a", w.map((value) => value / s)],
      ["NTK-aware", "b", pairFrequencies(D, ntkBase(b, s, D))],
      ["YaRN", "c", yarnFrequencies(D, s, L, b)],
    ] as const;
    picture.clear(width, 230);
    const place = lines(
      picture,
      methods.map(([, ink, now]) => ({ ink, points: now.map((value, at) => [at, w[at]! / value] as const) })),
      [
        {
          min: 0,
          max: D / 2 - 1,
          ticks: [
            [0, "0"],
            [8, "8"],
            [16, "16"],
            [24, "24"],
            [31, "31"],
          ],
          label: panel.say(["pair, from fast to slow", "第几对，由快到慢"]),
        },
        {
          min: 0,
          max: s * 1.15,
          ticks: [
            [1, "1"],
            [s, String(s)],
          ],
          label: panel.say(["slowed down by", "放慢倍数"]),
        },
      ],
      [width, 230],
    );
    const [x] = place([p, 0]);
    picture.line(x, 10, x, 196, "text", "3 3");
    legend(
      picture,
      methods.map(([name, ink]) => [ink, name] as const),
      width - 60,
      56,
    );
    const turns = (L * w[p]!) / (2 * Math.PI);
    const said = methods.map(([name, , now]) => `${name} ${num(w[p]! / now[p]!, 3)}`);
    panel.tell([
      `Pair ${p} makes ${num(turns, 2)} turns in ${num(L)} tokens. Stretched by ${s} it is slowed down by: ${said.join(", ")}.`,
      `第 ${p} 对在 ${num(L)} 个词元里转 ${num(turns, 2)} 圈。扩展 ${s} 倍时放慢：${said.join("、")}。`,
    ]);
    panel.values(
      [panel.say(["pair", "对"]), ...methods.map(([name]) => name)],
      w.map((value, at) => [String(at), ...methods.map(([, , now]) => num(value / now[at]!, 6))]),
    );
  });
}
