import { type JsonObject, stringifyJson, type WidgetManifest } from "../../../core/manifest/mod.ts";

/** The longest text that the address takes, in characters: servers reject longer headers. */
const MAX_TEXT = 6_000;

/** The document of a named state; null for the default state. */
export function findState(
  { defaultState = {}, states = {} }: WidgetManifest,
  name: string | null,
): JsonObject {
  // Own properties only: a state name may equal the name of an inherited property.
  return name !== null && Object.hasOwn(states, name) ? states[name]! : defaultState;
}

/** Reads changed keys of a state from the address; null when the text is not an object. */
export function readStateData(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value as JsonObject : null;
  } catch {
    return null;
  }
}

/**
 * The text for the address of what a state differs in from the one it is based on.
 *
 * @returns null when it does not differ
 * @throws {RangeError} when the text is too long for the address
 */
export function writeStateData(base: JsonObject, state: JsonObject): string | null {
  const changed = Object.entries(state).filter(([key, value]) =>
    !Object.hasOwn(base, key) || stringifyJson(base[key]!) !== stringifyJson(value)
  );
  if (changed.length === 0) return null;
  const text = stringifyJson(Object.fromEntries(changed));
  if (text.length <= MAX_TEXT) return text;
  throw new RangeError(`Cannot show the state: its changes have more than ${MAX_TEXT} characters`);
}

/**
 * Reads a whole state that was written as JSON.
 *
 * @throws {SyntaxError} when it is not JSON
 * @throws {TypeError} when it is not an object, or lacks a key of the state that it is based on
 */
export function readWholeState(text: string, base: JsonObject): JsonObject {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("The state is not an object");
  }
  const missing = Object.keys(base).find((key) => !Object.hasOwn(value, key));
  if (missing === undefined) return value as JsonObject;
  throw new TypeError(`The key "${missing}" is missing`);
}
