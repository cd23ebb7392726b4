/** The longest side of a picture that is decoded, in pixels. */
const MAX_SIDE = 32_000;

/** Most pixels of a picture that is decoded. */
const MAX_PIXELS = 100_000_000;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Width and height in pixels, from the header of a PNG file; null for another file, and for a picture that is too large. */
export function readPngSize(bytes: Uint8Array): readonly [width: number, height: number] | null {
  if (bytes.length < 24 || SIGNATURE.some((byte, index) => bytes[index] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const isUsable = width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE;
  return isUsable && width * height <= MAX_PIXELS ? [width, height] : null;
}
