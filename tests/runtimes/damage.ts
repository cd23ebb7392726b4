import { deflateRawSync } from "node:zlib";
import type { Question } from "./suite.ts";

/**
 * A question about damaged bytes, where inflaters differ most: a deflate stream truncated at every byte and followed by
 * other bytes, and an envelope with each of its bytes changed, and truncated at each.
 */
export function askAboutDamage(envelope: Uint8Array): Question {
  const text = "export const temperature = 21;\n".repeat(20);
  const deflated = deflateRawSync(text);
  const streams = [
    ...cutEverywhere(deflated),
    ...[...deflated.keys()].map((at) => changeByte(deflated, at)),
    new Uint8Array([...deflated, 0]),
    new Uint8Array([...deflated, ...deflated]),
  ];
  const envelopes = [
    ...cutEverywhere(envelope),
    ...[...envelope.keys()].map((at) => changeByte(envelope, at)),
  ];
  return {
    envelopes: Object.fromEntries(envelopes.map((bytes, index) => [String(index), toBase64(bytes)])),
    calls: streams.map((bytes) => ({ call: "inflate", with: [{ $base64: toBase64(bytes) }, text.length] })),
  };
}

function cutEverywhere(bytes: Uint8Array): Uint8Array[] {
  return [...bytes.keys()].map((length) => bytes.slice(0, length));
}

function changeByte(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.with(at, bytes[at]! ^ 0x10);
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
