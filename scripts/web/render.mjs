// Draws formulas and diagrams for the build: a list of texts on each line of the input, what they became on each line of
// the output. One process serves a whole build; it ends when its input does.
import { createInterface } from "node:readline";
import { drawDiagram } from "./src/drawn/diagram.ts";
import { drawFormula } from "./src/drawn/formula.ts";

const KINDS = {
  inline: (text) => drawFormula(text, false),
  display: (text) => drawFormula(text, true),
  mermaid: drawDiagram,
};

function draw([kind, text]) {
  try {
    return KINDS[kind](text);
  } catch (error) {
    return { html: "", error: String(error instanceof Error ? error.message : error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const drawn = JSON.parse(line).map((wanted) => {
    const { html, error } = draw(wanted);
    return [html, error];
  });
  process.stdout.write(`${JSON.stringify(drawn)}\n`);
}
