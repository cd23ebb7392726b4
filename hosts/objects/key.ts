import { quote } from "../../core/errors/mod.ts";
import { ObjectStoreError } from "./errors.ts";

const SEGMENT = /^[A-Za-z0-9_%-][A-Za-z0-9._%-]{0,254}$/;
const MAXIMUM_LENGTH = 1024;

/**
 * The segments of an object's key. None is empty, begins with a dot or holds anything but `[A-Za-z0-9._%-]`, so that a
 * key is a safe path on every file system and never leads out of its root.
 *
 * @throws {ObjectStoreError} `object_store.invalid_key`
 */
export function splitKey(key: string): string[] {
  if (!isKey(key)) {
    throw new ObjectStoreError(
      "object_store.invalid_key",
      `Cannot use object key ${quote(key)}: it is not segments of A-Z a-z 0-9 . _ % - joined by slashes`,
    );
  }
  return key.split("/");
}

/** Whether a text is an object's key. */
export function isKey(text: string): boolean {
  return text.length <= MAXIMUM_LENGTH && text.split("/").every((segment) => SEGMENT.test(segment));
}

/** Orders keys by code unit, as the port promises. */
export function compareKeys(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
