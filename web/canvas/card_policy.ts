/** Which addresses of pictures a document with widgets shows. */
export type PictureSource = "blob:" | "data:" | "data: blob:";

/** What a document with widgets shows by address. */
export interface CardSources {
  /** @default "blob:" */
  readonly pictures?: PictureSource;
  /** The address of the document's own pictures, which no widget can write, with a space after it. @default "" */
  readonly ownPictures?: string;
  /** `data:` where the document's own code makes no fonts. @default "'none'" */
  readonly fonts?: "'none'" | "data:";
}

/**
 * Writes the content policy of a document that runs widgets without a network: every such document has this one, and differs
 * in what it allows of scripts and inline styles.
 *
 * Pictures are `blob:` URLs, which only the document's own code makes (`frame/pictures.ts`). With `data:` a widget in Firefox
 * would send any text anywhere: the document that `filter: url("data:image/svg+xml,…#id")` refers to has no policy. A document
 * that must show `data:` too, until it knows what a host around it allows, decides that before any widget runs
 * (`sealed_page/page/picture_policy.ts`).
 *
 * Fonts have no address: the document's own code makes them of bytes (`frame/fonts.ts`), since those whose glyphs are documents
 * end a page in Firefox.
 *
 * @param own the directives of the document's own, `script-src` and `style-src` among them
 */
export function writeCardPolicy(
  own: readonly string[],
  { pictures = "blob:", ownPictures = "", fonts = "'none'" }: CardSources = {},
): string {
  return [
    "default-src 'none'",
    ...own,
    `img-src ${ownPictures}${pictures}`,
    `font-src ${fonts}`,
    // A card may use forms, but sends none: a sandbox would also withhold their `submit` events from it.
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
}
