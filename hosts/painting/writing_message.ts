import type { CardContent, CardReader, CardSource } from "../../web/canvas/paint/mod.ts";

/** What the thread is sent: a card to write. */
export interface WritingRequest {
  readonly source: CardSource;
  readonly reader: CardReader;
}

/** What the thread answers: the card, or null where it exceeds a limit. */
export type WritingReply = CardContent | null;
