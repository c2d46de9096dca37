// Draws a picture for each page of a list: JSON on the input, one PNG a page into the folder given as the argument.
// Fonts are cut to the letters that are needed; each picture is given the pieces that hold its own.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import satori from "satori";
import subset from "subset-font";

const WIDTH = 1200;
const HEIGHT = 630;
const BAR = 20;
const TEXT = WIDTH - BAR - 68 - 76; // width of what is written
const WEIGHTS = [400, 700];
const FONTS = ["inter", "noto-sans-sc"]; // what the first has no letter for is taken from the next
const RED = "#b7352b";
const GREY = "#5c6470";

const out = process.argv[2];
if (!out) throw new Error("usage: node draw.mjs <folder> < pages.json");
const { resolve } = createRequire(import.meta.url);

function points(ranges) {
  return ranges.split(",").flatMap((range) => {
    const [first, last = first] = range
      .trim()
      .slice(2)
      .split("-")
      .map((digits) => Number.parseInt(digits, 16));
    return Array.from({ length: last - first + 1 }, (_, place) => first + place);
  });
}

/** Letter → the piece of a font that has it, the first font first. */
async function pieces() {
  const found = new Map();
  for (const font of FONTS) {
    const folder = `@fontsource-variable/${font}`;
    const ranges = JSON.parse(await readFile(resolve(`${folder}/unicode.json`), "utf8"));
    for (const [name, range] of Object.entries(ranges)) {
      const file = `${folder}/files/${font}-${name.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`;
      const piece = { name: `${font} ${name.replaceAll(/\W/g, "")}`, file };
      for (const point of points(range)) {
        const letter = String.fromCodePoint(point);
        if (!found.has(letter)) found.set(letter, piece);
      }
    }
  }
  return found;
}

/** The letters that a cut font really has: the ranges of a font name some that it has not. */
function lettersOf(font) {
  const found = [];
  const word = (at) => font.readUInt16BE(at);
  const range = (first, last) => {
    for (let point = first; point <= last && point < 0x110000; point++) found.push(String.fromCodePoint(point));
  };
  let cmap = 0;
  for (let table = 12; table < 12 + 16 * word(4); table += 16) {
    if (font.toString("latin1", table, table + 4) === "cmap") cmap = font.readUInt32BE(table + 8);
  }
  for (let place = 0; cmap && place < word(cmap + 2); place++) {
    const sub = cmap + font.readUInt32BE(cmap + 4 + 8 * place + 4);
    if (word(sub) === 4) {
      const size = word(sub + 6);
      for (let at = sub + 14; at < sub + 14 + size; at += 2)
        if (word(at) !== 0xffff) range(word(at + size + 2), word(at));
    } else if (word(sub) === 12) {
      const end = sub + 16 + 12 * font.readUInt32BE(sub + 12);
      for (let at = sub + 16; at < end; at += 12) range(font.readUInt32BE(at), font.readUInt32BE(at + 4));
    }
  }
  return found;
}

/** Letter → the fonts, cut to what is needed, that have it. */
async function cut(letters) {
  const known = await pieces();
  const wanted = new Map();
  for (const letter of letters) {
    const piece = known.get(letter);
    if (piece) wanted.set(piece, (wanted.get(piece) ?? "") + letter);
  }
  const found = new Map();
  for (const [{ name, file }, own] of wanted) {
    const data = await readFile(resolve(file));
    const made = WEIGHTS.map(async (weight) => {
      const options = { targetFormat: "sfnt", variationAxes: { wght: weight }, noHinting: true };
      return { name, weight, style: "normal", data: await subset(data, own, options) };
    });
    const fonts = await Promise.all(made);
    for (const letter of lettersOf(fonts[0].data)) found.set(letter, { name, fonts });
  }
  return found;
}

const box = (style, children) => ({ type: "div", props: { style: { display: "flex", ...style }, children } });
const lines = (most, style, children) => ({
  type: "div",
  props: { style: { display: "block", lineClamp: most, ...style }, children },
});

