// The modules that a block imports, fetched with all that they import themselves.
import type { Module } from "./job";

const IMPORT = /^[ \t]*(?:from|import)[ \t]+([\w.]+)/gm;

/** Names of the package's modules that a code imports. */
export function importedBy(code: string, package_: string): string[] {
  const found = [...code.matchAll(IMPORT)].map((match) => (match[1] ?? "").split("."));
  return [...new Set(found.filter((parts) => parts[0] === package_ && parts[1]).map((parts) => parts[1] as string))];
}

export class Library {
  private readonly held = new Map<string, Promise<Module | null>>();

  constructor(
    private readonly base: string,
    private readonly package_: string,
  ) {}

  /** Every module that these codes need; a name that no card has is left out, and Python says so. */
  async gather(codes: string[]): Promise<Record<string, Module>> {
    const found: Record<string, Module> = {};
    const waiting = codes.flatMap((code) => importedBy(code, this.package_));
    for (let name = waiting.pop(); name; name = waiting.pop()) {
      if (found[name]) continue;
      const module = await this.module(name);
      if (!module) continue;
      found[name] = module;
      for (const [, code] of module.blocks) waiting.push(...importedBy(code, this.package_));
    }
    return found;
  }

  /** One card's definitions; null if no card has that name. */
  module(name: string): Promise<Module | null> {
    const known = this.held.get(name);
    if (known) return known;
    const asked = fetch(`${this.base}modules/${name}.json`)
      .then((response) => (response.ok ? (response.json() as Promise<Module>) : null))
      .catch(() => null);
    this.held.set(name, asked);
    return asked;
  }
}
