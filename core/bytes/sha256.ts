/** Computes SHA-256, 32 bytes. A host may inject a synchronous one in place of {@linkcode sha256}. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** Computes SHA-256, 32 bytes, with Web Crypto. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}
