/**
 * The entry of `embed.mjs`, an optional script of pages that embed `/embed/daily-page/v2`: each
 * `<iframe data-tck-embed>` of this origin is as high as its content, and dispatches `tck:card` for its cards.
 *
 * @module
 */
import { CARD_EVENT } from "../card_events.ts";
import { createEmbedMessage, EMBED_GREETING, readEmbedEvent } from "./embed_messages.ts";
import { StrayCounter } from "../page/message_budget.ts";

const { origin } = new URL(import.meta.url);

/** Follows one frame, such as one that was added later. */
export function connectFrame(frame: HTMLIFrameElement): void {
  const sendWindow = () => {
    const { clientHeight: height } = document.documentElement;
    frame.contentWindow?.postMessage(createEmbedMessage({ event: "window", height }), origin);
  };
  const greet = () => {
    sendWindow();
    frame.contentWindow?.postMessage(EMBED_GREETING, origin);
  };
  const strays = new StrayCounter();
  /** Counts a message of a frame in the embedded page, which only a card sends, without reading it. */
  const count = (source: Window) => {
    if (!strays.isTooMuch(source)) return;
    frame.contentWindow?.postMessage(createEmbedMessage({ event: "flood" }), origin);
  };
  globalThis.addEventListener("resize", sendWindow);
  globalThis.addEventListener("message", (message) => {
    const source = message.source as Window | null;
    if (source !== null && isWithin(source, frame.contentWindow)) return count(source);
    if (source !== frame.contentWindow || message.origin !== origin) return;
    const event = readEmbedEvent(message.data);
    if (event?.event === "ready") greet();
    if (event?.event === "height") frame.style.height = `${event.height}px`;
    if (event?.event !== "card") return;
    const { widgetId, state, failure } = event;
    frame.dispatchEvent(
      new CustomEvent(CARD_EVENT, { bubbles: true, detail: { widgetId, state, failure } }),
    );
  });
  // A document that is not loaded yet reports when it is.
  if (frame.contentDocument?.URL !== "about:blank") greet();
}

/** Whether a window is that of a frame within a window, at any depth. */
function isWithin(inner: Window, outer: Window | null): boolean {
  for (let window = inner; window.parent && window.parent !== window; window = window.parent) {
    if (window.parent === outer) return true;
  }
  return false;
}

for (const frame of document.querySelectorAll<HTMLIFrameElement>("iframe[data-tck-embed]")) {
  connectFrame(frame);
}
