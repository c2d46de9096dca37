// The history as the views see it: in memory at once, in the database soon, in step with other tabs.
import type { StudyEvent } from "./events";
import { merge } from "./merge";
import { extend, replay, type Study } from "./replay";
import { Store } from "./store";

/** Why events are not kept: no database at all, no room, or another fault. */
type Trouble = "blocked" | "full" | "failed";

function troubleOf(error: unknown): Trouble {
  return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "failed";
}

export class History {
  private listeners: (() => void)[] = [];
  private derived: Study | undefined;
  private unsaved: StudyEvent[] = [];
  private channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("zhixing-study") : undefined;
  trouble: Trouble | undefined;

  private constructor(
    private known: StudyEvent[],
    private readonly store: Store | undefined,
  ) {
    if (!store) this.trouble = "blocked";
    this.channel?.addEventListener("message", () => void this.reload());
  }

  static async open(): Promise<History> {
    try {
      const store = await Store.open();
      return new History(merge(await store.all()), store);
    } catch {
      return new History([], undefined);
    }
  }

  get events(): readonly StudyEvent[] {
    return this.known;
  }

  /** How many events live in this tab alone. */
  get unsavedCount(): number {
    return this.store ? this.unsaved.length : this.known.length;
  }

  get study(): Study {
    this.derived ??= replay(this.known);
    return this.derived;
  }

  /** `listener` is called after every change. */
  watch(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Add events; those that are known already change nothing. Returns how many were new. */
  async add(events: readonly StudyEvent[]): Promise<number> {
    const old = new Set(this.known.map((event) => event.id));
    const fresh = merge(events.filter((event) => !old.has(event.id)));
    const last = this.known.at(-1)?.at ?? "";
    const isLater = fresh.every((event) => event.at > last);
    const extended = isLater && this.derived && extend(this.derived, fresh) ? this.derived : undefined;
    this.unsaved.push(...fresh);
    this.take(merge(this.known, fresh), extended);
    await this.save();
    return fresh.length;
  }

  async clear(): Promise<void> {
    this.unsaved = [];
    await this.store?.clear();
    this.take([]);
    this.channel?.postMessage("changed");
  }

  /** What could not be written before is tried again with every write. */
  private async save(): Promise<void> {
    const writing = this.unsaved;
    if (!this.store || !writing.length) return;
    const before = this.trouble;
    try {
      await this.store.put(writing);
      this.unsaved = this.unsaved.filter((event) => !writing.includes(event));
      this.trouble = undefined;
      this.channel?.postMessage("changed");
    } catch (error) {
      this.trouble = troubleOf(error);
    }
    if (this.trouble !== before) this.tell();
  }

  private async reload(): Promise<void> {
    if (this.store) this.take(merge(await this.store.all(), this.unsaved));
  }

  /** `derived` is known where replaying everything can be spared. */
  private take(events: StudyEvent[], derived?: Study): void {
    this.known = events;
    this.derived = derived;
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
