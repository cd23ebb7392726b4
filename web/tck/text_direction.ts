/** Scripts that are written from right to left, by the names of ISO 15924. */
const SCRIPTS = ["Adlm", "Arab", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"];

/** The letters of these scripts, the digits of Arabic, and the marks by which `Intl` sets this direction. */
const RIGHT_TO_LEFT = SCRIPTS.map((script) => `\\p{Script=${script}}`).join("") +
  "\\u0660-\\u0669\\u06f0-\\u06f9\\u061c\\u200f";

const HAS_RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, "u");
const HAS_LEFT_TO_RIGHT = new RegExp(`(?![${RIGHT_TO_LEFT}])\\p{L}`, "u");

/** Digits that are written from left to right. */
const HAS_DIGIT = new RegExp(`(?![${RIGHT_TO_LEFT}])\\p{Nd}`, "u");

/** A number, amount, time or date without spaces, whose order is the same in both directions. */
const ONE_NUMBER = /^[#$%°\p{Sc}]*\p{Nd}+(?:[.,:/+\-\u2212\u00a0\u202f]\p{Nd}+)*[#$%°\p{Sc}]*$/u;

/** Marks with which `Intl` says that a part is written from left to right, or is one word, and spaces around a text. */
const MARKS = /[\u200e\u2060]|^\s+|\s+$/g;

/**
 * The direction of a text that would have another order than its author wrote: its letters are all of the direction that
 * the card does not have, such as `75 µg` in an Arabic card, or it has none, and more than one number or a sign, such as
 * `+49 30 1234` or `-5%`. Undefined for every other text: it has the direction of the card.
 */
export function foreignDirection(text: string, cardDirection: "ltr" | "rtl"): "ltr" | "rtl" | undefined {
  const foreign = cardDirection === "ltr" ? "rtl" : "ltr";
  const [has, hasNot] = foreign === "rtl"
    ? [HAS_RIGHT_TO_LEFT, HAS_LEFT_TO_RIGHT]
    : [HAS_LEFT_TO_RIGHT, HAS_RIGHT_TO_LEFT];
  if (hasNot.test(text)) return undefined;
  const isOrdered = foreign === "ltr" && HAS_DIGIT.test(text) && !ONE_NUMBER.test(text.replaceAll(MARKS, ""));
  return has.test(text) || isOrdered ? foreign : undefined;
}
