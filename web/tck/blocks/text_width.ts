/** Accents, and the marks of direction that formatted numbers have in Arabic and Hebrew. */
const WITHOUT_WIDTH = /[\p{Mark}\p{Cf}]/u;

/** Scripts whose characters are about as wide as high, and pictographs. */
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u;
const WIDEST = /[%&@mwMW←→↑↓—]/;
const NARROW = /[\s.,:;'’|!()ilI1\-/]/;
const CAPITAL = /[A-ZÄÖÜ]/;

/**
 * About how wide a text is in semi-bold type, in em. A text in one line gets a font size from it that its container is wide
 * enough for. It is an upper estimate, so that the text rather has some room left.
 */
export function estimateTextWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return Math.max(1, width);
}

function characterWidth(character: string): number {
  if (WIDE.test(character)) return 1.1;
  if (WITHOUT_WIDTH.test(character)) return 0;
  if (WIDEST.test(character)) return 1.04;
  if (CAPITAL.test(character)) return 0.84;
  // A digit has the same width as any other, since figures are tabular; a sign or currency is as wide.
  return NARROW.test(character) && character !== "1" ? 0.38 : 0.7;
}
