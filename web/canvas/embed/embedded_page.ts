import { CARD_EVENT, type CardEvent } from "../card_events.ts";
import { readThemeOrigins } from "../canvas_root.ts";
import { type ReaderWindow } from "../reader_window.ts";
import { createEmbedMessage, type EmbedEvent, readEmbedEvent } from "./embed_messages.ts";

/**
 * Tells the page around this one the height of the content and what becomes of each card, once that page has greeted this
 * one and its origin is allowed to embed it. All others receive only that this page is ready. The page around it tells the
 * height of the reader's window.
 *
 * @param onFlood called when a frame in this page sends that one more messages than it can read
 */
export function reportToParent(
  root: HTMLElement,
  reader: ReaderWindow,
  onFlood: () => void = () => {},
): void {
  const { parent } = globalThis;
  if (parent === globalThis.self) return;
  const allowed = [location.origin, ...readThemeOrigins(root)];
  const cards = new Map<string, CardEvent>();
  let target: string | null = null;
  let height = -1;
  const send = (event: EmbedEvent) => {
    if (target !== null) parent.postMessage(createEmbedMessage(event), target);
  };
  const measure = () => {
    const measured = Math.ceil(document.body.getBoundingClientRect().height);
    if (measured === height) return;
    height = measured;
    send({ event: "height", height });
  };
  document.addEventListener(CARD_EVENT, (event) => {
    const card = (event as CustomEvent<CardEvent>).detail;
    cards.set(card.widgetId, card);
    send({ event: "card", ...card });
  });
  globalThis.addEventListener("message", ({ source, origin, data }) => {
    const told = source === parent && allowed.includes(origin) ? readEmbedEvent(data) : null;
    if (told?.event === "window") reader.setHeight(told.height);
    if (told?.event === "flood") onFlood();
    if (told?.event !== "greeting") return;
    reader.leaveFrame();
    target = origin;
    send({ event: "height", height });
    for (const card of cards.values()) send({ event: "card", ...card });
  });
  new ResizeObserver(measure).observe(document.body);
  measure();
  parent.postMessage(createEmbedMessage({ event: "ready" }), "*");
}
