import { LIMITS } from "../contract/mod.ts";

/**
 * Whether a text is a well-formed BCP 47 language tag of at most 64 characters, as `Intl` reads them.
 *
 * @example
 * ```ts
 * import { isLanguageTag } from "@tck/tckb";
 * isLanguageTag("zh-Hans-CN"); // true
 * isLanguageTag("en_US"); // false
 * ```
 */
export function isLanguageTag(text: string): boolean {
  return canonicalLanguageTag(text) !== null;
}

/** The canonical form of a language tag (`EN-us` is `en-US`), or null when it is none. */
export function canonicalLanguageTag(text: string): string | null {
  if (text.length > LIMITS.languageTagLength) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null; // a RangeError is how Intl says that it is none
  }
}
