/** Computes SHA-256, 32 bytes. A host may inject a synchronous one in place of {@linkcode sha256}. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/**
 * Computes SHA-256, 32 bytes, with Web Crypto.
 *
 * @example
 * ```ts
 * import { sha256 } from "./sha256.ts";
 * const digest = await sha256(new TextEncoder().encode("export default 1"));
 * digest.length; // 32
 * ```
 */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}
