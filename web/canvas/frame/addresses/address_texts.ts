import { takeMethod } from "../native_members.ts";

const match = takeMethod(RegExp.prototype, "exec");
const trim = takeMethod(String.prototype, "trim");

/**
 * What ends no host: all but white space, of which browsers leave out tabs, carriage returns and U+FEFF where they read an
 * address.
 */
const WORD = String.raw`[\S\t\r\uFEFF]`;

/** What is in a host of several names, beside a port or after a user: dots, of which browsers read several, also encoded. */
const MARK = String.raw`(?:[.。．｡:@]|%[\da-f]{2})`;

/**
 * What browsers may take for an address: a text with a scheme, one whose first word has more than a host, or a single word
 * with a mark.
 */
const ADDRESS = new RegExp(
  String.raw`^(?:\p{C}*[a-z][a-z\d+.\t\r-]*:${WORD}|${WORD}+[/\\?#]|(?=${WORD}*$)${WORD}*${MARK})`,
  "iu",
);

const PART = new RegExp(String.raw`${MARK}|[/\\?#]`, "i");

const LINE = /[^\n]+/g;

/** The longest text that is looked at, in UTF-16 units. No card has one. */
const LONGEST_TEXT = 10_000;

/** Whether browsers may take a text for an address, which they offer to open where it is selected. */
export function isLikeAddress(text: string): boolean {
  return text.length > LONGEST_TEXT || match(ADDRESS, trim(text)) !== null;
}

/** Whether browsers may take any part of a text for an address. */
export function hasPartLikeAddress(text: string): boolean {
  return match(PART, text) !== null;
}

/** Whether browsers may take a line of a text for an address, which they open where the text is dropped. */
export function hasLineLikeAddress(text: string): boolean {
  if (text.length > LONGEST_TEXT) return true;
  LINE.lastIndex = 0;
  for (let line = match(LINE, text); line !== null; line = match(LINE, text)) {
    if (isLikeAddress(line[0])) return true;
  }
  return false;
}
