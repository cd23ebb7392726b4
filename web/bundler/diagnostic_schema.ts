import * as v from "valibot";
import type { Diagnostic } from "./diagnostic.ts";
import { DIAGNOSTIC_CODES } from "./diagnostic_codes.ts";

/** A diagnostic as it comes back from another process, or from a file. */
export const diagnosticSchema: v.GenericSchema<unknown, Diagnostic> = v.object({
  code: v.picklist(DIAGNOSTIC_CODES),
  widget: v.nullable(v.string()),
  file: v.nullable(v.string()),
  line: v.nullable(v.number()),
  column: v.nullable(v.number()),
  lineText: v.nullable(v.string()),
  message: v.string(),
  hint: v.string(),
});
