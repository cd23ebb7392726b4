import { LIMITS } from "../../core/contract/mod.ts";
import { quote } from "../../core/errors/mod.ts";
import { ObjectStoreError } from "./errors.ts";

/** @throws {ObjectStoreError} `object_store.refused` when an object has more bytes than are to be read */
export function checkSize(key: string, size: number, maxBytes: number = LIMITS.envelopeBytes): void {
  if (size <= maxBytes) return;
  const message = `Cannot read object ${quote(key)}: it has ${size} bytes, at most ${maxBytes} are expected`;
  throw new ObjectStoreError("object_store.refused", message);
}
