import { raw } from "hono/html";

const PLACE = `<div class="canvas-slot"><div class="tck-card"><div class="tck-card-skeleton">${
  "<span></span>".repeat(3)
}</div></div></div>`;

/**
 * What the root of a canvas contains until the canvas's code has started: places of cards that wait, as the canvas shows
 * them while it loads the list. React replaces them; the page of a sealed canvas hides them once its frame has a height.
 */
export const CANVAS_START = raw(
  `<div class="canvas canvas-start" aria-hidden="true"><div class="canvas-feed">${
    PLACE.repeat(3)
  }</div></div>`,
);
