/**
 * Reads, verifies and writes `.tckb` widget bundles: the envelope, its hash, the manifest, the names, and the contract
 * around them. It uses web standards only and does no I/O. The plan of a commit is in `@tck/tckb/commit`, the order of
 * a feed in `@tck/tckb/feed`.
 *
 * @module
 */
// The envelope.
export type { TckbBuild } from "./tckb/build_record.ts";
export {
  type TckbErrorCode,
  TckbIntegrityError,
  type TckbIntegrityErrorCode,
  TckbUnpackError,
} from "./tckb/errors.ts";
export { COMMITTED_LIMITS, type TckbLimits } from "./tckb/limits.ts";
export { type NormalisedTckb, normaliseTckb, type TckbRename } from "./tckb/normalise.ts";
export { readTckb, type ReadTckbOptions, type Tckb } from "./tckb/read.ts";
export { type TckbInput, writeTckb, type WriteTckbOptions } from "./tckb/write.ts";
export {
  listEntries,
  type ListEntriesOptions,
  readEntry,
  type ReadEntryOptions,
  type TckbEntry,
} from "./tckb/zip/mod.ts";
// The hash, and what a host may use instead of the core's own algorithms.
export {
  BytesError,
  type BytesErrorCode,
  type Crc32,
  decodeBase64Url,
  encodeBase64Url,
  type Inflate,
  type Inflated,
  type Sha256,
  type Sha384,
  sha384,
  sha384Base64Url,
  toIntegrity,
} from "./bytes/mod.ts";
// The manifest.
export {
  CLOUD_MANIFEST_FIELDS,
  findManifestWarnings,
  InvalidManifestError,
  isLanguageTag,
  type JsonObject,
  type JsonValue,
  type LocalizedText,
  type ManifestIssue,
  type ManifestSlots,
  type ManifestWarning,
  type NormalisedManifest,
  normaliseManifest,
  parseCloudManifest,
  parseManifest,
  serialiseManifest,
  type SlotAction,
  type WidgetManifest,
} from "./manifest/mod.ts";
// The names of bundles, batches and widgets.
export {
  type BundleFileName,
  type BundleNameWarning,
  formatBatchId,
  formatKindPath,
  formatWidgetId,
  InvalidNameError,
  isBatchKind,
  isBundleHash,
  isLocalDate,
  isWidgetId,
  type NameErrorCode,
  parseBatchId,
  parseBundleFileName,
  parseKindPath,
  type WidgetIdentity,
  type WidgetIdOptions,
} from "./naming/mod.ts";
// The contract.
export {
  BATCH_KINDS,
  type BatchKind,
  ENTRY_NAMES,
  LIMITS,
  SHARED_SPECIFIERS,
  type SharedAsset,
  type SharedSpecifier,
  SINGLE_BATCH_KINDS,
  TCKB_FORMAT,
  WIDGET_SIZES,
  type WidgetSize,
} from "./contract/mod.ts";
export { CodedError } from "./errors/mod.ts";
