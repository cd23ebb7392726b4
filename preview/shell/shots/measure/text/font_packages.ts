import { languageOf } from "../card_tree.ts";
const SCOPE = "@expo-google-fonts/";

/** The names of packages for one script: `noto-sans-` and the name in Unicode. */
const SCRIPTS = [
  "Arabic",
  "Armenian",
  "Bengali",
  "Devanagari",
  "Ethiopic",
  "Georgian",
  "Gujarati",
  "Gurmukhi",
  "Hebrew",
  "Kannada",
  "Khmer",
  "Lao",
  "Malayalam",
  "Myanmar",
  "Sinhala",
  "Tamil",
  "Telugu",
  "Thai",
].map((name) => [new RegExp(`\\p{Script=${name}}`, "u"), `noto-sans-${name.toLowerCase()}`] as const);

const KANA = /\p{Script=Hiragana}|\p{Script=Katakana}/u;

/** Also punctuation of Chinese, Japanese and Korean, and their wide forms of Latin letters. */
const HAN = /\p{Script_Extensions=Han}|[\uff00-\uffef]/u;

/** A package of fonts with a character, or null. @param others the other characters that a card lacks */
export function findFontPackage(character: string, element: Element, others: string): string | null {
  const name = findName(character, element, others);
  return name === undefined ? null : SCOPE + name;
}

function findName(character: string, element: Element, others: string): string | undefined {
  if (/\p{Script=Hangul}/u.test(character)) return "noto-sans-kr";
  if (/\p{Script=Bopomofo}/u.test(character)) return "noto-sans-tc";
  if (KANA.test(character)) return "noto-sans-jp";
  if (HAN.test(character)) return KANA.test(others) ? "noto-sans-jp" : findHanName(languageOf(element));
  if (/\p{Emoji_Presentation}/u.test(character)) return "noto-color-emoji";
  return SCRIPTS.find(([script]) => script.test(character))?.[1];
}

function findHanName(language: string): string {
  if (/^ja\b/.test(language)) return "noto-sans-jp";
  if (/^ko\b/.test(language)) return "noto-sans-kr";
  return /^zh-(?:Hant|TW|HK|MO)\b/.test(language) ? "noto-sans-tc" : "noto-sans-sc";
}
