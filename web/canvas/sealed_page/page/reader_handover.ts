import type { readPageBundle } from "../read_bundle.ts";

export type EnvelopeReader = typeof readPageBundle;

const NAME = "tck:envelope-reader";

/** Passes the reader of envelopes to the script after this one. */
export function offerEnvelopeReader(read: EnvelopeReader): void {
  Object.defineProperty(globalThis, NAME, { value: read, configurable: true });
}

/** Takes the reader of envelopes; null in a page without it. */
export function takeEnvelopeReader(): EnvelopeReader | null {
  const read = Reflect.get(globalThis, NAME) as EnvelopeReader | undefined;
  Reflect.deleteProperty(globalThis, NAME);
  return read ?? null;
}
