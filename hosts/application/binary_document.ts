import { Buffer } from "node:buffer";

/** Binary files as JSON: each in base64. */
export type BinaryDocument = readonly string[];

/** Makes the document of some files, in their order. */
export function toBinaryDocument(files: readonly Uint8Array[]): BinaryDocument {
  return files.map((bytes) => Buffer.from(bytes).toString("base64"));
}

export function readBinaryDocument(document: BinaryDocument): Uint8Array<ArrayBuffer>[] {
  return document.map((text) => new Uint8Array(Buffer.from(text, "base64")));
}
