/** The thread on which one page of one file is made. */
import { parentPort } from "node:worker_threads";
import { errorMessage } from "../../core/errors/mod.ts";
import { type SealedCard, sealPage, type SealPageOptions } from "../../web/canvas/sealed_page/mod.ts";

/** The message to the thread: a page to make. */
export interface SealingRequest {
  readonly cards: readonly SealedCard[];
  readonly options: SealPageOptions;
}

/** The thread's answer: the page in UTF-8, or why it was not made. */
export type SealingReply =
  | { readonly html: Uint8Array<ArrayBuffer>; readonly policy: string }
  | { readonly failure: string };

parentPort!.once("message", async ({ cards, options }: SealingRequest) => {
  const reply = await sealPage(cards, options).then(
    ({ html, policy }) => ({ html: new TextEncoder().encode(html), policy }),
    (error) => ({ failure: errorMessage(error) }),
  ) satisfies SealingReply;
  parentPort!.postMessage(reply, "html" in reply ? [reply.html.buffer] : []);
});
