import type { SealedCard, SealPageOptions } from "../../web/canvas/sealed_page/mod.ts";

/** What the thread is sent: a page to make. */
export interface SealingRequest {
  readonly cards: readonly SealedCard[];
  readonly options: SealPageOptions;
}

/** What the thread answers: the page in UTF-8, or why there is none. */
export type SealingReply =
  | { readonly html: Uint8Array<ArrayBuffer>; readonly policy: string }
  | { readonly failure: string };
