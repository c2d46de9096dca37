// One Python for the page: started when it is first wanted, ended when a block runs too long, started again.
import type { FromWorker, ToWorker } from "./job";

export const LIMIT = 30; // seconds that a block may run

export type Ended =
  | { kind: "answer"; answer: unknown }
  | { kind: "stopped" }
  | { kind: "tooLong" }
  | { kind: "crashed"; reason: string }
  | { kind: "unavailable"; reason: string };

export type State =
  | { kind: "progress"; part: number }
  | { kind: "starting" }
  | { kind: "running" }
  | { kind: "queued" };

interface Waiting {
  entry: string;
  job: unknown;
  files: Record<string, string>;
  tell: (state: State) => void;
  end: (ended: Ended) => void;
}

export class Python {
  versions = "";
  private worker: Worker | null = null;
  private ready = false;
  private queue: Waiting[] = [];
  private current: Waiting | null = null;
  private clock = 0;
  private count = 0;

  constructor(
    private readonly script: string,
    private readonly base: string,
  ) {}

  /** Start it before it is wanted: who types is about to run something. */
  warm(): void {
    this.start();
  }

  /** Run a job; its state is told while it waits. `files` are what `entry` is made of, if it is no part of Python. */
  run(entry: string, job: unknown, tell: (state: State) => void, files: Record<string, string> = {}): Promise<Ended> {
    return new Promise((end) => {
      this.queue.push({ entry, job, files, tell, end });
      if (this.current) tell({ kind: "queued" });
      this.start();
      this.next();
    });
  }

  /** End what runs now and everything that waits. */
  stop(): void {
    const waiting = this.current ? [this.current, ...this.queue] : this.queue;
    this.queue = [];
    this.kill();
    for (const one of waiting) one.end({ kind: "stopped" });
  }

  private start(): void {
    if (this.worker) return;
    this.worker = new Worker(this.script);
    this.worker.addEventListener("message", (event: MessageEvent<FromWorker>) => this.hear(event.data));
    this.worker.addEventListener("error", (event) => this.fail(event.message || "the worker did not load"));
    this.post({ kind: "boot", base: this.base });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private kill(): void {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    this.current = null;
    clearTimeout(this.clock);
  }

  private fail(reason: string): void {
    const waiting = this.current ? [this.current, ...this.queue] : this.queue;
    this.queue = [];
    this.kill();
    for (const one of waiting) one.end({ kind: "unavailable", reason });
  }

  private next(): void {
    if (!this.ready || this.current) return;
    const one = this.queue.shift();
    if (!one) return;
    this.current = one;
    this.count += 1;
    one.tell({ kind: "running" });
    this.clock = window.setTimeout(() => this.finish({ kind: "tooLong" }, true), LIMIT * 1000);
    this.post({ kind: "run", id: this.count, entry: one.entry, job: one.job, files: one.files });
  }

  /** `fresh`: Python cannot be used any more. */
  private finish(ended: Ended, fresh: boolean): void {
    const one = this.current;
    clearTimeout(this.clock);
    this.current = null;
    if (fresh) {
      this.kill();
      if (this.queue.length) this.start();
    }
    one?.end(ended);
    this.next();
  }

  private hear(message: FromWorker): void {
    if (message.kind === "progress" || message.kind === "starting") {
      this.queue[0]?.tell(message);
    } else if (message.kind === "ready") {
      this.versions = message.versions;
      this.ready = true;
      this.next();
    } else if (message.kind === "unavailable") {
      this.fail(message.reason);
    } else if (message.id === this.count) {
      this.finish(message, message.kind === "crashed");
    }
  }
}
