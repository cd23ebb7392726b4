/** An entry of an archive with a verified structure. Its data is not verified. */
export interface TckbEntry {
  /** The name, a relative path with `/`. */
  readonly name: string;
  /** The compression method: 0 stored, 8 deflated. */
  readonly method: 0 | 8;
  /** Size of the content, in bytes. */
  readonly size: number;
  /** CRC-32 of the content, unsigned. */
  readonly crc32: number;
  /** The data in the archive, compressed by `method`: a view of the archive's bytes. */
  readonly data: Uint8Array<ArrayBuffer>;
}
