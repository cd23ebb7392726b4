import type { Reading } from "../../layout/reading.ts";
import { partOf } from "../../layout/leaf.ts";
import type { Block, Choice, Piece } from "../../layout/model.ts";

const BARS = Symbol("bars");

/** Whether a bar has its value below its label at a width. */
type IsStacked = (width: number) => boolean;

/** A bar with its label and value, which are one below the other where a line has no room
 * for both; so it is with all bars of a row or grid then. */
export function readMeter(element: HTMLElement, reading: Reading): Block {
  const { tokens } = reading;
  const head = element.querySelector<HTMLElement>(":scope > .kit-meter-head");
  const [label, value] = [head?.children[0] ?? null, head?.children[1] ?? null].map((part, index) =>
    reading.content(part, { weight: index === 0 ? 400 : 600 })
  );
  const detailElement = element.querySelector<HTMLElement>(":scope > .kit-meter-detail");
  const [detail, detailContent] = [partOf(detailElement), reading.content(detailElement)];
  const track = element.querySelector(":scope > .kit-stacked") === null ? 8 : 12;
  const limit = partOf(element.querySelector(":scope > .kit-limit"));
  const legend = element.querySelector<HTMLElement>(":scope > .kit-legend");
  const names: Piece[] = legend === null ? [] : [{ kind: "detail", rank: "first", elements: [legend] }];
  const entries = [...legend?.children ?? []].map((entry) => ({
    label: reading.content(entry.querySelector(".kit-legend-label")),
    value: reading.content(entry.querySelector(".kit-legend-value")),
  }));
  const amounts = partOf(...legend?.querySelectorAll(".kit-legend-value") ?? []);
  const entryGap = tokens.sizeClass === "S" ? 12 : 16;
  const { size, line } = tokens.label;
  const linesOfLegend = (width: number, hasValues: boolean) => {
    let [lines, used] = [1, 0];
    for (const { label, value } of entries) {
      const own = Math.min(width, 18 + label.width(size) + (hasValues ? value.width(size) + 8 : 0));
      if (used > 0 && used + own > width + 0.05) {
        lines++;
        used = 0;
      }
      used += own + entryGap;
    }
    return entries.length === 0 ? 0 : lines;
  };
  const group = reading.neighbours<IsStacked>(BARS);
  group.push((width) => head !== null && label!.width(size) + value!.width(size) + 8 > width + 0.05);
  return reading.leaf({
    element,
    role: "bar",
    pieces: [...names, ...[limit, amounts, detail].flatMap(({ pieces }) => pieces)],
    leastWidth: 90,
    form(width) {
      const isStacked = group.some((isStacked) => isStacked(width));
      const heads = head === null ? 0 : (isStacked ? 2 : 1) * line + 4;
      return {
        height(shown) {
          const rows = names.some((piece) => shown.has(piece))
            ? linesOfLegend(width, amounts.isIn(shown))
            : 0;
          const above = limit.isIn(shown) ? tokens.captionLine + 4 : 0;
          const below = detail.isIn(shown) ? 4 + Math.max(1, detailContent.lines(width, size)) * line : 0;
          return heads + track + above + (rows === 0 ? 0 : 4 + rows * line) + below;
        },
        choice: (): Choice => isStacked ? { "data-stacked": "" } : {},
      };
    },
  });
}
