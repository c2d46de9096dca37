// The events in the browser's database. One record an event, nothing is ever changed, so two tabs cannot disturb each other.
import type { StudyEvent } from "./events";

const NAME = "zhixing-study";
const EVENTS = "events";

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database did not answer"));
  });
}

export class Store {
  private constructor(private readonly database: IDBDatabase) {
    // A later version of the site may need to change the database in another tab.
    database.onversionchange = () => database.close();
  }

  /** Rejects where the browser allows no database: blocked by a setting, or a private window of some browsers. */
  static async open(): Promise<Store> {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(EVENTS, { keyPath: "id" }).createIndex("type", "type");
    };
    return new Store(await done(request));
  }

  async all(): Promise<StudyEvent[]> {
    return done(this.events("readonly").getAll() as IDBRequest<StudyEvent[]>);
  }

  async ofType<T extends StudyEvent["type"]>(type: T): Promise<Extract<StudyEvent, { type: T }>[]> {
    return done(this.events("readonly").index("type").getAll(type) as IDBRequest<Extract<StudyEvent, { type: T }>[]>);
  }

  /** All or nothing; rejects with a QuotaExceededError when the disk or the browser's share of it is full. */
  async put(events: readonly StudyEvent[]): Promise<void> {
    const store = this.events("readwrite");
    for (const event of events) store.put(event);
    await finished(store.transaction);
  }

  async clear(): Promise<void> {
    const store = this.events("readwrite");
    store.clear();
    await finished(store.transaction);
  }

  private events(mode: IDBTransactionMode): IDBObjectStore {
    return this.database
      .transaction(EVENTS, mode, { durability: mode === "readwrite" ? "strict" : "default" })
      .objectStore(EVENTS);
  }
}

function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error("the write was cut short"));
  });
}
