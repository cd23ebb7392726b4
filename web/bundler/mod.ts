/**
 * The bundler: `widget.tck.tsx` in, `.tckb` out. It alone decides whether a widget is valid.
 *
 * The steps are `discover/`, `compile/`, `check/`, `evaluate/` and `output/`. `compile/` and `check/` run in child processes
 * (`compiler/`), the widget's own code runs in an isolate (`evaluate/isolate/`).
 *
 * @module
 */
export { type BuildOptions, type BuildOutcome, buildProject, type BuildReport } from "./build.ts";
export { type Bundler, type CheckedBundle, openBundler, type WidgetCheck } from "./bundler.ts";
export type { CompiledStylesheet } from "./compile/mod.ts";
export { findAssetFault } from "./compile/modules/assets.ts";
export { joinCharts } from "./host/join_charts.ts";
export { splitStylesheets, type Stylesheets } from "./compile/stylesheets/split_stylesheets.ts";
export { usesTailwind } from "./compile/tailwind/uses_tailwind.ts";
export { type Diagnostic, DiagnosticError, formatDiagnostic } from "./diagnostic.ts";
export { DIAGNOSTIC_CODES, type DiagnosticCode, isNote, isWarning } from "./diagnostic_codes.ts";
export { discoverWidgets, type Project, WIDGET_SOURCE, type WidgetSource } from "./discover/mod.ts";
export { defaultIsolation, denoIsolation, type Isolation, nodeIsolation } from "./evaluate/mod.ts";
export { bundleIsolate } from "./programs.ts";
export { watchProject } from "./watch.ts";
