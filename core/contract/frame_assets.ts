import { SHARED_SPECIFIERS } from "./specifiers.ts";

/**
 * The files under `/__tck/v1/` that the page of a sealed canvas fetches and sends to its frame, by name. They are
 * not in specifiers.ts, since a page that loads that file would load this list too.
 */
export const FRAME_ASSETS: readonly string[] = [
  ...new Set(SHARED_SPECIFIERS.map(({ asset }) => asset)),
  "boot-frame.mjs",
  "style.css",
  "canvas.css",
];
