/**
 * The project's sources, live: which widgets there are, their stylesheets, edits, and what the build would say.
 *
 * @module
 */
export * from "./background_checks.ts";
export * from "./live_source.ts";
export * from "./live_stylesheets.ts";
export * from "./live_widgets.ts";
export * from "./whole_writes.ts";
