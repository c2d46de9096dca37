// The site's own lookup, run by node on the index of a built site: queries on stdin, what is found on stdout.
import { readFileSync } from "node:fs";
import { Library } from "SOURCE/lookup";
import { read } from "SOURCE/pieces";

const [folder] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(0, "utf-8")) as [page: string, query: string][];
const kept = new Map<string, unknown>();
let seen = new Set<string>();

async function load<T>(name: string): Promise<T> {
  seen.add(name);
  if (!kept.has(name)) kept.set(name, read(readFileSync(`${folder}/${name}.js`, "utf-8")));
  return kept.get(name) as T;
}

const answers: unknown[] = [];
for (const [own, query] of asked) {
  seen = new Set();
  const results = await new Library("", load).lookup(query, { own });
  answers.push({ results, pieces: [...seen] });
}
process.stdout.write(JSON.stringify(answers));
