/**
 * Every value that several parts must agree on, once (lifecycle specification, §9: "mirrored by hand").
 *
 * @module
 */
export * from "./format.ts";
export * from "./kinds.ts";
export * from "./limits.ts";
export * from "./sizes.ts";
export * from "./specifiers.ts";
