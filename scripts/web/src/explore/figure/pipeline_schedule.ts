// Who works when in a pipeline, and how long nobody does.
import { bars, legend } from "../chart";
import { type Both, num, type Panel, percent } from "../panel";
import type { Ink } from "../picture";
import {
  type Cost,
  gpipe,
  idleShare,
  interleaved,
  type Kind,
  type Orders,
  oneForwardOneBackward,
  play,
} from "../twin/pipeline";

// A tick is a forward pass of a stage that is not cut into short ones; twelfths of it are played.
const TICK = 12;
const INKS: Record<Kind, Ink> = { F: "a", B: "b", W: "d" };
const WHOLE = { F: TICK, B: 2 * TICK };

interface Plan {
  title: Both;
  short?: number;
  orders: (p: number, m: number) => Orders;
  cost: Cost;
  holdsBack?: boolean;
}
const short = (v: number): Plan => ({
  title: [`interleaved, v = ${v}`, `交错，v = ${v}`],
  short: v,
  orders: (p, m) => interleaved(p, m, v),
  cost: { F: TICK / v, B: (2 * TICK) / v },
});
const PLANS = {
  gpipe: { title: ["GPipe", "GPipe"], orders: gpipe, cost: WHOLE },
  pairs: { title: ["1F1B", "1F1B"], orders: oneForwardOneBackward, cost: WHOLE },
  "short-2": short(2),
  "short-4": short(4),
  zero: {
    title: ["zero bubble", "零气泡"],
    orders: oneForwardOneBackward,
    cost: { F: TICK, B: TICK, W: TICK },
    holdsBack: true,
  },
} as const satisfies Record<string, Plan>;
type Name = keyof typeof PLANS;
const NAMES = Object.keys(PLANS) as Name[];

const inTicks = (count: number) => String(Number((count / TICK).toFixed(2)));

function run(name: Name, p: number, wanted: number) {
  const plan: Plan = PLANS[name];
  const v = plan.short ?? 1;
  const m = v > 1 ? p * Math.ceil(wanted / p) : wanted; // they take turns in groups of p
  const orders = plan.orders(p, m);
  const limit = plan.holdsBack ? p : undefined;
  const played = play(orders, plan.cost, limit);
  return { plan, m, ...played, kept: played.most.map((count) => count / v), idle: idleShare(orders, plan.cost, limit) };
}

export function draw(panel: Panel): void {
  panel.title(["Pipeline schedules, tick by tick", "流水线调度，一拍一拍地看"]);
  const schedule = panel.choice(
    ["schedule", "调度"],
    NAMES.map((name) => [name, PLANS[name].title] as const),
    "pairs",
  );
  const stages = panel.slider(["devices p", "设备数 p"], { min: 2, max: 8, value: 4 });
  const batches = panel.slider(["micro-batches m", "微批次数 m"], { min: 1, max: 24, value: 8 });
  const followed = panel.slider(["follow micro-batch", "跟踪微批次"], { min: 1, max: 24, value: 1 });
  const picture = panel.picture();
  panel.draws((width) => {
    const p = stages();
    const { plan, m, start, ticks, kept, idle } = run(schedule(), p, batches());
    const mine = Math.min(followed(), m) - 1;
    picture.clear(width, 10_000);
    const names: [Ink, Both][] = [
      [INKS.F, ["forward", "前向"]],
      plan.cost.W ? [INKS.B, ["gradient of the input", "输入的梯度"]] : [INKS.B, ["backward", "反向"]],
      ...(plan.cost.W ? [[INKS.W, ["gradient of the weights", "权重的梯度"]] as [Ink, Both]] : []),
    ];
    const top =
      14 +
      legend(
        picture,
        names.map(([ink, name]) => [ink, panel.say(name)] as const),
        width,
      );
    const [left, right, row] = [58, 40, 20];
    const long = (width - left - right) / ticks;
    picture.text(width, top - 4, panel.say(["kept", "留存"]), "end", "quiet");
    kept.forEach((count, device) => {
      const y = top + device * row;
      picture.text(left - 6, y + 13, `${panel.say(["device", "设备"])} ${device}`, "end");
      picture.rect(left, y + 2, ticks * long, row - 4, "line", 0.5);
      picture.text(width, y + 13, String(count), "end", "quiet");
    });
    for (const { op, tick } of start) {
      const [kind, i, stage] = op;
      const y = top + (stage % p) * row + 2;
      const gap = Math.min(0.15 * (plan.cost[kind] ?? 0) * long, 1);
      picture.rect(
        left + tick * long,
        y,
        (plan.cost[kind] ?? 0) * long - gap,
        row - 4,
        INKS[kind],
        i === mine ? 1 : 0.4,
      );
    }
    const below = top + p * row;
    picture.text(left, below + 13, "0", "middle", "quiet");
    picture.text(left + ticks * long, below + 13, `${inTicks(ticks)} ${panel.say(["ticks", "拍"])}`, "end", "quiet");
    const runs = NAMES.map((name) => ({ name, ...run(name, p, batches()) }));
    const list = runs.map(({ name, plan: { title }, idle: share }) => ({
      label: panel.say(title),
      value: share,
      text: percent(share),
      ink: name === schedule() ? ("c" as const) : ("quiet" as const),
    }));
    picture.text(
      0,
      below + 36,
      panel.say(["bubble: share of the ticks without work", "气泡：没活干的拍所占的比例"]),
      "start",
    );
    const most = Math.max(...runs.map(({ idle: share }) => share));
    picture.cut(bars(picture, list, width, most, below + 42, 104) + 4);
    const own = start.filter(({ op }) => op[1] === mine);
    const away = Math.max(...own.map(({ op, tick }) => tick + (plan.cost[op[0]] ?? 0))) - own[0]!.tick;
    const title = panel.say(plan.title);
    panel.tell([
      `${p} devices, ${m} micro-batches${plan.short ? ` (taken as a multiple of ${p})` : ""}, ${title}: ${inTicks(ticks)} ticks, ${percent(idle)} of them idle. Device 0 keeps the activations of at most ${kept[0]} micro-batches${plan.short ? ` (those of a short stage count 1/${plan.short})` : ""}. Micro-batch ${mine + 1}, in full colour, is finished ${inTicks(away)} ticks after it began.`,
      `${p} 台设备，${m} 个微批次${plan.short ? `（取 ${p} 的倍数）` : ""}，${title}：共 ${inTicks(ticks)} 拍，其中 ${percent(idle)} 空闲。设备 0 最多留存 ${kept[0]} 个微批次的激活${plan.short ? `（短阶段的一份算 1/${plan.short}）` : ""}。颜色最实的是第 ${mine + 1} 个微批次，从开始到做完用 ${inTicks(away)} 拍。`,
    ]);
    panel.values(
      [
        panel.say(["schedule", "调度"]),
        panel.say(["micro-batches", "微批次"]),
        panel.say(["ticks", "拍数"]),
        panel.say(["bubble", "气泡"]),
        panel.say(["kept by device 0", "设备 0 的留存"]),
      ],
      runs.map((one) => [
        panel.say(one.plan.title),
        num(one.m),
        inTicks(one.ticks),
        num(one.idle, 6),
        String(one.kept[0]),
      ]),
    );
  });
}
