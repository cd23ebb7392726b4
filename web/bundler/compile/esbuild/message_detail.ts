import type { DiagnosticCode } from "../../diagnostic_codes.ts";

/** What a plugin of the compiler adds to a message of its own, as its `detail`. */
export interface MessageDetail {
  readonly code: DiagnosticCode;
  /** What to do, where the code's own hint does not fit. */
  readonly hint?: string;
}
