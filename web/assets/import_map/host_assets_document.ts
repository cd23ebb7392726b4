import { decodeBase64Url, encodeBase64Url } from "../../../core/bytes/mod.ts";
import type { HostAsset, HostAssets } from "./host_asset.ts";

/** Host assets in one JSON document, for hosts that do not build them: content, content type and hash by name. */
export interface HostAssetsDocument {
  [name: string]: { contentType: string; hash: string } & ({ text: string } | { base64url: string });
}

/** Writes assets to a document: pictures in base64url, all others as text in UTF-8. */
export function toHostAssetsDocument(assets: HostAssets): HostAssetsDocument {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return Object.fromEntries(
    [...assets].map(([name, { bytes, contentType, hash }]) => {
      const content = contentType === "image/png"
        ? { base64url: encodeBase64Url(bytes) }
        : { text: utf8.decode(bytes) };
      return [name, { ...content, contentType, hash }];
    }),
  );
}

export function readHostAssetsDocument(document: HostAssetsDocument): HostAssets {
  const utf8 = new TextEncoder();
  return new Map<string, HostAsset>(
    Object.entries(document).map(([name, { contentType, hash, ...content }]) => {
      const bytes = "text" in content ? utf8.encode(content.text) : decodeBase64Url(content.base64url);
      return [name, { bytes, contentType, hash }];
    }),
  );
}
