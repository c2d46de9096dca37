import assert from "node:assert/strict";
import { test } from "node:test";
import { importedIn } from "./imports";

const AT = "https://a.example/site/assets/zx/run.js";

test("a script names what it imports, now or later, each once", () => {
  const text =
    'import{a}from"./parts/x-1.js";import{b}from"./parts/x-1.js";let c=()=>import("./parts/editor-2.js"),d="a.js"';
  assert.deepEqual(importedIn(text, AT), [
    "https://a.example/site/assets/zx/parts/x-1.js",
    "https://a.example/site/assets/zx/parts/editor-2.js",
  ]);
});

test("a module names the cards that its definitions import", () => {
  const text = JSON.stringify({ blocks: [[3, "import numpy as np\nfrom snippets.softmax import softmax\n"]] });
  assert.deepEqual(importedIn(text, "https://a.example/assets/py/modules/gpt.json"), [
    "https://a.example/assets/py/modules/softmax.json",
  ]);
});
