import type { JsonObject, JsonValue, WidgetManifest } from "./manifest.ts";

/**
 * Serialises a manifest as it is stored: UTF-8 JSON without white space, keys in their order. The size decides whether the
 * manifest is stored in its row or as an object (`LIMITS.manifestObjectBytes`; lifecycle specification, B.2).
 *
 * @param manifest A manifest that `parseManifest` or `parseCloudManifest` accepts, so that it is serialised without loss
 *
 * @example
 * ```ts
 * import { LIMITS, serialiseManifest } from "@tck/tckb";
 * const bytes = serialiseManifest({ id: "weather", cardType: "feed", sizes: ["fill-auto"] });
 * const inRow = bytes.length < LIMITS.manifestObjectBytes; // true
 * ```
 */
export function serialiseManifest(manifest: WidgetManifest | JsonObject): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(stringifyJson(manifest));
}

/**
 * Serialises JSON as `JSON.stringify` does, and keeps the sign of `-0`, which that would lose.
 *
 * @param value It has only what JSON has; a member whose value is `undefined` is left out
 * @param indent What each level begins a line with, at most 10 characters; empty for one line
 */
export function stringifyJson(value: object | JsonValue, indent = ""): string {
  return hasNegativeZero(value)
    ? stringify(value as JsonValue, indent, "\n")
    : JSON.stringify(value, null, indent);
}

function hasNegativeZero(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Object.is(value, -0);
  return Array.isArray(value) ? value.some(hasNegativeZero) : Object.values(value).some(hasNegativeZero);
}

function stringify(value: JsonValue, indent: string, line: string): string {
  if (Object.is(value, -0)) return "-0";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = line + indent;
  const list = (parts: string[]) => {
    if (indent === "" || parts.length === 0) return parts.join(",");
    return `${inner}${parts.join(`,${inner}`)}${line}`;
  };
  if (Array.isArray(value)) return `[${list(value.map((member) => stringify(member, indent, inner)))}]`;
  const colon = indent === "" ? ":" : ": ";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${
    list(members.map(([key, member]) => `${JSON.stringify(key)}${colon}${stringify(member, indent, inner)}`))
  }}`;
}
