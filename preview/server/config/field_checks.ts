import { quote } from "../../../core/errors/mod.ts";

/** Adds what is wrong with a value to a list: `canvas.feeds[0].order is NaN, expected a number`. */
export type Check = (value: unknown, path: string, faults: string[]) => void;

/** The fields that an object may have, each with its check. */
export type Fields = { readonly [name: string]: Check };

/** An object with no other fields than these; an absent or undefined one is fine. */
export function objectOf(fields: Fields): Check {
  return (value, path, faults) => {
    if (!isObject(value)) return expect("an object")(value, path, faults);
    for (const [name, content] of Object.entries(value)) {
      const place = path === "" ? name : `${path}.${name}`;
      if (!Object.hasOwn(fields, name)) faults.push(describeUnknown(place, name, Object.keys(fields)));
      else if (content !== undefined) fields[name]!(content, place, faults);
    }
  };
}

/** An array of values that each pass a check. */
export function arrayOf(check: Check): Check {
  return (value, path, faults) => {
    if (!Array.isArray(value)) return expect("an array")(value, path, faults);
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`, faults);
  };
}

/** A value that fits one of several kinds; `otherwise` judges, and names the faults of, every other. */
export function either(fits: (value: unknown) => boolean, otherwise: Check): Check {
  return (value, path, faults) => {
    if (!fits(value)) otherwise(value, path, faults);
  };
}

/** A check of a condition, which is put in words. */
export function expect(expected: string, fits: (value: unknown) => boolean = () => false): Check {
  return (value, path, faults) => {
    if (!fits(value)) {
      faults.push(`${path || "the default export"} is ${describe(value)}, expected ${expected}`);
    }
  };
}

/** Whether a value is an object in the sense of JSON. */
export function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is a function. */
export function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

/** Whether a value is a text with something in it. */
export function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function describe(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "number" || typeof value === "boolean" || value == null) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function describeUnknown(place: string, name: string, known: readonly string[]): string {
  const close = known.map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((one, other) => one.distance - other.distance)[0];
  const isLikely = close !== undefined && close.distance <= Math.max(2, Math.floor(name.length / 3));
  const advice = isLikely ? `did you mean ${quote(close.candidate)}?` : `known are ${known.join(", ")}`;
  return `${quote(place)} is no field: ${advice}`;
}

/** How many letters have to be put in, taken out or replaced (Levenshtein); letters of either case are the same. */
function editDistance(one: string, other: string): number {
  const letters = other.toLowerCase();
  let row = Array.from({ length: letters.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one.slice(0, 80).toLowerCase()].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= letters.length; column++) {
      const replaced = row[column - 1]! + (letters[column - 1] === letter ? 0 : 1);
      next.push(Math.min(row[column]! + 1, next[column - 1]! + 1, replaced));
    }
    row = next;
  }
  return row.at(-1)!;
}
