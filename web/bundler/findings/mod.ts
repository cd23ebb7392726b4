/** What the bundler finds in a widget, for a page that shows it. */
export { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
export { isError, isNote, isWarning } from "../diagnostic_codes.ts";
export { mergeTypeErrors } from "../types/merge_type_errors.ts";
export { parseTypeErrors } from "../types/parse_type_errors.ts";
export { createTypeDiagnostic, splitLines } from "../types/type_diagnostic.ts";
