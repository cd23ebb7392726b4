/** Which addresses of pictures a document with widgets shows. */
export type PictureSource = "blob:" | "data:" | "data: blob:";

/**
 * Writes the content policy of a document that runs widgets without a network: every such document has this one, and differs
 * in what it allows of scripts and inline styles.
 *
 * Pictures are `blob:` URLs, which only the document's own code makes (`frame/pictures.ts`). With `data:` a widget in Firefox
 * would send any text anywhere: the document that `filter: url("data:image/svg+xml,…#id")` refers to has no policy. A document
 * that must show `data:` too, until it knows what a host around it allows, decides that before any widget runs
 * (`sealed_page/page/picture_policy.ts`).
 *
 * @param own the directives of the document's own, `script-src` and `style-src` among them
 * @param ownPictures the address of the document's own pictures, which no widget can write, with a space after it
 */
export function writeCardPolicy(
  own: readonly string[],
  pictures: PictureSource = "blob:",
  ownPictures = "",
): string {
  return [
    "default-src 'none'",
    ...own,
    `img-src ${ownPictures}${pictures}`,
    "font-src data:",
    // A card may use forms, but sends none: a sandbox would also withhold their `submit` events from it.
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
}
