/**
 * Limits on untrusted input, each with its unit. Some readers take other limits as an option.
 *
 * @example
 * ```ts
 * import { LIMITS } from "@tck/tckb";
 * LIMITS.manifestObjectBytes; // 32768
 * ```
 */
export const LIMITS = {
  /** Largest whole `.tckb`, in bytes (32 MiB). */
  envelopeBytes: 33_554_432,
  /** Largest single entry after inflation, in bytes (16 MiB). */
  entryBytes: 16_777_216,
  /** Largest sum of all entries after inflation, in bytes (32 MiB). */
  totalEntryBytes: 33_554_432,
  /** Largest `.tckb` that is committed and served, in bytes, and largest sum of its entries after inflation (4 MiB). */
  committedBytes: 4_194_304,
  /** Most entries in one envelope. */
  entries: 64,
  /** Longest entry name, in bytes of UTF-8. */
  entryNameBytes: 255,
  /** Largest `manifest.json`, in bytes (1 MiB). */
  manifestBytes: 1_048_576,
  /** Largest other entry of JSON, such as `format.json`, in bytes (64 KiB). */
  recordBytes: 65_536,
  /** Deepest nesting of any JSON, in levels. */
  jsonDepth: 64,
  /** Most values of the JSON of an entry: objects, arrays, and what is between commas. */
  jsonValues: 1_048_576,
  /** Most values of a manifest that is committed. */
  manifestValues: 50_000,
  /** Largest sum of the manifests of a batch that is committed, in bytes as they are serialised (4 MiB). */
  batchManifestBytes: 4_194_304,
  /** Most values of all manifests of a batch that is committed. */
  batchManifestValues: 200_000,
  /** Serialised manifests of this many bytes or more become an object of their own (lifecycle specification, §8: 32 KB). */
  manifestObjectBytes: 32_768,
  /** Largest packed source of one widget, in bytes (lifecycle specification, §8: 128 KB). */
  sourceArchiveBytes: 131_072,
  /** Largest `limit` of the list route. */
  pageSize: 100,
  /** `limit` of the list route when none is given. */
  defaultPageSize: 20,

  // What the bundler accepts (web/bundler). Readers accept more.

  /** Largest module and stylesheets of one widget together, in bytes (1 MiB). */
  widgetBytes: 1_048_576,
  /** Largest markup of a card in one language, in bytes (256 KiB). */
  cardBytes: 262_144,
  /** Largest markup of a card in all its languages, in bytes (1 MiB). */
  cardsBytes: 1_048_576,
  /** Most languages of a card with markup. */
  cardEntries: 32,
  /** Largest image or font that is embedded as a data URL, in bytes of the file (256 KiB). */
  assetBytes: 262_144,

  // Names (core/naming).

  /** Longest file name of a bundle, in characters, extension included. */
  bundleFileNameLength: 255,
  /** Longest user id, in UTF-16 units. */
  userIdLength: 128,
  /** Longest percent-encoded user id, in characters: the longest file name of common file systems. */
  userIdSegmentLength: 255,

  // Manifests (core/manifest). Lengths are in UTF-16 units.

  /** Longest `cardType`. */
  cardTypeLength: 64,
  /** Longest `title` in one language. */
  titleLength: 200,
  /** Longest `description` in one language. */
  descriptionLength: 2_000,
  /** Longest label of an action or of the update time, in one language. */
  labelLength: 120,
  /** Longest link of an action. */
  hrefLength: 2_048,
  /** Longest CSS colour of an action. */
  colorLength: 128,
  /** Longest language tag. */
  languageTagLength: 64,
  /** Most language tags in one list or one localised text. */
  languages: 100,
  /** Most actions of one widget. */
  actions: 16,
  /** Most named states of one manifest. */
  states: 64,
  /** Longest name of a state. */
  stateNameLength: 64,
  /** Longest key of a state on which an action can depend. */
  stateKeyLength: 128,
} as const;
