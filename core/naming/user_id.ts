import { LIMITS } from "../contract/mod.ts";
import { InvalidNameError } from "./errors.ts";

// deno-lint-ignore no-control-regex -- it matches control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const UNRESERVED = /^[A-Za-z0-9._-]$/;

/**
 * Whether a text can be a user's id: 1 to 128 UTF-16 units of well-formed Unicode, no control characters, neither `.`
 * nor `..`, and at most 255 characters when percent-encoded, so that it is one path segment of an object key.
 *
 * @example
 * ```ts
 * import { isUserId } from "@tck/tckb/commit";
 * isUserId("auth0|64f1"); // true
 * isUserId(".."); // false
 * ```
 */
export function isUserId(text: string): boolean {
  return text.length >= 1 && text.length <= LIMITS.userIdLength &&
    text !== "." && text !== ".." && text.isWellFormed() && !CONTROL.test(text) &&
    percentEncode(text).length <= LIMITS.userIdSegmentLength;
}

/**
 * Formats a user's id as a path segment: everything except `A–Z a–z 0–9 . _ -` as percent-encoded UTF-8, upper-case. A
 * leading dot is encoded too, as some stores treat such a name as hidden or as a relative path.
 *
 * @throws {InvalidNameError} `name.user_id`, when {@linkcode isUserId} is false
 *
 * @example
 * ```ts
 * import { formatUserSegment } from "@tck/tckb/commit";
 * formatUserSegment("auth0|64f1"); // "auth0%7C64f1"
 * ```
 */
export function formatUserSegment(userId: string): string {
  if (!isUserId(userId)) {
    const message = "it is not 1 to 128 plain characters that fit a path segment";
    throw new InvalidNameError("name.user_id", userId, message);
  }
  return percentEncode(userId);
}

/** Parses a user's id in a path segment, or returns null when {@link formatUserSegment} does not return it. */
export function parseUserSegment(segment: string): string | null {
  if (segment.length > LIMITS.userIdSegmentLength) return null;
  try {
    const userId = decodeURIComponent(segment);
    return isUserId(userId) && percentEncode(userId) === segment ? userId : null;
  } catch {
    return null; // not percent-encoded UTF-8
  }
}

function percentEncode(text: string): string {
  let segment = "";
  for (const byte of new TextEncoder().encode(text)) {
    const character = String.fromCharCode(byte);
    const isLeadingDot = segment === "" && character === ".";
    segment += UNRESERVED.test(character) && !isLeadingDot
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return segment;
}
