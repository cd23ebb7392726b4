/**
 * The preview's configuration: its types, its file, its checks.
 *
 * @module
 */
export * from "./check_config.ts";
export * from "./config_watch.ts";
export * from "./errors.ts";
export * from "./feed_flags.ts";
export * from "./preview_config.ts";
export * from "./project_config.ts";
export * from "./resolve_config.ts";
