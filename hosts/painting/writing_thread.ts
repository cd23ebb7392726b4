/** The thread on which cards are written, one after the other. */
import { parentPort } from "node:worker_threads";
import { PAINT_LIMITS, writeCard } from "../../web/canvas/paint/mod.ts";
import type { WritingReply, WritingRequest } from "./writing_message.ts";

parentPort!.on("message", ({ source, reader }: WritingRequest) => {
  const reply: WritingReply = writeCard(source, reader, PAINT_LIMITS);
  parentPort!.postMessage(reply);
});
