import { InvalidManifestError, readId, rejectJsonFault } from "./invalid_manifest.ts";
import type { JsonObject, WidgetManifest } from "./manifest.ts";
import { ID_PATTERN, isObject, quoting } from "./schema.ts";

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
] as const;

/**
 * Checks the types of the {@link CLOUD_MANIFEST_FIELDS} and returns the same object. Everything else, such as an unknown
 * size, a long text or a field of a newer kit, is for `parseManifest`, which the canvas and the kit call.
 *
 * @throws {InvalidManifestError} With the path of each invalid field, or of a value that cannot be stored as JSON
 *
 * @example
 * ```ts
 * import { parseCloudManifest } from "@tck/tckb";
 * const manifest = parseCloudManifest({ id: "weather", cardType: "feed", sizes: ["9x9"], schemaVersion: 2 });
 * manifest.schemaVersion; // 2
 * ```
 */
export function parseCloudManifest(value: unknown): JsonObject {
  rejectJsonFault(value);
  if (!isObject(value)) {
    throw new InvalidManifestError(null, [{
      path: "manifest",
      message: quoting("is not an object")({ input: value }),
    }]);
  }
  const issues = CLOUD_MANIFEST_FIELDS.flatMap((field) => {
    const fault = FAULTS[field](value[field]);
    return fault === null
      ? []
      : [{ path: `manifest.${field}`, message: quoting(fault)({ input: value[field] }) }];
  });
  if (issues.length > 0) throw new InvalidManifestError(readId(value), issues);
  return value as JsonObject;
}

/** What is wrong with a value of each field, or null. */
const FAULTS: {
  readonly [field in typeof CLOUD_MANIFEST_FIELDS[number]]: (value: unknown) => string | null;
} = {
  id: (value) => typeof value === "string" && ID_PATTERN.test(value) ? null : "is not an id of a widget",
  title: findTextFault,
  description: findTextFault,
  cardType: (value) => isText(value) ? null : "is not a non-empty string",
  sizes: (value) => isTextList(value) && value.length > 0 ? null : "is not a list of at least one size",
  languages: (value) => value === undefined || isTextList(value) ? null : "is not a list of language tags",
};

function findTextFault(value: unknown): string | null {
  if (value === undefined || typeof value === "string") return null;
  const isLocalized = isObject(value) && Object.values(value).every((text) => typeof text === "string");
  return isLocalized ? null : "is neither a string nor an object of strings by language tag";
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
