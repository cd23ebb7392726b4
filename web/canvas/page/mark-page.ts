/**
 * The inline script in the head of a page with the first cards of the server (`renderPaintFrame`). They can end the page
 * before its other code is there, so that the page is marked before the parser has reached their frame. Where there is a mark
 * of this address already, the frame is removed in the task that has added it: nothing of its document arrives.
 *
 * @module
 */
import { findMarks, markPage } from "./ended_pages.ts";

if (findMarks().length === 0) void markPage(new AbortController().signal);
else {
  const observer = new MutationObserver(() => document.querySelector(".canvas-paint")?.remove());
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => observer.disconnect());
}
