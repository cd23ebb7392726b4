import { takeMethod } from "./native_members.ts";

const match = takeMethod(RegExp.prototype, "exec");

/** A text with a scheme. What browsers do not read is before it. */
const SCHEME = /^[\s\p{C}]*[a-z][a-z\d+.-]*:\S/iu;

/** The part of a text that can be a host with its port, and a user before it, if nothing but a path follows. */
const FIRST_PART = /^[\s\p{C}]*([^\s/\\?#]+)(?:[/\\?#]|\s*$)/u;

/** A name whose last part is not a number. Browsers read some other characters as dots. */
const NAMED_HOST = /[.。．｡](?=[^.。．｡:]*[^\d.。．｡:])[^.。．｡:@]{2,}[.。．｡]?(?::\d*)?$/u;

const OTHER_HOST = /(?:^|@)(?:localhost|\[[^\]@]*\]|\d+\.\d+\.\d+\.\d+)(?::\d*)?$/i;

/** The longest part that is looked at, in UTF-16 units. No sentence has such a word. */
const LONGEST_PART = 2_000;

/** Whether browsers may take a text for an address, which they offer to open where it is selected or dropped. */
export function isLikeAddress(text: string): boolean {
  if (match(SCHEME, text) !== null) return true;
  const part = match(FIRST_PART, text)?.[1];
  if (part === undefined) return false;
  return part.length > LONGEST_PART || match(NAMED_HOST, part) !== null ||
    match(OTHER_HOST, part) !== null;
}
