// Draws formulas and diagrams for the build: a list of texts on each line of the input, what they became on each line of
// the output. One process serves a whole build; it ends when its input does.
import { createInterface } from "node:readline";
import { drawDiagram } from "./src/drawn/diagram.ts";
import { drawFormula } from "./src/drawn/formula.ts";

const KINDS = {
  inline: (text) => drawFormula(text, false),
  display: (text) => drawFormula(text, true),
  mermaid: drawDiagram,
  // Its grammars are large: most builds and checks read no diagram that they have not read before.
  read: async (text) => (await import("./src/drawn/read.ts")).readDiagram(text),
};

async function draw([kind, text]) {
  try {
    return await KINDS[kind](text);
  } catch (error) {
    return { html: "", error: String(error instanceof Error ? error.message : error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const drawn = [];
  for (const wanted of JSON.parse(line)) {
    const { html, error } = await draw(wanted);
    drawn.push([html, error]);
  }
  process.stdout.write(`${JSON.stringify(drawn)}\n`);
}
