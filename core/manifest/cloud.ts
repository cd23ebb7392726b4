import type { WidgetManifest } from "./manifest.ts";

/**
 * The fields of a manifest that the cloud may depend on (lifecycle specification, §2 and §9). It stores and returns the
 * others without reading them.
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
