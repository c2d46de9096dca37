// What an interviewer for a role asks about: topics by their ids. A topic without cards is left out.
import type { Deck } from "./deck";

const ROLES: Record<string, readonly string[]> = {
  research: [
    "foundations",
    "attention",
    "position",
    "architecture",
    "theory",
    "training",
    "alignment",
    "evaluation",
    "multimodal",
  ],
  systems: ["attention", "inference", "architecture", "systems", "hardware", "training", "distributed"],
  applied: [
    "foundations",
    "architecture",
    "inference",
    "alignment",
    "applications",
    "agents",
    "retrieval",
    "evaluation",
    "data",
  ],
};

/** The roles that differ from asking about everything, with their topics. */
export function rolesFor(deck: Deck): { id: string; topics: string[] }[] {
  const all = deck.categories.map((category) => category.id);
  const some = Object.entries(ROLES).map(([id, topics]) => ({
    id,
    topics: all.filter((topic) => topics.includes(topic)),
  }));
  const useful = some.filter(({ topics }) => topics.length > 0 && topics.length < all.length);
  return [{ id: "all", topics: all }, ...useful];
}
