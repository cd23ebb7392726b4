import { BUNDLE_HASH_PATTERN } from "../contract/mod.ts";

/**
 * Whether a text has the syntax of a bundle hash: SHA-384 in base64url, 64 characters (lifecycle specification, §2).
 *
 * @example
 * ```ts
 * import { isBundleHash } from "@tck/tckb";
 * isBundleHash("A".repeat(64)); // true
 * isBundleHash("A".repeat(63)); // false
 * ```
 */
export function isBundleHash(text: string): boolean {
  return BUNDLE_HASH_PATTERN.test(text);
}
