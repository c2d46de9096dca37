// The licence notices of everything in the bundles: packages that esbuild read, and those built into what it read.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const INPUT = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//;
// What other bundlers leave: `// ../../node_modules/.pnpm/js-yaml@4.1.0/node_modules/js-yaml/dist/js-yaml.mjs`
const BUILT_IN = /^\s*\/\/ .*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/.*$/gm;

/** Folders of the packages that were read, each once, and the names of packages that are built into them. */
export function packagesOf(metafiles) {
  const inputs = [...new Set(metafiles.flatMap(({ inputs }) => Object.keys(inputs)))];
  const folders = new Set(inputs.flatMap((input) => INPUT.exec(input)?.[1] ?? []));
  const names = new Set(inputs.flatMap((input) => INPUT.exec(input)?.[2] ?? []));
  const scripts = inputs.filter((input) => INPUT.test(input) && /\.[cm]?js$/.test(input));
  const found = scripts.flatMap((input) =>
    [...readFileSync(input, "utf8").matchAll(BUILT_IN)].map((match) => match[1]),
  );
  return { folders: [...folders].sort(), builtIn: [...new Set(found)].filter((name) => !names.has(name)).sort() };
}

function tidy(text) {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r", "")
    .replace(/[ \t]+$/gm, "")
    .trim();
}

/** The licence and notice files of an installed package. */
function ownNotice(folder) {
  const files = readdirSync(folder).filter((name) =>
    /^(licen[cs]e|copying|notice)([-.](md|txt|mit|mpl))?$/i.test(name),
  );
  return files
    .sort()
    .map((name) => tidy(readFileSync(`${folder}/${name}`, "utf8")))
    .join("\n\n");
}

/** The notice kept for a package that comes without one. */
function keptNotice(name, notices) {
  const file = `${notices}/${name.replace("/", "__")}.txt`;
  return existsSync(file) ? tidy(readFileSync(file, "utf8")) : "";
}

/** One text, the same for the same packages: each notice once, under the names of all that it belongs to. */
export function licences(metafiles, notices) {
  const { folders, builtIn } = packagesOf(metafiles);
  const owners = new Map();
  const add = (owner, name, text) => {
    if (!text)
      throw new Error(`${name} ships without a licence notice\n  hint: put its licence into notices/${name}.txt`);
    owners.set(text, [...(owners.get(text) ?? []), owner]);
  };
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    add(`${name} ${version} (${license})`, name, ownNotice(folder) || keptNotice(name, notices));
  }
  for (const name of builtIn) add(name, name, keptNotice(name, notices));
  return [...owners].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`).join(`\n${"=".repeat(80)}\n\n`);
}
