// Schedules of a pipeline, and their bubble: the card on tensor and pipeline parallelism.

export type Kind = "F" | "B" | "W";
/** Kind, micro-batch, stage. */
export type Op = readonly [kind: Kind, batch: number, stage: number];
export type Orders = readonly (readonly Op[])[];
/** Ticks of an operation; with one of "W" each "B" leaves the gradient of the weights for later. */
export type Cost = { readonly F: number; readonly B: number; readonly W?: number };

const range = (from: number, to: number) => Array.from({ length: Math.max(to - from, 0) }, (_, at) => from + at);

/** All forward passes, then all backward passes. */
export function gpipe(p: number, m: number): Op[][] {
  const kinds = ["F", "B"] as const;
  return range(0, p).map((s) => kinds.flatMap((kind) => range(0, m).map((i) => [kind, i, s] as const)));
}

/** Warm up with p − 1 − s forward passes; one forward, one backward; the rest. */
export function oneForwardOneBackward(p: number, m: number): Op[][] {
  return range(0, p).map((s) => {
    const warm = Math.min(m, p - 1 - s);
    const pairs = range(0, m - warm).flatMap((i) => [["F", warm + i, s] as const, ["B", i, s] as const]);
    const rest = range(m - warm, m).map((i) => ["B", i, s] as const);
    return [...range(0, warm).map((i) => ["F", i, s] as const), ...pairs, ...rest];
  });
}

/** Device d has the stages d, d + p, … of v p; p divides m. */
export function interleaved(p: number, m: number, v: number): Op[][] {
  return range(0, p).map((d) => {
    const rounds = range(0, m / p).flatMap((round) => range(0, v).map((chunk) => [round * p, chunk] as const));
    const passes = (kind: Kind, at: (chunk: number) => number) =>
      rounds.flatMap(([first, chunk]) => range(first, first + p).map((i) => [kind, i, at(chunk) * p + d] as const));
    const forwards = passes("F", (chunk) => chunk);
    const backwards = passes("B", (chunk) => v - 1 - chunk);
    const warm = Math.min(v * m, 2 * (p - 1 - d) + (v - 1) * p);
    const pairs = range(0, v * m - warm).flatMap((i) => [forwards[warm + i]!, backwards[i]!]);
    return [...forwards.slice(0, warm), ...pairs, ...backwards.slice(v * m - warm)];
  });
}

export interface Played {
  /** When each operation starts, in the order in which they do. */
  start: { op: Op; tick: number }[];
  ticks: number;
  /** The most micro-batches that each device holds. */
  most: number[];
}

/** Carry the orders out: an operation starts when its device is free and what it needs has arrived. */
export function play(orders: Orders, cost: Cost, limit = Number.POSITIVE_INFINITY): Played {
  const last = Math.max(...orders.flatMap((order) => order.map(([, , stage]) => stage)));
  const devices = orders.map((order) => ({ todo: [...order], late: [] as Op[], free: 0, held: 0, most: 0 }));
  const end = new Map<string, number>();
  const start: Played["start"] = [];
  const isReady = ([kind, i, stage]: Op, tick: number, isFull: boolean) => {
    const [isFirst, before] = kind === "F" ? [stage === 0, stage - 1] : [stage === last, stage + 1];
    const arrived = isFirst || (end.get(`${kind} ${i} ${before}`) ?? tick + 1) <= tick;
    return arrived && !(kind === "F" && isFull);
  };
  const isBusy = () => devices.some(({ todo, late }) => todo.length > 0 || late.length > 0);
  for (let tick = 0; isBusy(); tick++) {
    for (const device of devices) {
      if (device.free > tick) continue;
      const next = device.todo[0];
      const isNext = next !== undefined && isReady(next, tick, device.held === limit);
      const op = isNext ? device.todo.shift() : device.late.shift();
      if (!op) continue;
      const [kind, i, stage] = op;
      start.push({ op, tick });
      device.free = tick + (cost[kind] ?? 0);
      end.set(op.join(" "), device.free);
      if (kind === "F") device.most = Math.max(device.most, ++device.held);
      else if (kind === "B" && cost.W !== undefined) device.late.push(["W", i, stage]);
      else device.held--;
    }
    if (Math.max(...devices.map(({ free }) => free)) <= tick) throw new Error("these orders wait for each other");
  }
  return { start, ticks: Math.max(...devices.map(({ free }) => free)), most: devices.map(({ most }) => most) };
}

/** The bubble: the share of all devices' ticks without work. */
export function idleShare(orders: Orders, cost: Cost, limit?: number): number {
  const { start, ticks } = play(orders, cost, limit);
  const work = start.reduce((sum, { op: [kind] }) => sum + (cost[kind] ?? 0), 0);
  return 1 - work / (ticks * orders.length);
}
