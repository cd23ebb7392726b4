import { takeMethod } from "./native_members.ts";

const match = takeMethod(RegExp.prototype, "exec");
const trim = takeMethod(String.prototype, "trim");

/**
 * What browsers may take for an address. A host ends before white space. So it is a text with a scheme, one whose first word
 * has more than a host, or a single word with a dot (browsers read some other characters as dots), a port or a user. In
 * addresses there are no tabs and no carriage returns for browsers.
 */
const ADDRESS = /^(?:\p{C}*[a-z][a-z\d+.\t\r-]*:\S|[\S\t\r]+[/\\?#]|(?=[\S\t\r]*$)[\S\t\r]*[.。．｡:@])/iu;

const LINE = /[^\n]+/g;

/** The longest text that is looked at, in UTF-16 units. No card has one. */
const LONGEST_TEXT = 10_000;

/** Whether browsers may take a text for an address, which they offer to open where it is selected. */
export function isLikeAddress(text: string): boolean {
  return text.length > LONGEST_TEXT || match(ADDRESS, trim(text)) !== null;
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
