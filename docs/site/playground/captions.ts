import { WIDGET_SIZES } from "../../../core/contract/mod.ts";

/** The height of a size that is written above its card, in CSS pixels. */
export const CAPTION_HEIGHT = 24;

/** The stylesheet that writes its size above each card of a canvas. */
export const CAPTIONS = [
  ...WIDGET_SIZES.map((size) => `.canvas-slot:has(> [data-size="${size}"])::before { content: "${size}" }`),
  `.canvas-slot::before { display: block; color: var(--color-text-muted); font: 13px/${CAPTION_HEIGHT}px var(--font-sans) }`,
  ".canvas-slot:not([data-columns]) > * { margin-inline: 0 }",
].join("\n");
