/**
 * About how wide a text is, in pixels: enough to know whether labels have room, and the same with and without a page.
 */
export function estimateTextWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width * fontSize;
}

function characterWidth(character: string): number {
  if (/[\s.,:;'|!()[\]ilj·’]/.test(character)) return 0.32;
  // Accents, and the marks of direction that formatted numbers have in Arabic and Hebrew.
  if (/[\p{Mark}\p{Cf}]/u.test(character)) return 0;
  // The widest letters of Arabic. One of them is its "a.m.".
  if (/[سشصض]/.test(character)) return 1.2;
  if (
    /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|\p{Emoji_Presentation}/u.test(
      character,
    )
  ) return 1;
  return /[\p{Lu}%@&mw]/u.test(character) ? 0.72 : 0.58;
}
