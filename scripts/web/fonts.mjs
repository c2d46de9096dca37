// The fonts that a page fetches, cut to what pages need: fewer letters, fewer weights, no alternate forms.
// A page fetches a piece when it shows a letter of it.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { relative } from "node:path";
import subset from "subset-font";

const { resolve } = createRequire(import.meta.url);
const MADE = "made"; // the folder, beside the styles

const LATIN =
  "20-7E A0-FF 131 152-153 2C6 2DC 2010-2027 2030 2032-2033 2039-203A 20AC 2122 2190-2193 2212 2248 2260 2264-2265";
// Few words are italic, and of Greek prose has the letters alone: what is left of each is a piece that hardly a page fetches.
const SLANTED = "20-7E A0 E9 2010-2014 2018-201D 2026";
const GREEK = "391-3A1 3A3-3A9 3B1-3C9";
// What formulas are written with most. The first piece also holds the measures that all layout follows.
const FORMULAS =
  "20-7E A0 AC B1 B7 D7 2C6 302-304 308 3B1-3C9 3D5 3F5 2013-2014 2016 2026 2032-2033 2061-2064 210E 211D 2190 2192 21D2 2200 " +
  "2202-2203 2207-2208 220F 2211-2212 2217-2218 221A 221D-221E 2223 2225 222B 223C 2248 2254 2260-2261 2264-2265 226A-226B " +
  "2295-2299 22A4 22C5 22EE-22EF 22F1 2308-230B 23DE-23DF 27E8-27E9 1D434-1D467 1D6FC-1D71B";
const LETTERS =
  "F7 391-3A9 203E 2102 2112-2113 2115 211B 2124 2130-2131 2191 2193-2194 21A6 21D0 21D4 2205 2209 2213 2216 2227-222A " +
  "2245 2282-2287 22A5 27F6 27F9 1D400-1D433 1D49C-1D4B5 1D538-1D551 1D6A8-1D6E1 1D7CE-1D7D9";
const RARE = "A1-FF 300-36F 3D0-3FF 2010-214F 2190-2BFF 1D400-1D7FF";

const WEIGHTS = { wght: { min: 400, max: 700 } };
const TEXT = {
  weight: "400 700",
  cut: { variationAxes: WEIGHTS, keepFeatures: ["kern", "mark", "mkmk", "ccmp", "tnum"] },
};
const MATH = { weight: "400", cut: { keepFeatures: ["ssty", "ss01", "ss04"] } };
const INTER = { ...TEXT, family: "Inter Variable", source: "@fontsource-variable/inter/files/inter" };
// Without ligatures: they would show `!=` as a sign that nobody typed.
const MONO = {
  ...TEXT,
  family: "JetBrains Mono Variable",
  source: "@fontsource-variable/jetbrains-mono/files/jetbrains-mono",
};
const STIX = {
  ...MATH,
  family: "STIX Two Math",
  source: "@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2",
};

const piece = (font, file, letters, more = {}) => ({ ...font, source: `${font.source}${file}`, letters, ...more });

/** Name of a style sheet → name of each piece → what it is cut from, and its letters. */
const SHEETS = {
  text: {
    "inter-latin": piece(INTER, "-latin-wght-normal.woff2", LATIN),
    "inter-italic": piece(INTER, "-latin-wght-italic.woff2", SLANTED, { style: "italic" }),
    "inter-italic-rest": piece(INTER, "-latin-wght-italic.woff2", without(LATIN, SLANTED), { style: "italic" }),
    "inter-latin-ext": piece(INTER, "-latin-ext-wght-normal.woff2", "100-130 132-151 154-2BA 1E00-1E9F 1EF2-1EFF"),
    "inter-raised": piece(INTER, "-latin-ext-wght-normal.woff2", "1D00-1DBF 2113"), // ᵀ and its like
    "inter-greek": piece(INTER, "-greek-wght-normal.woff2", GREEK),
    "inter-greek-rest": piece(INTER, "-greek-wght-normal.woff2", without("370-3FF", GREEK)),
    "mono-latin": piece(MONO, "-latin-wght-normal.woff2", LATIN),
    "mono-greek": piece(MONO, "-greek-wght-normal.woff2", GREEK),
    "mono-greek-rest": piece(MONO, "-greek-wght-normal.woff2", without("370-3FF", GREEK)),
  },
  math: {
    "math-common": piece(STIX, "", FORMULAS),
    "math-letters": piece(STIX, "", LETTERS),
    "math-rare": piece(STIX, "", without(RARE, `${FORMULAS} ${LETTERS}`)),
  },
};

function points(ranges) {
  return ranges.split(" ").flatMap((range) => {
    const [first, last = first] = range.split("-").map((digits) => Number.parseInt(digits, 16));
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  });
}

/** The letters of the first text that are not in the second, in the same form. */
function without(all, left) {
  const known = new Set(points(left));
  const runs = [];
  for (const point of points(all).filter((point) => !known.has(point))) {
    const run = runs.at(-1);
    if (run && run[1] === point - 1) run[1] = point;
    else runs.push([point, point]);
  }
  return runs.map((run) => run.map((point) => point.toString(16).toUpperCase()).join("-")).join(" ");
}

function rule(name, { family, weight, style = "normal", letters }) {
  const range = letters.replaceAll(/\S+/g, "U+$&").replaceAll(" ", ", ");
  return `@font-face { font-family: "${family}"; font-style: ${style}; font-weight: ${weight}; font-display: swap;
  src: url("./${name}.woff2") format("woff2"); unicode-range: ${range}; }\n`;
}

/** Write pieces and their style sheets; the result names the files they were cut from, in the form of a bundle's. */
export async function cutFonts() {
  await mkdir(MADE, { recursive: true });
  const inputs = {};
  for (const [sheet, pieces] of Object.entries(SHEETS)) {
    for (const [name, { source, letters, cut }] of Object.entries(pieces)) {
      const file = resolve(source);
      const wanted = String.fromCodePoint(...points(letters));
      const font = await subset(await readFile(file), wanted, { ...cut, targetFormat: "woff2", noHinting: true });
      await writeFile(`${MADE}/${name}.woff2`, font);
      inputs[relative(process.cwd(), file).replaceAll("\\", "/")] = {};
    }
    const rules = Object.entries(pieces).map(([name, made]) => rule(name, made));
    await writeFile(`${MADE}/${sheet}.css`, rules.join(""));
  }
  return { metafile: { inputs } };
}
