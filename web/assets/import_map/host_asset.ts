/** One file under `/__tck/v1/`. */
export interface HostAsset {
  /** The file's bytes. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The `Content-Type` to serve it with. */
  contentType: string;
  /** SHA-384 in base64url, 64 characters. */
  hash: string;
}

/** The files under `/__tck/v1/`, by name. */
export type HostAssets = ReadonlyMap<string, HostAsset>;
