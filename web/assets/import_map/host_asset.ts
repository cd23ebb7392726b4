/** The content codings in which host assets are kept, the smallest first. */
export const ASSET_CODINGS = ["br", "zstd", "gzip"] as const;

/** A content coding (RFC 9110, §8.4.1). */
export type AssetCoding = typeof ASSET_CODINGS[number];

/** One file under `/__tck/v1/`. */
export interface HostAsset {
  /** The file's bytes. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The `Content-Type` to serve it with. */
  contentType: string;
  /** SHA-384 in base64url, 64 characters. */
  hash: string;
  /** The bytes in content codings, as far as they are smaller. @default none */
  encoded?: ReadonlyMap<AssetCoding, Uint8Array<ArrayBuffer>>;
}

/** The files under `/__tck/v1/`, by name. */
export type HostAssets = ReadonlyMap<string, HostAsset>;

/**
 * The text of a file.
 *
 * @throws when there is no such file, as in the assets of an older version
 */
export function readAssetText(assets: HostAssets, name: string): string {
  const asset = assets.get(name);
  if (asset === undefined) throw new Error(`Cannot make a page: the host assets have no ${name}`);
  return new TextDecoder().decode(asset.bytes);
}

/** The files that are written into pages of one file and into documents. No browser requests them. */
export const INLINE_ASSETS: readonly string[] = [
  "card.css",
  "chat-cards.js",
  "chat-view.js",
  "envelope-reader.js",
  "mark-page.js",
  "saved-file.js",
  "sealed-page.js",
  "sealed-page.css",
];
