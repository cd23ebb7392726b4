/** A longer text is cut in a message. */
const QUOTED_LENGTH = 80;

/** A value as an error message shows it: a text in quotation marks, an object as JSON, any other as it is. */
export function quoteValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(shorten(value));
  return shorten(typeof value === "object" && value !== null ? describeObject(value) : String(value));
}

function describeObject(value: object): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "an invalid Date" : value.toISOString();
  try {
    return JSON.stringify(value);
  } catch {
    // It holds itself, as what React makes of an element may.
    return "an object";
  }
}

function shorten(text: string): string {
  return text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text;
}

/** Why a value cannot be shown where a text is; null for a text. @param place where it is, such as `unit of Stat` */
export function explainText(value: unknown, place: string): string | null {
  return typeof value === "string"
    ? null
    : `Cannot show ${
      quoteValue(value)
    } as ${place}: it is not a text. Format a number or a time by useFormat, and ` +
      "take a text of an object";
}
