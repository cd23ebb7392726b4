/**
 * The child processes in which `compile/` and `check/` run.
 *
 * @module
 */
export { Compiler } from "./compiler.ts";
