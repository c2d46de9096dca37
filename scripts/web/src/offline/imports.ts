// What a kept file will ask for: the other scripts of a bundle, the cards that a module of Python imports.

const SCRIPT = /["'](\.{1,2}\/[^"'\s]+\.js)["']/g;
const MODULE = /(?:from|import) \w+\.(\w+)/g; // in the text of a JSON file; a name that is no card's is in no list

/** Addresses that a script or a module names; what is no file of the site is left to whoever knows its list. */
export function importedIn(text: string, address: string): string[] {
  const found = address.endsWith(".json")
    ? [...text.matchAll(MODULE)].map((match) => `${match[1]}.json`)
    : [...text.matchAll(SCRIPT)].map((match) => match[1] ?? "");
  return [...new Set(found)].map((name) => new URL(name, address).href);
}
