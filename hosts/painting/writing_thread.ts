/** The thread on which cards are written, one after the other. */
import { parentPort } from "node:worker_threads";
import {
  type CardContent,
  type CardReader,
  type CardSource,
  PAINT_LIMITS,
  writeCard,
} from "../../web/canvas/paint/mod.ts";

/** What the thread is sent: a card to write. */
export interface WritingRequest {
  readonly source: CardSource;
  readonly reader: CardReader;
}

/** What the thread answers: the card, or null where it exceeds a limit. */
export type WritingReply = CardContent | null;

parentPort!.on("message", ({ source, reader }: WritingRequest) => {
  const reply: WritingReply = writeCard(source, reader, PAINT_LIMITS);
  parentPort!.postMessage(reply);
});
