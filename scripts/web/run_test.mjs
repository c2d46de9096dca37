// Bundles one test file with what it imports and runs it with node's own test runner.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const [file] = process.argv.slice(2);
if (!file) throw new Error("usage: node run_test.mjs <file.test.ts>");
const folder = await mkdtemp(join(tmpdir(), "zx-test-"));
const outfile = join(folder, "test.mjs");
await build({
  entryPoints: [file],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "es2022",
  sourcemap: "inline",
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, ["--enable-source-maps", "--test", outfile], { stdio: "inherit" });
await rm(folder, { recursive: true });
process.exitCode = status ?? 1;
