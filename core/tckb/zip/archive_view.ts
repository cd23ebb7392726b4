/** The bytes of an archive, with access to its little-endian numbers. */
export class ArchiveView {
  /** A plain array even when a subclass is given, so that its views are plain too. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;

  /** Shared memory is copied: Web Crypto does not take it, and it could change after it is verified. */
  constructor(given: Uint8Array) {
    const { buffer, byteOffset, byteLength } = given;
    this.bytes = buffer instanceof ArrayBuffer
      ? new Uint8Array(buffer, byteOffset, byteLength)
      : new Uint8Array(given);
    this.#view = new DataView(this.bytes.buffer, this.bytes.byteOffset, byteLength);
  }

  /** Length of the archive, in bytes. */
  get length(): number {
    return this.bytes.length;
  }

  uint16(offset: number): number {
    return this.#view.getUint16(offset, true);
  }

  uint32(offset: number): number {
    return this.#view.getUint32(offset, true);
  }

  /** A 64-bit number; above 2⁵³ it is inexact, and beyond every limit either way. */
  uint64(offset: number): number {
    return this.uint32(offset + 4) * 0x1_0000_0000 + this.uint32(offset);
  }

  /** Whether a record with a signature starts at an offset. */
  hasSignature(offset: number, signature: number): boolean {
    return offset >= 0 && offset + 4 <= this.length && this.uint32(offset) === signature;
  }
}
