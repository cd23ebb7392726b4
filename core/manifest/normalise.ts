import { LEGACY_SIZES } from "../contract/mod.ts";
import type { JsonObject, JsonValue } from "./manifest.ts";

/** A manifest after legacy names are replaced. */
export interface NormalisedManifest {
  /** The given object when nothing was renamed, else a copy with the keys in the same order. */
  readonly manifest: JsonObject;
  /** Whether anything was renamed. */
  readonly renamed: boolean;
}

/**
 * Replaces legacy names in a manifest and changes nothing else (lifecycle specification, §9: renames only): the size
 * `auto` becomes `fill-auto`. When a manifest has both, the first is kept. `"sizes": "auto"` is an old form of `["auto"]`;
 * any other value that is not a list stays as it is. The manifest is not validated; `parseManifest` does that.
 *
 * @example
 * ```ts
 * import { normaliseManifest } from "@tck/tckb";
 * normaliseManifest({ id: "weather", cardType: "feed", sizes: ["auto", "2x2"] }).manifest.sizes; // ["fill-auto", "2x2"]
 * ```
 */
export function normaliseManifest(value: JsonObject): NormalisedManifest {
  const given = Object.hasOwn(value, "sizes") ? value.sizes! : null;
  const sizes = isLegacySize(given) ? [given] : given;
  if (!Array.isArray(sizes) || !sizes.some(isLegacySize)) return { manifest: value, renamed: false };
  return { manifest: { ...value, sizes: renameSizes(sizes) }, renamed: true };
}

function renameSizes(sizes: readonly JsonValue[]): JsonValue[] {
  const seen = new Set<JsonValue>();
  const replacements: readonly JsonValue[] = Object.values(LEGACY_SIZES);
  return sizes.map((size) => isLegacySize(size) ? LEGACY_SIZES[size] : size).filter((size) => {
    if (!replacements.includes(size)) return true;
    return !seen.has(size) && seen.add(size);
  });
}

function isLegacySize(size: JsonValue): size is keyof typeof LEGACY_SIZES {
  return typeof size === "string" && Object.hasOwn(LEGACY_SIZES, size);
}
