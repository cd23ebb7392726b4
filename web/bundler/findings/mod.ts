/** What the bundler finds in a widget, for a page that shows it. */
export { type Diagnostic, DiagnosticError } from "../diagnostic.ts";
export { isError, isNote, isWarning } from "../diagnostic_codes.ts";
