import { quote } from "../../core/errors/mod.ts";
import { ObjectStoreError } from "./errors.ts";

const SEGMENT = /^[A-Za-z0-9_%-][A-Za-z0-9._%-]{0,254}$/;
/** The longest key, in characters. */
const MAX_KEY_LENGTH = 1024;

/**
 * Splits an object's key into its segments. No segment is empty, begins with a dot or contains anything but
 * `[A-Za-z0-9._%-]`, so that a key is a safe path on every file system and never leads out of its root.
 *
 * @throws {ObjectStoreError} `object_store.invalid_key`
 */
export function splitKey(key: string): string[] {
  if (!isKey(key)) {
    throw new ObjectStoreError(
      "object_store.invalid_key",
      `Cannot use object key ${quote(key)}: expected segments of A-Z a-z 0-9 . _ % - joined by slashes`,
    );
  }
  return key.split("/");
}

/** Whether a text is a valid object key. */
export function isKey(text: string): boolean {
  return text.length <= MAX_KEY_LENGTH && text.split("/").every((segment) => SEGMENT.test(segment));
}

/** Orders keys by code unit, as `ObjectStore.list` requires. */
export function compareKeys(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
