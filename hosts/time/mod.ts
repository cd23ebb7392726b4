/**
 * The machine's clock, and time limits that run on a clock.
 *
 * @module
 */
export * from "./clock.ts";
export * from "./time_limit.ts";
