// How far the reader has come on each card, from the history that lies in this browser alone.
import { merge } from "../study/merge";
import { LEARNED_DAYS } from "../study/progress";
import { replay } from "../study/replay";
import { Store } from "../study/store";
import type { State } from "./graph_data";

/** By key; cards without an entry are new. A reader without a history fetches nothing. */
export async function learningStates(items: string): Promise<Map<string, State>> {
  const states = new Map<string, State>();
  try {
    const events = merge(await (await Store.open()).all());
    if (!events.length) return states;
    const study = replay(events);
    const answer = await fetch(items);
    const asked = (await answer.json()) as Record<string, [tasks: number, ids: string[]]>;
    for (const [key, [tasks, ids]] of Object.entries(asked)) {
      const ticked = Array.from({ length: tasks }, (_, n) => study.ticks.get(`${key}#${n + 1}`) ?? false);
      const done = ticked.filter(Boolean).length;
      const seen = ids.filter((id) => study.memories.has(id));
      const learned = ids.filter((id) => (study.memories.get(id)?.stability ?? 0) >= LEARNED_DAYS);
      if (ids.length && learned.length === ids.length) states.set(key, "learned");
      else if ((tasks && done === tasks) || (ids.length && seen.length === ids.length)) states.set(key, "read");
      else if (done || seen.length) states.set(key, "begun");
    }
  } catch {
    // no storage, no network: everything is new
  }
  return states;
}
