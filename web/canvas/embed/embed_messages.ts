import type { CardEvent } from "../card_events.ts";

/** The version of the messages between an embedded page and the page around it. Either side ignores another version. */
const VERSION = 1;

const TYPE = "tck:embed";

/** What the embedded page tells. `ready` asks for a greeting, and says nothing more. */
export type EmbedEvent =
  | { readonly event: "ready" }
  /** The height of its content, in CSS pixels. */
  | { readonly event: "height"; readonly height: number }
  /** A card was mounted or has failed. */
  | { readonly event: "card" } & CardEvent;

/** What the page around it tells after each change: the height of the reader's window, in CSS pixels. */
export interface WindowEvent {
  readonly event: "window";
  readonly height: number;
}

/** What the page around it tells when a frame in this one sends it more messages than it can read. */
export interface FloodEvent {
  readonly event: "flood";
}

/** The greeting of the page around it, which is then told the events. */
export const EMBED_GREETING = { type: TYPE, version: VERSION, event: "greeting" } as const;

export function createEmbedMessage<Event extends EmbedEvent | WindowEvent | FloodEvent>(
  event: Event,
): Event & { type: typeof TYPE; version: number } {
  return { type: TYPE, version: VERSION, ...event };
}

/** The event of a message of this version; null for any other message. */
export function readEmbedEvent(
  data: unknown,
): EmbedEvent | WindowEvent | FloodEvent | typeof EMBED_GREETING | null {
  if (typeof data !== "object" || data === null) return null;
  const { type, version } = data as { type?: unknown; version?: unknown };
  return type === TYPE && version === VERSION ? data as ReturnType<typeof readEmbedEvent> : null;
}
