// Who asks: the roles by which questions are tagged.
import type { Deck } from "./deck";
import { TRACKS, type Track } from "./events";

/** All of them together, and each that asks something of this deck. */
export function rolesFor(deck: Deck): Track[] {
  return TRACKS.filter((role) => role === "all" || deck.items.some(({ roles }) => roles.includes(role)));
}

export function isAskedBy({ roles }: { roles: readonly string[] }, role: Track): boolean {
  return role === "all" || roles.includes(role);
}
