/** One entry of an archive whose structure has been verified; its data has not. */
export interface TckbEntry {
  /** The name, a relative path with `/`. */
  readonly name: string;
  /** How the data is held: 0 as it is, 8 by deflate. */
  readonly method: 0 | 8;
  /** Size of the content, in bytes. */
  readonly size: number;
  /** CRC-32 of the content, unsigned. */
  readonly crc32: number;
  /** The data as the archive holds it: a view of the archive's own bytes. */
  readonly data: Uint8Array;
}
