import type { WidgetManifest } from "./manifest.ts";

/**
 * The fields of a manifest that the cloud may depend on (lifecycle specification, §2 and §9). It stores and passes on the
 * others without looking at them.
 *
 * @example
 * ```ts
 * import { CLOUD_MANIFEST_FIELDS } from "@tck/tckb";
 * CLOUD_MANIFEST_FIELDS.includes("cardType"); // true
 * ```
 */
export const CLOUD_MANIFEST_FIELDS = [
  "id",
  "title",
  "description",
  "cardType",
  "sizes",
  "languages",
] as const satisfies readonly (keyof WidgetManifest)[];

/** The part of a manifest that the cloud may depend on. */
export type CloudManifest = Pick<WidgetManifest, typeof CLOUD_MANIFEST_FIELDS[number]>;

/**
 * The part of a manifest that the cloud may depend on, as a new object.
 *
 * @example
 * ```ts
 * import { toCloudManifest } from "@tck/tckb";
 * toCloudManifest({ id: "weather", cardType: "feed", sizes: ["2x2"], defaultState: { city: "Bern" } });
 * // { id: "weather", cardType: "feed", sizes: ["2x2"] }
 * ```
 */
export function toCloudManifest(manifest: WidgetManifest): CloudManifest {
  const present = CLOUD_MANIFEST_FIELDS.filter((field) => Object.hasOwn(manifest, field));
  return Object.fromEntries(present.map((field) => [field, manifest[field]])) as CloudManifest;
}
