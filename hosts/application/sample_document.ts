import { Buffer } from "node:buffer";

/** Envelopes as JSON: each in base64. */
export type SampleDocument = readonly string[];

/** Makes the document of some envelopes, in their order. */
export function toSampleDocument(envelopes: readonly Uint8Array[]): SampleDocument {
  return envelopes.map((bytes) => Buffer.from(bytes).toString("base64"));
}

/** The envelopes of a document. */
export function readSampleDocument(document: SampleDocument): Uint8Array<ArrayBuffer>[] {
  return document.map((text) => new Uint8Array(Buffer.from(text, "base64")));
}
