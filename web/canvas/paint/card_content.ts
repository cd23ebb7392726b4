import { writeMarkup } from "../../card-markup/mod.ts";
import { type CardReader, fillTimes } from "./fill_times.ts";
import { nestsDeeply, withoutAddresses } from "./sheet_addresses.ts";
import { writePropertyRules, writeSheet } from "./written_sheets.ts";

/** What a bundle has of a card, all of it a stranger's text. */
export interface CardSource {
  /** `card.<language>.html` */
  readonly markup: string;
  readonly css: string;
  readonly propertiesCss: string;
}

/** A card as a document may have it. */
export interface CardContent {
  /** The content of the card's shadow root. */
  readonly html: string;
  /** The text of a style element beside it. */
  readonly css: string;
  /** `@property` rules, which have an effect in the document only. */
  readonly properties: string;
}

/** What is written of a card; of more, nothing is. */
export interface PaintLimits {
  /** The most characters of a card's markup, and of its stylesheets. */
  readonly characters: number;
}

/** A card on a screen has far less content than these limits. */
export const PAINT_LIMITS: PaintLimits = {
  /** The most characters of a card's markup, and of each of its stylesheets. */
  characters: 262_144,
};

/** Where the thread that answers requests writes cards: so much is parsed in about 50 ms, whatever it is. */
export const SERVING_THREAD_PAINT_LIMITS: PaintLimits = {
  /** The same where requests are answered. */
  characters: 32_768,
};

/**
 * Writes a card as a document without scripts may have it: its markup from the table of what is allowed, its sheet as the
 * text of a style element, and its times for the reader.
 *
 * @returns null where it exceeds a limit, of what {@link nestsDeeply} looks at too
 */
export function writeCard(
  { markup, css, propertiesCss }: CardSource,
  reader: CardReader,
  { characters }: PaintLimits,
): CardContent | null {
  if (Math.max(markup.length, css.length, propertiesCss.length) > characters) return null;
  const written = writeMarkup(markup);
  if (written === null) return null;
  const sheet = withoutAddresses(writeSheet(css));
  if (nestsDeeply(sheet)) return null;
  return {
    html: fillTimes(written.html, reader),
    css: writeSheet(written.css) + sheet,
    properties: writePropertyRules(propertiesCss),
  };
}
