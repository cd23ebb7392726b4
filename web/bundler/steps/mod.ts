/**
 * The steps of a build for a place without processes, such as a page: what discovers widgets, what builds one with a compiler
 * and isolates of that place, and what it finds.
 *
 * @module
 */
export { type BuildSteps, buildWidget, type BuiltCard, type ValidWidget } from "../build_widget.ts";
export type { CheckedModule } from "../check/mod.ts";
export { explainFailure } from "../compiler_process/compile_failure.ts";
export type { CompilerAnswer } from "../compiler_process/messages.ts";
export { findWidgets, WIDGET_SOURCE, type WidgetSource } from "../discover/find_widgets.ts";
export * from "../evaluate/isolate_lines.ts";
export type { IsolateTurn } from "../evaluate/isolate_pool.ts";
export type { BundlerHost, HostFiles } from "../host/bundler_host.ts";
