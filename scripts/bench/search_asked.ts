// The site's own lookup, run by node on a built index: queries on stdin; what each finds and which pieces it loads on stdout.
// With `keys`, each query is typed key by key as well: milliseconds of computing for each.
import { readFileSync } from "node:fs";
import { Library } from "SOURCE/lookup";
import { read } from "SOURCE/pieces";

const [folder, typed] = process.argv.slice(2);
const asked = JSON.parse(readFileSync(0, "utf-8")) as [page: string, query: string][];
const kept = new Map<string, unknown>();
let seen = new Set<string>();

async function load<T>(name: string): Promise<T> {
  seen.add(name);
  if (!kept.has(name)) kept.set(name, read(readFileSync(`${folder}/${name}.js`, "utf-8")));
  return kept.get(name) as T;
}

const keys: number[] = [];
const answers: unknown[] = [];
for (const [own, query] of asked) {
  seen = new Set();
  const results = await new Library("", load).lookup(query, { own }); // as from a link: nothing was loaded before
  answers.push({ results, pieces: [...seen] });
  if (!typed) continue;
  const library = new Library("", load);
  await library.warm();
  for (let end = 1; end <= query.length; end++) {
    const start = process.cpuUsage(); // of this process alone: others may be busy
    await library.lookup(query.slice(0, end), { own });
    const { user, system } = process.cpuUsage(start);
    keys.push((user + system) / 1000);
  }
}
process.stdout.write(JSON.stringify({ answers, keys }));
