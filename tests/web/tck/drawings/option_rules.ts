import assert from "node:assert/strict";
import type { DrawingOption, DrawingSpace, SizeClass } from "@tck/kit";
import { estimateTextWidth } from "../../../../web/tck/text_width.ts";

/** The classes of size. */
export const CLASSES: readonly SizeClass[] = ["S", "M", "L"];

/** What options are asked for, without a page. */
export function spaceOf(width: number, size: SizeClass): DrawingSpace {
  return { width, size, fontSize: size === "L" ? 13 : 12, widthOf: estimateTextWidth };
}

/** Asserts what is true of the options of every drawing. */
export function checkOptions(options: readonly DrawingOption[], context: string): void {
  const all = `${context}: ${JSON.stringify(options)}`;
  assert.ok(options.length > 0, all);
  for (const [index, { height, most, usual, lost }] of options.entries()) {
    assert.ok(Number.isInteger(height) && height > 0 && most >= height && usual >= height, all);
    assert.equal(new Set(lost).size, lost.length, all);
    const before = options[index - 1];
    if (before === undefined) continue;
    assert.ok(height < before.height, all);
    assert.ok(before.lost.every((loss) => lost.includes(loss)) && lost.length > before.lost.length, all);
  }
}

/** Heights at and below each option, and between them. */
export function heightsOf(options: readonly DrawingOption[]): number[] {
  const heights = options.flatMap(({ height }) => [height - 1, height, height + 1, height + 7]);
  return [...heights, 360, 500].filter((height) => height >= options.at(-1)!.height);
}

/** The richest option for a height. */
export function optionAt(options: readonly DrawingOption[], height: number): DrawingOption {
  return options.find((option) => option.height <= height)!;
}
