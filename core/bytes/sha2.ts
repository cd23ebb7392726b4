import { encodeBase64Url } from "./base64url.ts";

/** Computes SHA-384, 48 bytes. A host may inject a synchronous one in place of {@linkcode sha384}. */
export type Sha384 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/**
 * Computes SHA-384, 48 bytes, with Web Crypto.
 *
 * @example
 * ```ts
 * import { sha384 } from "@tck/tckb";
 * const digest = await sha384(new TextEncoder().encode("export default 1"));
 * digest.length; // 48
 * ```
 */
export async function sha384(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-384", bytes as Uint8Array<ArrayBuffer>));
}

/**
 * Computes SHA-384 in base64url, 64 characters: the form of bundle hashes and of `integrity.json` (lifecycle
 * specification, §2 and B.1).
 *
 * @param bytes The input
 * @param digest Computes SHA-384; Web Crypto by default
 *
 * @example
 * ```ts
 * import { sha384Base64Url } from "@tck/tckb";
 * const hash = await sha384Base64Url(new TextEncoder().encode("export default 1"));
 * ```
 */
export async function sha384Base64Url(bytes: Uint8Array, digest: Sha384 = sha384): Promise<string> {
  return encodeBase64Url(await digest(bytes));
}

/**
 * Converts a hash in base64url to a Subresource Integrity value: the same 48 bytes in standard base64, prefixed with
 * `sha384-`. Neither form of 48 bytes has padding, so only two characters of the alphabet differ.
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

/** Computes SHA-256, 32 bytes. A host may inject a synchronous one in place of {@linkcode sha256}. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** Computes SHA-256, 32 bytes, with Web Crypto. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}
