import { BUNDLE_HASH_SYNTAX } from "../contract/mod.ts";
import { decodeLatin1, parseStylesheetLine } from "./stylesheet_line.ts";

/** The SHA-384 of a card's markup in base64url, by language. */
export type CardHashes = ReadonlyMap<string, string>;

const CARDS = `(?: card\\.[A-Za-z0-9-]{1,64}=${BUNDLE_HASH_SYNTAX})+`;

/** After the stylesheet line, and the line of the kit if there is one. */
const LINE = new RegExp(
  `^/\\*! tckb css=[^\\n]*\\n(?:/\\*! @tck/kit [^\\n]*\\n)?/\\*! tckb(${CARDS}) \\*/\\n`,
);

/** The beginning of a module in which the line is looked for, in bytes: an envelope has no more than 57 languages. */
const SEARCHED_BYTES = 10_240;

/**
 * Formats the card line of `widget.mjs`, without its line feed: it extends the bundle hash to the markup of the card. It is
 * the line after that of the stylesheets and that of the kit, which readers of all versions know as they are (decision 087).
 *
 * @param hashes at least one
 */
export function formatCardLine(hashes: CardHashes): string {
  const cards = Array.from(hashes, ([language, hash]) => `card.${language}=${hash}`);
  return `/*! tckb ${cards.join(" ")} */`;
}

/**
 * Parses the card line of a module. Without one exactly as {@linkcode formatCardLine} writes it, or where it has a language
 * twice, no markup is covered by the bundle hash: the map is empty.
 */
export function parseCardLine(module: Uint8Array): CardHashes {
  if (parseStylesheetLine(module) === null) return new Map();
  const [, cards = ""] = LINE.exec(decodeLatin1(module.subarray(0, SEARCHED_BYTES))) ?? [];
  const listed = cards.split(" ").slice(1).map((card) => card.slice("card.".length).split("="));
  const hashes = new Map(listed.map(([language, hash]) => [language!, hash!]));
  return hashes.size === listed.length ? hashes : new Map();
}
