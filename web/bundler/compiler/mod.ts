/**
 * The child processes in which `compile/` and `check/` run.
 *
 * @module
 */
export { COMPILE_DEADLINE_MS, Compiler } from "./compiler.ts";
