/**
 * The bundler: `widget.tck.tsx` in, `.tckb` out, and the only judge of whether a widget is valid.
 *
 * @module
 */
export { type BuildOptions, type BuildOutcome, buildProject, type BuildReport } from "./build.ts";
export { type Diagnostic, DIAGNOSTIC_CODES, type DiagnosticCode, formatDiagnostic } from "./diagnostic.ts";
export { watchProject } from "./watch.ts";
export { defaultIsolation, denoIsolation, type Isolation, nodeIsolation } from "./isolation.ts";
export { bundleRealm } from "./realm_script.ts";
