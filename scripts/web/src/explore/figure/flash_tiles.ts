// Which tiles exist, and how many numbers cross between the memories.
import { bars, legend } from "../chart";
import { num, type Panel, percent } from "../panel";
import { attentionTraffic, tiles } from "../twin/flash";

export function draw(panel: Panel): void {
  panel.title(["Tiles and traffic: choose the blocks", "分块与访存：自己选块的大小"]);
  const size = { min: 1, max: 24, value: 8 };
  const tokens = panel.slider(["queries T = keys S", "查询数 T = 键数 S"], { min: 4, max: 48, step: 4, value: 24 });
  const rows = panel.slider(["queries in a block", "每块查询数"], size);
  const columns = panel.slider(["keys in a block", "每块键数"], { ...size, value: 4 });
  const features = panel.slider(["width of the head D", "头的宽度 D"], { min: 4, max: 64, step: 4, value: 8 });
  const causal = panel.tick(["causal mask", "因果掩码"], true);
  const picture = panel.picture();
  panel.draws((width) => {
    const [T, blockQ, blockK, D] = [tokens(), rows(), columns(), features()];
    const list = tiles(T, T, causal() ? 0 : T, blockQ, blockK);
    const side = Math.min(width - 2, 320);
    picture.clear(width, 10_000);
    const top = legend(
      picture,
      [
        ["a", panel.say(["allowed", "允许"])],
        ["b", panel.say(["computed, masked away", "算了又被掩掉"])],
        ["line", panel.say(["never computed", "从不计算"])],
      ],
      width,
    );
    const cell = side / T;
    picture.rect(0, top, side, side, "line");
    let computed = 0;
    for (const { first, stop, start, end } of list) {
      computed += (stop - first) * (end - start);
      for (let i = first; i < stop; i++) {
        const allowed = causal() ? Math.min(end, i + 1) : end;
        picture.rect(start * cell, top + i * cell, (allowed - start) * cell, cell + 0.2, "a", 0.75);
        picture.rect(allowed * cell, top + i * cell, (end - allowed) * cell, cell + 0.2, "b", 0.75);
      }
      const box = {
        x: start * cell,
        y: top + first * cell,
        width: (end - start) * cell,
        height: (stop - first) * cell,
      };
      picture.add("rect", { ...box, class: "box" });
    }
    const traffic = [0, blockQ].map((block) => attentionTraffic(T, T, D, block));
    const names = [panel.say(["three kernels", "三个核函数"]), panel.say(["tiles", "分块"])];
    const most = Math.max(...traffic);
    const moved = traffic.map(
      (value, at) => ({ label: names[at]!, value, text: num(value), ink: at ? "a" : "c" }) as const,
    );
    picture.cut(bars(picture, moved, width, most, top + side + 10) + 4);
    const share = computed / (T * T);
    panel.tell([
      `${list.length} tiles compute ${percent(share)} of the ${num(T * T)} pairs. With D = ${D}, ${num(traffic[1]!)} numbers move without a mask, against ${num(traffic[0]!)} for three kernels: the height of a query block decides, not the keys.`,
      `${list.length} 个块计算 ${num(T * T)} 个配对中的 ${percent(share)}。D = ${D}、不带掩码时要搬运 ${num(traffic[1]!)} 个数，三个核函数要搬 ${num(traffic[0]!)} 个：起决定作用的是每块的查询数，而不是键数。`,
    ]);
    panel.values(
      [panel.say(["computed", "怎样计算"]), panel.say(["numbers moved", "搬运的数"])],
      traffic.map((value, at) => [names[at]!, num(value)]),
    );
  });
}
