/** Letters of scripts that are written from right to left, and the digits of Arabic. */
const RIGHT_TO_LEFT =
  "\\p{Script=Adlam}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Mandaic}\\p{Script=Nko}\\p{Script=Hanifi_Rohingya}" +
  "\\p{Script=Samaritan}\\p{Script=Syriac}\\p{Script=Thaana}\\u0660-\\u0669\\u06f0-\\u06f9";

const HAS_RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, "u");
const HAS_LEFT_TO_RIGHT = new RegExp(`(?![${RIGHT_TO_LEFT}])\\p{L}`, "u");

/**
 * The direction of a text whose letters are all of the direction that a card does not have, such as `75 µg` in an Arabic
 * card. Undefined for every other text: it has the direction of the card.
 */
export function foreignDirection(text: string, cardDirection: "ltr" | "rtl"): "ltr" | "rtl" | undefined {
  const foreign = cardDirection === "ltr" ? "rtl" : "ltr";
  const [has, hasNot] = foreign === "rtl"
    ? [HAS_RIGHT_TO_LEFT, HAS_LEFT_TO_RIGHT]
    : [HAS_LEFT_TO_RIGHT, HAS_RIGHT_TO_LEFT];
  return has.test(text) && !hasNot.test(text) ? foreign : undefined;
}
