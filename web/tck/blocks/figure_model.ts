import { type Block, type Piece, type Shown, sized } from "../layout/model.ts";
import { partOf } from "../layout/leaf.ts";
import type { Reading } from "../layout/reading.ts";
import type { DrawingOption, DrawingSpace, SizeClass } from "../drawings/option.ts";
import type { ReadBlock } from "../layout/registry.ts";
import { BOUNDS } from "../layout/tokens.ts";
import { measureTextWidth } from "../text_width.ts";

/** The width that a drawing needs beside other blocks. */
const LEAST_WIDTHS = { S: 120, M: 180, L: 240 } as const;

/** A round one needs less in a low card: it is legible in two fifths of a `2x1`. */
const LEAST_GROWING = { ...LEAST_WIDTHS, S: 110 } as const;

/** The most losses of a drawing that are counted. */
const MOST_LOSSES = 6;

/**
 * A drawing that takes the room that other blocks leave. With each of its details that is shown it has the next richer form.
 */
export function readDrawing(optionsAt: (space: DrawingSpace) => readonly DrawingOption[]): ReadBlock {
  return (element, reading) => {
    const { tokens, box } = reading;
    const optionsIn = (width: number) =>
      optionsAt({
        width,
        fontSize: tokens.caption,
        size: tokens.sizeClass,
        widthOf: measureTextWidth(reading.fonts.sans),
      });
    const details = Array.from({ length: MOST_LOSSES }, (): Piece => ({ kind: "detail" }));
    return reading.leaf({
      element,
      role: "figure",
      pieces: details,
      leastWidth: LEAST_WIDTHS[tokens.sizeClass],
      isSmall: optionsIn(box.width)[0]!.most <= tokens.row.most,
      form(width) {
        const options = optionsIn(width);
        const poorest = options.length - 1;
        const optionOf = (shown: Shown) =>
          options[Math.max(0, poorest - details.filter((piece) => shown.has(piece)).length)]!;
        if (box.height === null) return { height: () => options[0]!.usual };
        return {
          absent: details.slice(Math.max(0, poorest)),
          height: (shown) => optionOf(shown).height,
          most: (shown) => optionOf(shown).most,
        };
      },
    });
  };
}

/** A drawing that shows the same at each height from the least one on, by the class of size. */
export function readGrowing(least: { readonly [size in SizeClass]: number }): ReadBlock {
  return (element, reading) => {
    const { sizeClass } = reading.tokens;
    return growing(element, reading, LEAST_GROWING[sizeClass], () => least[sizeClass]);
  };
}

/** A block that takes the room that other blocks leave. */
export function growing(
  element: HTMLElement,
  reading: Reading,
  leastWidth: number,
  heightAt: (width: number) => number,
): Block {
  if (reading.box.height === null) return { ...reading.rigid(element, "figure"), leastWidth };
  return reading.leaf({
    element,
    role: "figure",
    leastWidth,
    form(width) {
      const height = heightAt(width);
      return { height: () => height, most: () => Infinity };
    },
  });
}

/** Reads a block that stays as high as it is on the page. */
export function readRigid(role: "remark" | "control" | "figure"): ReadBlock {
  return (element, reading) => reading.rigid(element, role);
}

/** A picture, which is smaller where there is little room. */
export function readImage(element: HTMLElement, reading: Reading): Block {
  const ratio = ratioOf(element as HTMLImageElement, reading.sizeOf(element));
  const given = parseFloat(element.style.width);
  const isRelative = element.style.width.endsWith("%");
  return reading.leaf({
    element,
    role: "figure",
    form(width) {
      const natural = Math.min(width, isRelative ? width * given / 100 : given) / ratio;
      const least = Math.min(natural, Math.max(LEAST_PICTURE, reading.tokens.chart));
      const isFree = reading.box.height === null;
      return {
        height: () => isFree ? natural : least,
        most: () => natural,
        choice: (_shown, _look, height): Record<string, string> =>
          isFree || height >= natural - 0.5 ? {} : sized(height),
      };
    },
  });
}

/** The width of a picture divided by its height: as its author has set it, else its own. The page may show it cropped. */
function ratioOf(
  { style, naturalWidth, naturalHeight }: HTMLImageElement,
  shown: { readonly width: number; readonly height: number },
): number {
  const [width, height = 1] = style.aspectRatio.split("/").map(parseFloat);
  const ratios = [width! / height, naturalWidth / naturalHeight, shown.width / shown.height];
  return ratios.find((ratio) => ratio > 0 && ratio < Infinity) ?? 1;
}

/** A picture in a low card is not lower than this, and in others than a plot. */
const LEAST_PICTURE = 48;

/** What a card shows while there is nothing to show. Without room for it, its icon and line go. */
export function readEmpty(element: HTMLElement, reading: Reading): Block {
  const { tokens, box } = reading;
  const icon = partOf(element.querySelector(":scope > .kit-empty-icon"));
  const title = reading.content(element.querySelector(":scope > .kit-empty-title"), { weight: 600 });
  const textElement = element.querySelector(":scope > .kit-empty-text");
  const [text, content] = [partOf(textElement), reading.content(textElement)];
  const isNarrow = box.height !== null && box.width < BOUNDS.narrow;
  const [size, line] = isNarrow
    ? [tokens.label.size, tokens.captionLine]
    : [Math.max(13, tokens.label.size), 20];
  const titleSize = Math.max(15, tokens.body);
  return reading.leaf({
    element,
    role: "figure",
    // It is in the middle of its card, and beside nothing.
    leastWidth: Infinity,
    pieces: [...text.pieces, ...icon.pieces],
    form(width) {
      return {
        height: (shown) =>
          (icon.isIn(shown) ? 32 : 0) +
          Math.max(1, title.lines(width, titleSize)) * (titleSize > 15 ? 24 : 20) +
          (text.isIn(shown) ? 4 + content.lines(width, size) * line : 0) +
          (box.height === null ? 48 : 0),
        ...box.height !== null && { most: () => Infinity },
      };
    },
  });
}
