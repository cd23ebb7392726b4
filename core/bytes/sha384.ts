import { encodeBase64Url } from "./base64url.ts";

/** A function that computes SHA-384, 48 bytes; a host may inject a synchronous one in place of {@linkcode sha384}. */
export type Sha384 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/**
 * SHA-384 of bytes, 48 bytes, by Web Crypto.
 *
 * @example
 * ```ts
 * import { sha384 } from "@tck/tckb";
 * const digest = await sha384(new TextEncoder().encode("export default 1"));
 * digest.length; // 48
 * ```
 */
export async function sha384(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-384", bytes as Uint8Array<ArrayBuffer>));
}

/**
 * The bundle hash: base64url of SHA-384 over the bytes of `widget.mjs`, 64 characters (lifecycle specification, B.1).
 *
 * @example
 * ```ts
 * import { hashBundleModule } from "@tck/tckb";
 * const hash = await hashBundleModule(new TextEncoder().encode("export default 1"));
 * ```
 */
export async function hashBundleModule(bytes: Uint8Array): Promise<string> {
  return encodeBase64Url(await sha384(bytes));
}

/**
 * A bundle hash as a Subresource Integrity value: the same 48 bytes, in standard base64 behind `sha384-`. Of 48 bytes
 * neither form has padding, so that only two characters of the alphabet differ.
 *
 * @example
 * ```ts
 * import { toIntegrity } from "@tck/tckb";
 * toIntegrity("_".repeat(64)); // "sha384-////…"
 * ```
 */
export function toIntegrity(hash: string): string {
  return `sha384-${hash.replaceAll("-", "+").replaceAll("_", "/")}`;
}
