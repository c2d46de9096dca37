// Bundles src/ and styles/ into the folder given as the argument, with the licences of everything in them.
import { writeFile } from "node:fs/promises";
import { bundle, tool } from "./bundles.mjs";
import { licences } from "./licences.mjs";

const out = process.argv[2];
if (!out) throw new Error("usage: node build.mjs <out folder>");
const built = await bundle(out);
await tool(out);
const metafiles = built.map(({ metafile }) => metafile);
await writeFile(`${out}/licences.txt`, licences(metafiles, "notices"));
