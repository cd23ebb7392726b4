import type { JsonObject, WidgetManifest } from "./manifest.ts";

/**
 * Serialises a manifest as it is stored: UTF-8 JSON without white space, keys in their order. The size decides whether the
 * manifest is stored in its row or as an object (`LIMITS.manifestObjectBytes`; lifecycle specification, B.2).
 *
 * @param manifest A manifest that `parseManifest` or `parseCloudManifest` accepts, so that it is serialised without loss
 *
 * @example
 * ```ts
 * import { LIMITS, serialiseManifest } from "@tck/tckb";
 * const bytes = serialiseManifest({ id: "weather", cardType: "feed", sizes: ["fill-auto"] });
 * const inRow = bytes.length < LIMITS.manifestObjectBytes; // true
 * ```
 */
export function serialiseManifest(manifest: WidgetManifest | JsonObject): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(manifest));
}
