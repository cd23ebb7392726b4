/** The thread on which one page of one file is made. */
import { parentPort } from "node:worker_threads";
import { errorMessage } from "../../core/errors/mod.ts";
import { sealPage } from "../../web/canvas/sealed_page/mod.ts";
import type { SealingReply, SealingRequest } from "./sealing_message.ts";

parentPort!.once("message", async ({ cards, options }: SealingRequest) => {
  const reply = await sealPage(cards, options).then(
    ({ html, policy }) => ({ html: new TextEncoder().encode(html), policy }),
    (error) => ({ failure: errorMessage(error) }),
  ) satisfies SealingReply;
  parentPort!.postMessage(reply, "html" in reply ? [reply.html.buffer] : []);
});
