/**
 * The core of tckb: the envelope's codec, names, manifests, the commit's plan and the feed's logic. It uses web standards
 * only and does no I/O.
 *
 * @module
 */
export * from "./bytes/mod.ts";
export * from "./commit/mod.ts";
export * from "./contract/mod.ts";
export * from "./errors/mod.ts";
export * from "./feed/mod.ts";
export * from "./manifest/mod.ts";
export * from "./naming/mod.ts";
export * from "./problem/mod.ts";
export * from "./tckb/mod.ts";
