// The Chinese web font is five megabytes in a hundred slices. It is only lent to a machine that has
// no Chinese font of its own, which is seen by drawing: two missing glyphs look the same or are not square.

const SIZE = 32;

function draw(glyph: string): { pixels: string; width: number } {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return { pixels: glyph, width: SIZE };
  context.font = `${SIZE}px sans-serif`;
  context.textBaseline = "top";
  context.fillText(glyph, 0, 0);
  const { data } = context.getImageData(0, 0, SIZE, SIZE);
  return { pixels: data.join(), width: context.measureText(glyph).width };
}

function hasChineseFont(): boolean {
  const [first, second] = [draw("知"), draw("行")];
  return first.pixels !== second.pixels && Math.abs(first.width - SIZE) < 1;
}

/** `assets` is the address of the folder that this script came from. */
export function lendChineseFont(assets: string): void {
  if (hasChineseFont()) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("chinese.css", assets).href;
  document.head.append(link);
}
