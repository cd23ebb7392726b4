/** The records of ZIP (APPNOTE 6.3.10, §4.3): signatures, lengths, and the offsets of fields in bytes. */

/** Local file header. */
export const LOCAL = {
  signature: 0x04034b50,
  bytes: 30,
  versionNeeded: 4,
  flags: 6,
  method: 8,
  crc32: 14,
  compressedSize: 18,
  size: 22,
  nameLength: 26,
  extraLength: 28,
} as const;

/** Central directory file header. */
export const CENTRAL = {
  signature: 0x02014b50,
  bytes: 46,
  versionNeeded: 6,
  flags: 8,
  method: 10,
  crc32: 16,
  compressedSize: 20,
  size: 24,
  nameLength: 28,
  extraLength: 30,
  commentLength: 32,
  disk: 34,
  externalAttributes: 38,
  localOffset: 42,
} as const;

/** End of central directory record. */
export const END = {
  signature: 0x06054b50,
  bytes: 22,
  disk: 4,
  directoryDisk: 6,
  entriesOnDisk: 8,
  entries: 10,
  directoryBytes: 12,
  directoryOffset: 16,
  commentLength: 20,
} as const;

/** Zip64 end of central directory locator. */
export const LOCATOR64 = { signature: 0x07064b50, bytes: 20 } as const;

/** Data descriptor, whose signature is optional. */
export const DESCRIPTOR = { signature: 0x08074b50, bytes: 12, bytes64: 20, signatureBytes: 4 } as const;

/** The value of a 16-bit field whose true value is in a zip64 record. */
export const IN_ZIP64_16 = 0xffff;
/** The value of a 32-bit field whose actual value is in a zip64 record. */
export const IN_ZIP64_32 = 0xffffffff;

/** Bits of the general purpose flags. */
export const FLAG = {
  encrypted: 1 << 0,
  /** For deflate: the compression level. */
  effort: 3 << 1,
  descriptor: 1 << 3,
  strongEncryption: 1 << 6,
  utf8: 1 << 11,
  maskedHeaders: 1 << 13,
} as const;

/** Compression methods. */
export const METHOD = { stored: 0, deflated: 8 } as const;

/** Identifiers of extra fields. */
export const EXTRA = { zip64: 0x0001, unicodePath: 0x7075, streamedAttributes: 0x6c78 } as const;

/** DOS attributes, in the lower half of the external attributes. */
export const DOS = { volumeLabel: 0x08, directory: 0x10 } as const;

/** The highest supported version needed to extract, 4.5, times ten. It is in the lower byte of its field. */
export const MAX_VERSION_NEEDED = 45;
