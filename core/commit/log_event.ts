import type { JsonValue } from "../manifest/mod.ts";

/** One line of the structured log, as plain JSON. */
export interface LogEvent {
  /** What happened, in snake_case: `bundle_missing_prefix`, … */
  event: string;
  /** How grave it is. */
  level: "info" | "warning" | "error";
  /** One sentence for people. */
  message: string;
  /** What else is known, such as the `fileName` or the `key` that it is about. */
  [field: string]: JsonValue;
}
