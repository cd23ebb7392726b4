import type { HostAssets } from "./host_asset.ts";

/** Host assets in one JSON document, for hosts that do not build them: text, content type and hash by name. */
export interface HostAssetsDocument {
  [name: string]: { text: string; contentType: string; hash: string };
}

/** Writes assets, which are text in UTF-8, to a document. */
export function toHostAssetsDocument(assets: HostAssets): HostAssetsDocument {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return Object.fromEntries(
    [...assets].map(([name, { bytes, contentType, hash }]) => [
      name,
      { text: utf8.decode(bytes), contentType, hash },
    ]),
  );
}

/** Reads the assets of a document. */
export function readHostAssetsDocument(document: HostAssetsDocument): HostAssets {
  const utf8 = new TextEncoder();
  return new Map(
    Object.entries(document).map(([name, { text, contentType, hash }]) => [
      name,
      { bytes: utf8.encode(text), contentType, hash },
    ]),
  );
}