function stars(count) {
  const dot = (place) =>
    box({
      width: 18,
      height: 18,
      borderRadius: 11,
      marginRight: 8,
      border: `2px solid ${RED}`,
      backgroundColor: place < count ? RED : "transparent",
    });
  return box(
    { alignItems: "center", marginLeft: 28 },
    Array.from({ length: 5 }, (_, place) => dot(place)),
  );
}

/** How wide a text is, in ems: Chinese characters are square. */
function ems(words) {
  const width = (letter) =>
    letter > "\u2e80" ? 1 : /[A-Z0-9mw]/.test(letter) ? 0.72 : /[ fijlrt.,:;'-]/.test(letter) ? 0.36 : 0.6;
  return [...words].reduce((sum, letter) => sum + width(letter), 0);
}

/** A title as large as it can be on one line, else on two, which end between words where the engine says which those are. */
function title(parts) {
  const wide = ems(parts.join(""));
  const size = [80, 70, 60].find((size) => wide * size <= TEXT);
  const style = { fontWeight: 700, fontSize: size ?? (wide * 60 <= 1.8 * TEXT ? 60 : 48), lineHeight: 1.25 };
  if (size || parts.length < 2) return { one: Boolean(size), tree: lines(2, style, parts.join("")) };
  const flow = { ...style, flexWrap: "wrap", maxHeight: 2.5 * style.fontSize, overflow: "hidden" };
  return {
    one: false,
    tree: box(
      flow,
      parts.map((part) => box({}, part)),
    ),
  };
}

function picture(page, families) {
  const foot = [page.category, page.minutes].filter(Boolean).join("  ·  ");
  const { one, tree } = title(page.title);
  return box({ width: WIDTH, height: HEIGHT, backgroundColor: "#fdfbf7", fontFamily: families, color: "#1f2328" }, [
    box({ width: BAR, height: HEIGHT, backgroundColor: RED, flexShrink: 0 }),
    box({ flexDirection: "column", width: TEXT, margin: "56px 76px 0 68px" }, [
      box({ fontSize: 32, fontWeight: 700, color: RED, marginBottom: one ? 38 : 24 }, page.site),
      tree,
      ...(page.other ? [lines(1, { fontSize: 36, color: GREY, marginTop: 6 }, page.other)] : []),
      lines(one ? 3 : 2, { fontSize: 32, lineHeight: 1.5, marginTop: one ? 30 : 20 }, page.about),
    ]),
    box({ position: "absolute", bottom: 48, left: BAR + 68, alignItems: "center", fontSize: 30, color: GREY }, [
      box({}, foot),
      ...(page.stars ? [stars(page.stars)] : []),
    ]),
  ]);
}

const FIELDS = ["site", "other", "about", "category", "minutes"];
const given = JSON.parse(await text(process.stdin));
const found = await cut(
  [...new Set(given.flatMap((page) => [...JSON.stringify(Object.values(page)), "·", "…"]))].sort(),
);
const shown = (words) => [...words].filter((letter) => found.has(letter)).join("");
await initWasm(await readFile(resolve("@resvg/resvg-wasm/index_bg.wasm")));
for (const one of given) {
  const words = Object.fromEntries(FIELDS.map((name) => [name, shown(one[name])]));
  const page = { ...one, ...words, title: one.title.map(shown) };
  const letters = [...new Set([...Object.values(words), ...page.title, "·… "].join(""))];
  // The names of the fonts in order are Latin letters first.
  const pieces = new Map(
    letters.flatMap((letter) => (found.has(letter) ? [[found.get(letter).name, found.get(letter)]] : [])),
  );
  const families = [...pieces.keys()].sort();
  const fonts = families.flatMap((name) => pieces.get(name).fonts);
  const svg = await satori(picture(page, families.join(", ")), { width: WIDTH, height: HEIGHT, fonts });
  await writeFile(`${out}/${page.file}`, new Resvg(svg).render().asPng());
}
