/**
 * What commits, sweeps, notifications and the commit queue share: their dependencies, clock, time limits and real paths.
 *
 * @module
 */
export * from "./clock.ts";
export * from "./dependencies.ts";
export * from "./real_path.ts";
export * from "./time_limit.ts";
