// Four masks, and which tokens can influence which outputs after some layers.
import { grid, legend } from "../chart";
import { num, type Panel, percent } from "../panel";
import { causalMask, prefixMask, reach, sinkMask, windowMask } from "../twin/masks";

const T = 24;

export function draw(panel: Panel): void {
  panel.title(["Masks and their reach over layers", "掩码，以及多层之后的影响范围"]);
  const kind = panel.choice(
    ["mask", "掩码"],
    [
      ["window", ["causal window", "因果窗口"]],
      ["sinks", ["window and sinks", "窗口加汇聚点（sink）"]],
      ["prefix", ["prefix", "前缀"]],
      ["causal", ["causal", "因果"]],
    ],
    "window",
  );
  const window = panel.slider(["keys in the window", "窗口内的键数"], { min: 1, max: 12, value: 4 });
  const first = panel.slider(["sinks or prefix", "汇聚点或前缀的长度"], { min: 1, max: 12, value: 2 });
  const layers = panel.slider(["layers", "层数"], { min: 1, max: 12, value: 3 });
  const picture = panel.picture();
  panel.draws((width) => {
    const masks = {
      causal: () => causalMask(T),
      window: () => windowMask(T, window()),
      prefix: () => prefixMask(T, first()),
      sinks: () => sinkMask(T, window(), first()),
    };
    const direct = masks[kind()]();
    const far = reach(direct, layers());
    picture.clear(width, 10_000);
    const top = legend(
      picture,
      [
        ["a", panel.say(["attends directly", "直接关注"])],
        ["b", panel.say([`reached in ${layers()} layers`, `${layers()} 层内可达`])],
      ],
      width,
    );
    const side = Math.min((width - 4) / T, 14);
    const cells = direct.map((line, i) =>
      line.map((may, j) =>
        may
          ? ({ ink: "a", shade: 1 } as const)
          : far[i]![j]
            ? ({ ink: "b", shade: 0.8 } as const)
            : ({ ink: "line", shade: 1 } as const),
      ),
    );
    grid(picture, cells, [2, top, side]);
    picture.cut(top + side * T + 6);
    const count = (mask: boolean[][]) => mask.reduce((sum, line) => sum + line.filter(Boolean).length, 0);
    const oldest = far[T - 1]!.indexOf(true);
    const pairs = count(direct);
    panel.tell([
      `${pairs} of ${T * T} pairs attend directly (${percent(pairs / (T * T))}); with window ${window()}, first tokens ${first()} and ${layers()} layers, ${count(far)} can influence. The last output depends on tokens ${oldest + 1} to ${T}${far[T - 1]!.slice(oldest).every(Boolean) ? "" : ", with gaps"}.`,
      `${T * T} 个配对中有 ${pairs} 个直接关注（${percent(pairs / (T * T))}）；窗口 ${window()}、开头 ${first()} 个、${layers()} 层时，${count(far)} 个能产生影响。最后一个输出依赖第 ${oldest + 1} 到第 ${T} 个词元${far[T - 1]!.slice(oldest).every(Boolean) ? "" : "（中间有空缺）"}。`,
    ]);
    panel.values(
      [
        panel.say(["query", "查询"]),
        panel.say(["keys seen", "直接看到的键"]),
        panel.say(["tokens reached", "可达的词元"]),
      ],
      direct.map((line, i) => [num(i + 1), num(count([line])), num(count([far[i]!]))]),
    );
  });
}
