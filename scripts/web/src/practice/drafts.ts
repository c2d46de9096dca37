// The learner's code, kept in the browser: a reload or another day finds it as it was left.

const START = "zhixing-practice/";

export class Drafts {
  private readonly held = new Map<string, string>();
  /** Whether something lives in this tab alone. */
  lost = false;

  /** `storage` may refuse: a private window, a full disk. */
  constructor(private readonly storage: () => Pick<Storage, "getItem" | "setItem">) {}

  get(task: string): string | null {
    return this.read(`${START}${task}`);
  }

  keep(task: string, text: string): void {
    this.write(`${START}${task}`, text);
  }

  /** Start over; what was there can be brought back. */
  reset(task: string, stub: string): void {
    const old = this.get(task);
    if (old !== null && old !== stub) this.write(`${START}${task}/before`, old);
    this.keep(task, stub);
  }

  before(task: string): string | null {
    return this.read(`${START}${task}/before`);
  }

  private read(key: string): string | null {
    const held = this.held.get(key);
    if (held !== undefined) return held;
    try {
      return this.storage().getItem(key);
    } catch {
      return null;
    }
  }

  private write(key: string, text: string): void {
    this.held.set(key, text);
    try {
      this.storage().setItem(key, text);
      this.lost = false;
    } catch {
      this.lost = true;
    }
  }
}
