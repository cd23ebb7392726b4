/**
 * The message of a caught value, which need not be an `Error`.
 *
 * @example
 * ```ts
 * import { errorMessage } from "@tck/tckb";
 * errorMessage(new Error("no such file")); // "no such file"
 * errorMessage("no such file"); // "no such file"
 * ```
 */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
