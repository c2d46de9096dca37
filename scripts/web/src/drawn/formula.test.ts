import assert from "node:assert/strict";
import { test } from "node:test";
import { drawFormula } from "./formula";

test("a formula is MathML that carries its TeX", () => {
  const { html, error } = drawFormula('a < b_{"k"}', false);
  assert.equal(error, "");
  assert.match(html, /^<math [^>]*class="zx-math"/);
  assert.match(html, /alttext="a &lt; b_\{&quot;k&quot;\}"/);
  assert.doesNotMatch(drawFormula("x", true).html, /style=/);
});

test("a formula on its own is a block", () => {
  assert.match(drawFormula("x", true).html, /display="block"/);
  assert.match(drawFormula("x", true).html, /class="zx-math zx-math-block"/);
});

test("what cannot be read is said in one line", () => {
  for (const tex of ["\\frac{1}", "\\nosuchcommand x", "a^b^c", "\\begin{cases} x", "{", "\\left( x"]) {
    const { html, error } = drawFormula(tex, true);
    assert.equal(html, "", tex);
    assert.match(error, /^\S[^\n]+$/, tex);
  }
});

test("a macro that calls itself comes to an end", () => {
  assert.match(drawFormula("\\def\\a{\\a\\a}\\a", false).error, /\S/);
});

test("a space that TeX would take back is not taken from the fence", () => {
  assert.equal(drawFormula("f\\!\\left(x\\right)", true).html.includes("-0.1667em"), false);
  assert.equal(drawFormula("f\\!\\leftarrow", true).html.includes("-0.1667em"), true);
});

test("no sign stands in a piece of the line of its own, where it would have no spaces", () => {
  for (const tex of ["1 + \\alpha + \\cdots + \\alpha^n", "N^* \\propto C^a", "A \\cap B", "a = b < c"]) {
    const { html } = drawFormula(tex, false);
    assert.doesNotMatch(html, /<mrow><mo>[^<]*<\/mo><\/mrow>/, html);
    assert.match(html, /<mo>/);
  }
  assert.match(drawFormula("1 + \\cdots + n", false).html, /<mo>\+<\/mo><mo>⋯<\/mo><mo>\+<\/mo><\/mrow><mrow><mi>n/);
});

test("what follows a pair of fences stands apart, a relation does not", () => {
  assert.match(drawFormula("\\left(x\\right)V", true).html, /zx-inner/);
  assert.doesNotMatch(drawFormula("\\left(x\\right)=V", true).html, /zx-inner/);
});

test("a root of a small letter stands on the line", () => {
  assert.match(drawFormula("\\sqrt{r}", false).html, /<mspace width="0pt" height="0\.7em">/);
});

test("a root of something low is told from one of something high", () => {
  for (const tex of ["\\sqrt{d_k}", "\\sqrt{\\sigma^2 + \\epsilon}", "\\sqrt{p(1-p)}"])
    assert.match(drawFormula(tex, false).html, /<msqrt class="zx-low">/, tex);
  for (const tex of ["\\sqrt{1 - \\beta_2}", "\\sqrt{\\frac{a}{b}}", "\\sqrt{x_i^2}"])
    assert.doesNotMatch(drawFormula(tex, false).html, /zx-low/, tex);
});

test("no script and no address gets in", () => {
  const { html } = drawFormula("\\href{javascript:alert(1)}{x} \\text{<img src=x onerror=alert(1)>}", false);
  assert.doesNotMatch(html, /<a |<img|href=/);
});

test("formulas side by side are pieces that a narrow column shows one below the other", () => {
  const rows = (tex: string) => drawFormula(tex, true).html.split("</mrow><mrow>");
  const side = rows("a = b, \\qquad c = d, \\quad e");
  assert.equal(side.length, 3);
  assert.match(side[1]!, /^<mi>c<\/mi>.*<mspace width="1em"><\/mspace>$/);
  for (const tex of ["a, \\; b", "x \\quad", "\\quad x", "\\begin{cases} a \\quad b \\end{cases}"])
    assert.equal(rows(tex).length, 1, tex);
});
