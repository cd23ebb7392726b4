import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { errorMessage } from "../../../../core/errors/mod.ts";
import { type PngSize, readPlainPngSize } from "./png_size.ts";

/** A picture has changed when more than this share of its pixels differs: one pixel in 50,000. */
export const MAX_SHARE = 0.000_02;

/** How far a pixel's colour may be from the one before, 0 to 1. Edges that are smoothed otherwise do not count. */
const COLOUR_TOLERANCE = 0.1;

/** Between the parts of the picture of the differences, in pixels. */
const GAP = 8;

/** Most pixels of a picture of differences that is read again: to decode it takes four bytes for each, and some seconds. */
const MAX_DIFFERENCE_PIXELS = 40_000_000;

/** How many times as long as the new picture's a side may be. A larger picture is not decoded: a small file can take minutes. */
const MAX_GROWTH = 2;

export interface PictureDifference {
  /**
   * The share of the pixels that differ, above 0 and at most 1. What only one of the pictures has, differs. Null when the
   * former one is too large to be decoded.
   */
  readonly share: number | null;
  /** Width and height in pixels, of both pictures. */
  readonly sizes: readonly [before: PictureSize, after: PictureSize];
  /** Before, after and the differences side by side, in PNG; null when the former one is too large to be decoded. */
  readonly picture: Uint8Array | null;
}

/** A file is not a picture in PNG. */
export class UnreadablePicture extends Error {
  override readonly name = "UnreadablePicture";
}

/** Width and height in pixels. */
export type PictureSize = PngSize;

/**
 * Compares two pictures in PNG pixel by pixel.
 *
 * @param before can come from elsewhere: it is decoded only if it is not much larger than the other one
 * @param after what the snapshot took
 * @returns null when at most {@link MAX_SHARE} of the pixels differ and both have the same size
 * @throws {UnreadablePicture} when one is not a picture in PNG
 */
export function comparePictures(before: Uint8Array, after: Uint8Array): PictureDifference | null {
  if (Buffer.compare(before, after) === 0) return null;
  const sizes = [requireSize(before), requireSize(after)] as const;
  if (isTooLarge(...sizes)) return { share: null, sizes, picture: null };
  const [old, current] = [decode(before), decode(after)];
  const [width, height] = markedSize([old.width, old.height], [current.width, current.height]);
  const marked = new PNG({ width, height });
  const [oldPart, currentPart] = [cut(old, width, height), cut(current, width, height)];
  const changed = pixelmatch(oldPart.data, currentPart.data, marked.data, width, height, {
    threshold: COLOUR_TOLERANCE,
  });
  const area = Math.max(old.width, current.width) * Math.max(old.height, current.height);
  const share = (changed + area - width * height) / area;
  const hasSameSize = area === width * height;
  if (hasSameSize && share <= MAX_SHARE) return null;
  return {
    share,
    sizes,
    picture: drawBeside([old, current, marked]),
  };
}

/**
 * The part of a {@link PictureDifference.picture} that marks the differences, in PNG.
 *
 * @param sizes of the pictures before and after
 * @throws {UnreadablePicture} when it is not such a picture
 */
export function cutDifference(
  picture: Uint8Array,
  [before, after]: readonly [PictureSize, PictureSize],
): Uint8Array {
  const [width, height] = markedSize(before, after);
  const x = before[0] + GAP + after[0] + GAP;
  const own = requireSize(picture);
  const isExpected = own[0] === x + width && own[1] === Math.max(before[1], after[1]);
  if (!isExpected || !canCutDifference(before, after)) {
    throw new UnreadablePicture(`it has ${own[0]} × ${own[1]} pixels`);
  }
  const all = decode(picture);
  const part = new PNG({ width, height });
  PNG.bitblt(all, part, x, 0, width, height, 0, 0);
  return PNG.sync.write(part);
}

/** Whether the picture of the differences of two pictures is small enough for {@link cutDifference}. */
export function canCutDifference(before: PictureSize, after: PictureSize): boolean {
  const width = before[0] + GAP + after[0] + GAP + markedSize(before, after)[0];
  return width * Math.max(before[1], after[1]) <= MAX_DIFFERENCE_PIXELS;
}

/** The size of the picture of the differences: what both pictures have. */
export function markedSize(before: PictureSize, after: PictureSize): PictureSize {
  return [Math.min(before[0], after[0]), Math.min(before[1], after[1])];
}

function isTooLarge(before: PictureSize, after: PictureSize): boolean {
  return before.some((side, index) => side > MAX_GROWTH * after[index]!);
}

function requireSize(bytes: Uint8Array): PictureSize {
  const size = readPlainPngSize(bytes);
  if (size === null) throw new UnreadablePicture("it is not a PNG file as a snapshot writes it");
  return size;
}

function decode(bytes: Uint8Array): PNG {
  try {
    return PNG.sync.read(Buffer.from(bytes));
  } catch (error) {
    throw new UnreadablePicture(errorMessage(error), { cause: error });
  }
}

function cut(picture: PNG, width: number, height: number): PNG {
  const part = new PNG({ width, height });
  PNG.bitblt(picture, part, 0, 0, width, height, 0, 0);
  return part;
}

function drawBeside(pictures: readonly PNG[]): Uint8Array {
  const all = new PNG({
    width: pictures.reduce((sum, { width }) => sum + width + GAP, -GAP),
    height: Math.max(...pictures.map(({ height }) => height)),
    fill: true, // Transparent around the pictures.
  });
  let x = 0;
  for (const picture of pictures) {
    PNG.bitblt(picture, all, 0, 0, picture.width, picture.height, x, 0);
    x += picture.width + GAP;
  }
  return PNG.sync.write(all);
}
