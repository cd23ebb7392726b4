const QUOTED_LENGTH = 80;

/** Characters that control a terminal or its text: C0 and C1 controls, marks of direction, line separators. */
// deno-lint-ignore no-control-regex -- it matches control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Escapes control characters and marks of direction as JSON does, so that a text of others can neither control a terminal
 * nor begin a line. JSON stays JSON of the same value.
 *
 * @param kept characters that are left as they are
 */
export function escapeControls(text: string, kept = ""): string {
  return text.replaceAll(
    CONTROL,
    (character) =>
      kept.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Quotes a value for an error message: a JSON string with control characters and marks of direction escaped, cut after
 * 80 characters so that the message stays short.
 */
export function quote(text: string): string {
  const shown = text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
  return escapeControls(JSON.stringify(shown));
}
