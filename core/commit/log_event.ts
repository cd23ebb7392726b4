import type { JsonValue } from "../manifest/mod.ts";

/** One line of the structured log, as plain JSON. */
export interface LogEvent {
  /** What happened, in snake_case, such as `bundle_missing_prefix`. */
  event: string;
  /** The severity. */
  level: "info" | "warning" | "error";
  /** One sentence for people. */
  message: string;
  /** Further fields, such as the `fileName` or the `key` concerned. */
  [field: string]: JsonValue;
}
