import { quote } from "../../../core/errors/mod.ts";
import type { InputSchema } from "./tool.ts";

/**
 * Finds the first fault of a tool's arguments.
 *
 * @returns a text that names the argument, its value and the choices; null when the arguments fit the schema
 */
export function findInputFault(
  { properties, required = [] }: InputSchema,
  input: { readonly [name: string]: unknown },
): string | null {
  const names = Object.keys(properties);
  for (const [name, value] of Object.entries(input)) {
    if (!Object.hasOwn(properties, name)) return `${quote(name)} is not an argument: ${listNames(names)}`;
    const { enum: choices } = properties[name]!;
    if (typeof value !== "string") return `${name} is ${JSON.stringify(value)}, expected a string`;
    if (choices !== undefined && !choices.includes(value)) {
      return `${name} is ${quote(value)}, expected one of ${choices.map(quote).join(", ")}`;
    }
  }
  const missing = required.find((name) => !Object.hasOwn(input, name));
  return missing === undefined ? null : `${missing} is missing: ${properties[missing]!.description}`;
}

function listNames(names: readonly string[]): string {
  return names.length === 0 ? "the tool has none" : `the tool has ${names.join(", ")}`;
}
