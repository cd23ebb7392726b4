import type { ReactElement } from "react";
import { WidgetKitError } from "../errors.ts";

/** An image as a data URL: a widget brings its images along. */
export type ImageDataUrl = `data:image/${string}`;

/** What `Image` takes. */
export interface ImageProps {
  /** The image itself. */
  readonly src: ImageDataUrl;
  /** What it shows, in words of the card's language; an empty text when it only decorates. */
  readonly alt: string;
  /** Its width in CSS pixels; in a narrower place it shrinks. Without it, it is as wide as its place. */
  readonly width?: number;
  /** Its width divided by its height: the image is cut to it, and its place is kept while it loads. */
  readonly ratio?: number;
  /**
   * Its corners.
   *
   * @default "rounded"
   */
  readonly shape?: "rounded" | "circle" | "square";
}

/**
 * An image that is part of the widget.
 *
 * @throws {WidgetKitError} `image.not_inline` when `src` is no data URL of an image
 *
 * @example
 * ```tsx
 * import { Image } from "@tck/kit";
 * const dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
 * const cover = <Image src={dot} alt="The cover of the book" width={64} ratio={2 / 3} />;
 * ```
 */
export function Image({ src, alt, width, ratio, shape = "rounded" }: ImageProps): ReactElement {
  // A state may come from JSON, where the compiler does not reach.
  if (!/^data:image\//i.test(src)) {
    throw new WidgetKitError(
      "image.not_inline",
      `Cannot show image "${
        String(src).slice(0, 80)
      }": it is not part of the widget. Import the file, or give a ` +
        "URL that begins with data:image/",
    );
  }
  return (
    <img
      className="kit-image"
      data-shape={shape}
      src={src}
      alt={alt}
      style={{ width: width ?? "100%", aspectRatio: ratio }}
    />
  );
}
