// A picture by itself, as large as one likes: buttons, + - 0 and the wheel change its size, arrows and dragging move it.

const WORDS = {
  en: { closer: "Larger", farther: "Smaller", fit: "Fit the window", close: "Close" },
  zh: { closer: "放大", farther: "缩小", fit: "适合窗口", close: "关闭" },
};
const STEP = 1.25;
const MOST = 8;

/** A size between what fits and eight times as much. */
export function bounded(scale: number): number {
  return Math.min(MOST, Math.max(1, scale));
}

/** The first size, relative to what fits: letters are as large as they were drawn, if the window is smaller than that. */
export function firstScale(room: number, drawn: number): number {
  return bounded(drawn > room && room > 0 ? drawn / room : 1);
}

function button(sign: string, label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = sign;
  made.title = label;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

/** The width at which the picture was drawn, in pixels. */
function drawnWidth(picture: HTMLElement): number {
  const svg = [...picture.querySelectorAll("svg")].find((one) => one.checkVisibility()); // one for each width
  const image = picture.querySelector("img");
  const points = svg?.viewBox.baseVal?.width;
  return (points && points * (4 / 3)) || image?.naturalWidth || picture.scrollWidth;
}

/** Show the picture in a dialog; it is taken from its place and put back there, so that it exists once. */
export function enlarge(picture: HTMLElement, label: string): void {
  const words = document.documentElement.lang.startsWith("zh") ? WORDS.zh : WORDS.en;
  const dialog = document.createElement("dialog");
  dialog.className = "zx-lightbox md-typeset";
  dialog.setAttribute("aria-label", label || words.closer);
  const stage = document.createElement("div");
  stage.className = "zx-stage";
  stage.tabIndex = 0;
  stage.setAttribute("role", "group");
  stage.setAttribute("aria-label", label || words.closer);
  const sheet = document.createElement("div");
  sheet.className = "zx-sheet";
  const place = document.createElement("div");
  const width = drawnWidth(picture);
  place.style.height = `${picture.getBoundingClientRect().height}px`;
  picture.replaceWith(place);
  sheet.append(picture);
  stage.append(sheet);

  let scale = 1;
  let fit = 1; // share of the window's width at which the whole picture is seen
  function resize(wanted: number): void {
    const before = scale;
    scale = bounded(wanted);
    const middle = [stage.scrollLeft + stage.clientWidth / 2, stage.scrollTop + stage.clientHeight / 2] as const;
    sheet.style.width = `${100 * fit * scale}%`;
    stage.scrollLeft = (middle[0] * scale) / before - stage.clientWidth / 2;
    stage.scrollTop = (middle[1] * scale) / before - stage.clientHeight / 2;
    dialog.dataset.scale = scale.toFixed(2);
  }

  const tools = document.createElement("div");
  tools.className = "zx-lightbox-tools";
  tools.append(
    button("+", words.closer, () => resize(scale * STEP)),
    button("−", words.farther, () => resize(scale / STEP)),
    button("⤢", words.fit, () => resize(1)),
    button("✕", words.close, () => dialog.close()),
  );
  dialog.append(tools, stage);

  dialog.addEventListener("keydown", (event) => {
    const act = { "+": scale * STEP, "=": scale * STEP, "-": scale / STEP, "0": 1 }[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    resize(act);
  });
  stage.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return; // without a key the wheel scrolls
      event.preventDefault();
      resize(scale * (event.deltaY < 0 ? STEP : 1 / STEP));
    },
    { passive: false },
  );
  // Fingers scroll by themselves; a mouse drags.
  stage.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button) return;
    event.preventDefault();
    stage.focus();
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    if (stage.hasPointerCapture(event.pointerId)) stage.scrollBy(-event.movementX, -event.movementY);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    place.replaceWith(picture);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  stage.focus();
  fit = Math.min(1, stage.clientHeight / Math.max(1, sheet.scrollHeight));
  resize(firstScale(stage.clientWidth * fit, width));
  stage.scrollTo(0, 0);
}
