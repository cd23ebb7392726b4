import { LIMITS } from "../contract/mod.ts";
import { quote } from "../errors/mod.ts";

/** The place of a value in JSON: property names and indexes from the root. */
export type JsonPath = readonly (string | number)[];

/** Formats a path for an error message: `manifest.sizes[1]`, `manifest.title["en-GB"]`. */
export function formatJsonPath(root: string, path: JsonPath): string {
  return path.slice(0, LIMITS.jsonDepth).reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return /^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/.test(key) ? `${text}.${key}` : `${text}[${quote(key)}]`;
  }, root);
}
