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

/** A SHA-384 that takes its input piece by piece. Web Crypto has none; hosts that do can inject theirs. */
export interface Sha384Hasher {
  /** Takes the next piece; it may be changed afterwards. */
  update(bytes: Uint8Array): void;
  /** The 48 bytes; the hasher is used up. */
  digest(): Uint8Array;
}

/**
 * The bundle hash of a module that arrives in pieces, such as the body of a response. With a hasher no piece is kept;
 * without one they are collected and given to Web Crypto at the end.
 *
 * @param chunks The pieces, in order
 * @param createHasher Makes the host's incremental SHA-384
 *
 * @example
 * ```ts
 * import { hashBundleChunks } from "@tck/tckb";
 * const hash = await hashBundleChunks(new Blob(["export default 1"]).stream());
 * ```
 */
export async function hashBundleChunks(
  chunks: AsyncIterable<Uint8Array>,
  createHasher?: () => Sha384Hasher,
): Promise<string> {
  if (createHasher === undefined) {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const chunk of chunks) pieces.push(chunk.slice());
    return await hashBundleModule(new Uint8Array(await new Blob(pieces).arrayBuffer()));
  }
  const hasher = createHasher();
  for await (const chunk of chunks) hasher.update(chunk);
  return encodeBase64Url(hasher.digest());
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
