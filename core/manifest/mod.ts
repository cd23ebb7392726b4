/** The manifest: its types, its schema and its stored form. */
export * from "./cloud.ts";
export { InvalidManifestError, type ManifestIssue } from "./invalid_manifest.ts";
export { findJsonFault } from "./json_fault.ts";
export { formatJsonPath } from "./json_path.ts";
export { isLanguageTag, textDirection } from "./language_tag.ts";
export * from "./manifest.ts";
export * from "./normalise.ts";
export * from "./parse.ts";
export * from "./serialise.ts";
export { findManifestWarnings, type ManifestWarning } from "./warnings.ts";
