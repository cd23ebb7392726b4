import { LIMITS } from "../../../../core/contract/mod.ts";
import { asFields, type ChatHost, HostError } from "./chat_host.ts";

/**
 * Reads the envelope of a bundle in parts, by a tool of the server that the host passes on.
 *
 * @throws {HostError} when the host does not, or the parts do not fit together
 */
export async function readBundle(host: ChatHost, hash: string): Promise<Uint8Array> {
  const texts: string[] = [];
  for (let part = 0, parts = 1; part < parts; part++) {
    const read = await readPart(host, hash, part);
    parts = read.parts;
    texts.push(read.data);
  }
  return decode(texts);
}

interface Part {
  parts: number;
  data: string;
}

/** The most parts of an envelope: each has 64 KiB at least. */
const MAX_PARTS = LIMITS.envelopeBytes / 65_536;

async function readPart(host: ChatHost, hash: string, part: number): Promise<Part> {
  const call = { name: "read_bundle", arguments: { hash, part } };
  const { isError, structuredContent } = asFields(await host.request("tools/call", call));
  const { parts, data } = asFields(structuredContent);
  if (isError !== true && typeof parts === "number" && parts <= MAX_PARTS && typeof data === "string") {
    return { parts, data };
  }
  throw new HostError(`The host has no part ${part} of bundle ${hash}`);
}

function decode(texts: readonly string[]): Uint8Array {
  const parts = texts.map((text) => atob(text));
  const bytes = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let end = 0;
  for (const part of parts) {
    for (let index = 0; index < part.length; index++) bytes[end++] = part.charCodeAt(index);
  }
  return bytes;
}
