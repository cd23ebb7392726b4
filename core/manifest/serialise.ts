import type { JsonObject, WidgetManifest } from "./manifest.ts";

/**
 * A manifest as the bytes that are stored: UTF-8 JSON without white space, keys in the order they have. Their number
 * decides whether the manifest stands in its row or is an object of its own (`LIMITS.manifestObjectBytes`; lifecycle
 * specification, B.2).
 *
 * @param manifest A manifest that `parseManifest` accepts, so that nothing is lost
 *
 * @example
 * ```ts
 * import { LIMITS, serialiseManifest } from "@tck/tckb";
 * const bytes = serialiseManifest({ id: "weather", cardType: "feed", sizes: ["fill-auto"] });
 * const inRow = bytes.length < LIMITS.manifestObjectBytes; // true
 * ```
 */
export function serialiseManifest(manifest: WidgetManifest | JsonObject): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(manifest));
}
