import { languageOf } from "./card_tree.ts";
import { plainWord, timeWordsOf } from "./text/time_words.ts";

/** Longer texts are not values. */
const MAX_VALUE_LENGTH = 18;

/** Longer texts are not times, ranges of times or durations: `12:00 PM – 12:30 PM` and `7 Std. 12 Min.` are. */
const MAX_TIME_LENGTH = 28;

/** More times of day are a list, which may be broken. */
const MAX_TIMES = 2;

/** Digits of any script, with signs, separators and currency, and at most one short unit before or after them. */
const VALUE =
  /^(?:\p{L}{1,3}[.\s]?\s?)?[\p{N}\p{S}\p{P}\s]*\p{N}[\p{N}\p{S}\p{P}\s]*(?:\p{L}{1,4}(?:\/\p{L}{1,3})?\.?)?$/u;

/** A time of day in a longer text, with what may be its half of the day. */
const TIME = /\p{N}{1,2}[:.]\p{N}{2}(?:\s(\p{L}[\p{L}\p{M}.]*(?:\s\p{L}\.)*))?/gu;

/** Whether a text is a number, a time, or an amount with its unit, or is marked as a value by `data-tck-value`. */
export function isValue(element: Element, text: string): boolean {
  if (element.closest("[data-tck-value]") !== null) return true;
  if ((text.match(TIME) ?? []).length > MAX_TIMES) return false;
  if (text.length <= MAX_VALUE_LENGTH && VALUE.test(text) && !/\p{L}.*\s.*\p{L}/u.test(text)) return true;
  return text.length <= MAX_TIME_LENGTH && isTimes(text, languageOf(element) || "en");
}

/** The times of day in a longer text: their places from the start of the text. */
export function findTimes(
  element: Element,
  text: string,
): { readonly start: number; readonly end: number }[] {
  const { dayPeriods } = timeWordsOf(languageOf(element) || "en");
  return Array.from(text.matchAll(TIME), ({ 0: time, 1: word, index }) => {
    const isPeriod = word === undefined || dayPeriods.has(plainWord(word));
    return { start: index, end: index + (isPeriod ? time.length : time.search(/\s/)) };
  });
}

/** A number in a longer text, also one whose groups of three digits are apart by spaces. */
const NUMBER = /\p{N}(?:[\p{N}.,:\u2009\u00a0\u202f]*\p{N})?(?: \p{N}{3}(?!\p{N}))*/gu;

/** Whether a cut after `letters` letters is in a number or time of day of a longer text, so that the rest has another meaning. */
export function isInValue(element: Element, text: string, letters: number): boolean {
  const numbers = Array.from(text.matchAll(NUMBER), ({ 0: number, index }) => ({
    start: index,
    end: index + number.length,
  }));
  return [...numbers, ...findTimes(element, text)].some(({ start, end }) => start < letters && letters < end);
}

/** Whether a text is a time of day, a range of two or a duration: it has digits, and no words but those of times. */
function isTimes(text: string, language: string): boolean {
  const words = text.match(/\p{L}[\p{L}\p{M}]*(?:\.\s?\p{L}\p{M}*)*/gu) ?? [];
  if (!/\p{N}/u.test(text) || (words.length === 0 && text.match(TIME) === null)) return false;
  const known = timeWordsOf(language).words;
  return words.every((word) => known.has(plainWord(word)));
}
