/** The longest side of a picture that is decoded, in pixels. */
const MAX_SIDE = 32_000;

/** Most pixels of a picture that is decoded. */
const MAX_PIXELS = 100_000_000;

/** The names of chunks: the header, the palette and the end. */
const [IHDR, PLTE, IEND] = [0x49484452, 0x504c5445, 0x49454e44];

/** Most chunks of a picture that is decoded: an encoder writes one for some kilobytes. */
const MAX_CHUNKS = 20_000;

/** 256 colours. */
const MAX_PALETTE_BYTES = 768;

/** Length, name and checksum of a chunk. */
const CHUNK_BYTES = 12;

/** Where the header says whether the picture is interlaced. */
const INTERLACE_AT = 28;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export type PngSize = readonly [width: number, height: number];

/** Width and height in pixels, from the header of a PNG file; null for another file. */
function readSize(bytes: Uint8Array): PngSize | null {
  if (bytes.length < 29 || SIGNATURE.some((byte, index) => bytes[index] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  return width > 0 && height > 0 ? [width, height] : null;
}

/**
 * The size of a picture as a snapshot writes it; null for another file. To decode such a picture takes what its size says:
 * it has one header, which the decoder would otherwise take from any place of the file, is not interlaced, for which the
 * decoder inflates whatever is there, and has few chunks and at most one palette of 256 colours.
 */
export function readPlainPngSize(bytes: Uint8Array): PngSize | null {
  const size = readSize(bytes);
  if (size === null || bytes[INTERLACE_AT] !== 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = SIGNATURE.length;
  let palettes = 0;
  for (let count = 0; count < MAX_CHUNKS && offset + CHUNK_BYTES <= bytes.length; count++) {
    const [length, name] = [view.getUint32(offset), view.getUint32(offset + 4)];
    if ((name === IHDR) !== (count === 0)) return null;
    if (name === PLTE && (++palettes > 1 || length > MAX_PALETTE_BYTES)) return null;
    if (name === IEND) return size;
    offset += CHUNK_BYTES + length;
  }
  return null;
}

/** Width and height in pixels, from the header of a PNG file; null for another file, and for a picture that is too large. */
export function readPngSize(bytes: Uint8Array): PngSize | null {
  const [width, height] = readSize(bytes) ?? [0, 0];
  const isUsable = width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE;
  return isUsable && width * height <= MAX_PIXELS ? [width, height] : null;
}
