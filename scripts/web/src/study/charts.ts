// The two charts: what comes in the next days, and how much was remembered in the last weeks.
import { chart, frame, HEIGHT, LEFT, label, level, picture, RIGHT, roundUp, table } from "./chart_frame";
import { dateOf, dayNumber } from "./day";
import { studyOf } from "./desk";
import { make, makeSvg } from "./dom";
import { forecast, retentionByWeek, type Week } from "./statistics";

const DAYS = 30;
const WEEKS = 12;

export const forecastView = chart((desk, now, width) => {
  const { charts: text, locale } = desk.words;
  const study = studyOf(desk);
  const counts = forecast(desk.deck.select(study.settings.kinds), study, now, DAYS);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!total) return [make("p", { class: "zx-hint" }, text.forecastNone)];
  const at = frame(width);
  const most = roundUp(Math.max(...counts));
  const format = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
  const date = (day: number): string => (day ? format.format(dateOf(dayNumber(now) + day)) : text.today);
  const slot = at.x(1 / DAYS) - at.x(0);
  const bars = counts.map((count, day) => {
    const height = at.y(0) - at.y(count / most);
    const box = {
      x: at.x(day / DAYS) + slot * 0.15,
      y: at.y(0) - height,
      width: slot * 0.7,
      height,
      rx: Math.min(2, height),
    };
    return makeSvg(
      "rect",
      { ...box, class: "zx-bar", "data-today": day === 0 },
      makeSvg("title", {}, `${date(day)}: ${count}`),
    );
  });
  const days = [0, 7, 14, 21, 28].map((day) =>
    label(date(day), at.x((day + 0.5) / DAYS), HEIGHT - 6, day ? "middle" : "start"),
  );
  const said = text.forecast(total, DAYS);
  const middle = most % 2 ? [] : level(at, 0.5, String(most / 2));
  return [
    make("p", {}, said),
    picture(at, said, ...level(at, 0, "0"), ...middle, ...level(at, 1, String(most)), ...bars, ...days),
    table(
      desk,
      [text.day, text.count],
      counts.map((count, day) => [date(day), String(count)]),
    ),
  ];
});

export const retentionView = chart((desk, now, width) => {
  const { charts: text, locale } = desk.words;
  const { settings } = studyOf(desk);
  const weeks = retentionByWeek(studyOf(desk), now, WEEKS);
  const asked = weeks.reduce((sum, week) => sum + week.asked, 0);
  if (!asked) return [make("p", { class: "zx-hint" }, text.retentionNone)];
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const format = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
  const date = (week: Week): string => format.format(dateOf(week.monday));
  const at = frame(width);
  const low = 0.5; // below that, the exact share matters little
  const y = (share: number): number => at.y((Math.max(share, low) - low) / (1 - low));
  const points = weeks.flatMap((week, index) => {
    if (!week.asked) return [];
    const share = week.remembered / week.asked;
    return {
      x: at.x((index + 0.5) / WEEKS),
      y: y(share),
      said: `${date(week)}: ${percent.format(share)} (${week.asked})`,
    };
  });
  const line = makeSvg("polyline", {
    points: points.map((point) => `${point.x},${point.y}`).join(" "),
    class: "zx-line",
  });
  const dots = points.map((point) =>
    makeSvg("circle", { cx: point.x, cy: point.y, r: 4, class: "zx-point" }, makeSvg("title", {}, point.said)),
  );
  const wanted = y(settings.retention);
  const goal = [
    makeSvg("line", { x1: LEFT, x2: width - RIGHT, y1: wanted, y2: wanted, class: "zx-goal" }),
    label(`${text.wanted} ${percent.format(settings.retention)}`, LEFT + 4, wanted + 14, "start"),
  ];
  const names = weeks.flatMap((week, index) => {
    const isNamed = index % 3 === 2;
    return isNamed ? label(date(week), at.x((index + 0.5) / WEEKS), HEIGHT - 6, "middle") : [];
  });
  const remembered = weeks.reduce((sum, week) => sum + week.remembered, 0);
  const said = text.retention(percent.format(remembered / asked), asked);
  const levels = [low, 0.75, 1].flatMap((share) => level(at, (share - low) / (1 - low), percent.format(share)));
  const rows = weeks
    .filter((week) => week.asked)
    .map((week) => [date(week), String(week.asked), percent.format(week.remembered / week.asked)]);
  return [
    make("p", {}, said),
    picture(at, said, ...levels, ...goal, line, ...dots, ...names),
    table(desk, [text.week, text.count, text.remembered], rows),
  ];
});
