import type { ReactElement } from "react";
import { WidgetKitError } from "../errors.ts";
import { quoteValue } from "../quote_value.ts";
import { namesOf, type StyledProps } from "./class_names.ts";
import { laidOut } from "../layout/registry.ts";
import { readImage } from "./figure_model.ts";

const IMAGE = laidOut(readImage);

/** An image as a data URL: images are part of the widget. */
export type ImageDataUrl = `data:image/${string}`;

interface ImageProps extends StyledProps {
  /** The image as a data URL. */
  readonly src: ImageDataUrl;
  /** What it shows, in words of the card's language; an empty text if it is decorative. */
  readonly alt: string;
  /** Its width in CSS pixels; it shrinks in a narrower container. Without it, the image fills its container's width. */
  readonly width?: number | undefined;
  /** Its width divided by its height: the image is cropped to it, and the space is reserved while it loads. */
  readonly ratio?: number | undefined;
  /**
   * The shape of its corners.
   *
   * @default "rounded"
   */
  readonly shape?: "rounded" | "circle" | "square" | undefined;
}

/**
 * An image that is part of the widget.
 *
 * @throws {WidgetKitError} `image.not_inline` when `src` is not a data URL of an image
 *
 * @example
 * ```tsx
 * import { Image } from "@tck/kit";
 * const dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
 * const cover = <Image src={dot} alt="The cover of the book" width={64} ratio={2 / 3} />;
 * ```
 */
export function Image({ src, alt, width, ratio, shape = "rounded", className }: ImageProps): ReactElement {
  // The value may come from a state, which is JSON: the type does not guarantee it.
  if (!/^data:image\//i.test(src)) {
    throw new WidgetKitError(
      "image.not_inline",
      `Cannot show image ${
        quoteValue(src)
      }: it is not part of the widget. Import the file, or use a URL that ` +
        "begins with data:image/",
    );
  }
  return (
    <img
      ref={IMAGE}
      className={namesOf("kit-image", className)}
      data-shape={shape}
      src={src}
      alt={alt}
      style={{ width: width ?? "100%", aspectRatio: ratio }}
    />
  );
}
